import OKitEngine

/// Rows and cells: finding them, acting on them, reading them.
extension DriverModule {
  var finders: [String: Body] {
    let rows = rows
    return [
      "row": { session, call in
        .value(rows.value(.row(try session.driver.row(Self.locator(session, call, 1))), of: session))
      },
      "cell": { session, call in
        .value(rows.value(.cell(try session.driver.cell(Self.locator(session, call, 1))), of: session))
      },
    ]
  }

  /// `fields(app, row)`: what the row shows now.
  func fields(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(session.bridge.lua(try rows.found(call.object(1)).target.row().plain))
  }

  /// `why(app, row, property)`: what the binding behind a property read, and which write made it run; without a property
  /// a list of all.
  func why(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let row = try rows.found(call.object(1)).target
    if call.isNull(2) { return .value(session.bridge.lua(.array(try row.why().map(\.plain)))) }
    return .value(session.bridge.lua(try row.why(call.string(2)).plain))
  }

  /// `name(app, row)`: what it was called when it was found.
  func name(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(.string(try rows.found(call.object(1)).target.name))
  }

  var rowActions: [String: Body] {
    bind([
      "tap": { row, _, _ in try row.tap() },
      "accessory": { row, _, _ in try row.accessory() },
      "quick": { row, _, _ in try row.quick() },
      "delete": { row, _, _ in try row.delete() },
      "select": { row, _, _ in try row.select() },
      "deselect": { row, _, _ in try row.deselect() },
      "more": { row, session, call in try row.more(call.isNull(2) ? nil : Self.locator(session, call, 2)) },
      "swipe": { row, _, call in try row.swipe(Self.edge(call, 2)) },
      "move": { row, session, call in
        switch try call[2] {
        case .int(let place): try row.move(to: place)
        default: try row.move(before: Self.locator(session, call, 2))
        }
      },
    ])
  }

  private func bind(
    _ actions: [String: (DrivenRow, AppSession, borrowing LuaCall) throws -> Void]
  ) -> [String: Body] {
    let rows = rows
    return actions.reduce(into: [:]) { bodies, action in
      let (name, act) = action
      bodies[name] = { session, call in
        try session.act(name) {}
        try act(rows.found(call.object(1)).target, session, call)
        return .nothing
      }
    }
  }

  private static func edge(_ call: borrowing LuaCall, _ index: Int) throws -> Action.Edge {
    let name = try call.string(index)
    if let edge = Action.Edge(rawValue: name) { return edge }
    throw Diagnostic(
      "lua.argument", "an edge is \"leading\" or \"trailing\", not \"\(name)\"",
      hint: NearestName.hint(for: name, in: Action.Edge.allCases.map(\.rawValue)))
  }

  var cellActions: [String: Body] {
    let actions: [String: (DrivenCell, AppSession, borrowing LuaCall) throws -> Void] = [
      "type": { cell, _, call in try cell.type(call.string(2)) },
      "clear": { cell, _, _ in try cell.clear() },
      "set": { cell, session, call in try cell.set(session.bridge.value(call[2])) },
      "slide": { cell, _, call in try cell.slide(call.double(2)) },
      "step": { cell, _, call in try cell.step(call.isNull(2) ? 1 : call.int(2)) },
      "pick": { cell, session, call in try cell.pick(Self.date(session, call, 2)) },
      "choose": { cell, _, call in
        if case .int(let number) = try call[2] {
          try cell.choose(number: number)
        } else {
          try cell.choose(call.string(2))
        }
      },
      "tap": { cell, _, _ in try cell.target.tap() },
      "accessory": { cell, _, _ in try cell.target.accessory() },
    ]
    let rows = rows
    return actions.reduce(into: [:]) { bodies, action in
      let (name, act) = action
      bodies[name] = { session, call in
        try session.act(name) {}
        guard case .cell(let cell) = try rows.found(call.object(1)) else { throw call.mismatch(1, "cell") }
        try act(cell, session, call)
        return .nothing
      }
    }
  }
}
