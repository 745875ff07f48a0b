/// Rows and cells: finding them, acting on them, reading them.
extension DriverModule {
  /// `driver.lua` makes objects of what these find.
  static let finders: [Function] = [
    .init("row", "(what: okit.Locator): okit.Row", "Returns a row of the screen.") {
      .value($0.elements.value(.row(try $1.driver.row(locator($1, $2, 1))), of: $1))
    },
    .init(
      "cell", "(what: okit.Locator, column?: okit.Locator): okit.CellElement",
      """
      Returns a cell, by its text, placeholder or path; a cell of a grid by its row and column, each by text or number.
      """
    ) {
      let first = try locator($1, $2, 1)
      let cell =
        $2.isNull(2) ? try $1.driver.cell(first) : try $1.driver.cell(row: first, column: locator($1, $2, 2))
      return .value($0.elements.value(.cell(cell), of: $1))
    },
  ]

  /// `fields(app, row, key)`: what the row shows now. A script reads only the field `key`, or all without it.
  func rowFields(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let found = try elements.row(call.object(1))
    let row = try found.row()
    if let claims = session.claims { claims.claim(row: found.id, call.isNull(2) ? nil : try call.string(2)) }
    return .value(session.bridge.lua(row.plainObject))
  }

  /// `accessibility(app, row)`: what the row shows now to assistive technologies.
  func rowAccessibility(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(session.bridge.lua(try elements.row(call.object(1)).row().accessibilityObject))
  }

  static let why = Function(
    Declaration(
      "why",
      "(row: okit.Row|okit.CellElement 'as returned by `app:row` or `app:cell`', "
        + "property: string 'a property of the cell (`detailPath`), or the field of the screen that shows it "
        + "(`detail`)'): okit.BindingReport",
      "Returns what the binding of a property of a row or cell read last, when it ran, and which write made it run. "
        + "Without a property, returns a list of all bindings of the row that have run.",
      or: "(row: okit.Row|okit.CellElement): okit.BindingReport[]")
  ) { try $0.why($1, $2) }

  private func why(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let row = try elements.row(call.object(1))
    if call.isNull(2) { return .value(session.bridge.lua(.array(try row.why().map(\.jsonValue)))) }
    return .value(session.bridge.lua(try row.why(call.string(2)).jsonValue))
  }

  /// `name(app, row)`: what it was called when it was found.
  func name(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    switch try elements.found(call.object(1)) {
    case .row(let row): .value(.string(row.name))
    case .cell(let cell): .value(.string(cell.target.name))
    case .element(let element): .value(.string(element.name))
    }
  }

  static let rowActions: [TargetAction<RowDriver>] = RowDriver.actions.map { .init($0, 2) }

  static func edge(_ call: borrowing LuaCall, _ index: Int) throws -> Action.Edge {
    let name = try call.string(index)
    if let edge = Action.Edge(rawValue: name) { return edge }
    throw Diagnostic(
      "lua.argument", "an edge must be \"leading\" or \"trailing\", got \"\(name)\"",
      hint: NearestName.hint(for: name, in: Action.Edge.allCases.map(\.rawValue)))
  }

  /// The actions on the control, and those on the row of the cell that a row without a control has, too.
  static let cellActions: [TargetAction<CellDriver>] =
    CellDriver.actions.map { .init($0, 2) }
    + rowActions.filter { ["tap", "accessory"].contains($0.name) }.map { action in
      let body = action.body
      return .init(action.declaration) { try body($0.target, $1, $2) }
    }

  /// Returns what a control shows.
  static let cellError = Function(
    "error", "(): string?", "Returns the message about the value of the control; nil for a valid one."
  ) { module, _, call in
    .value(try module.cell(call).error().map(LuaValue.string) ?? .null)
  }

  func cell(_ call: borrowing LuaCall) throws -> CellDriver {
    guard case .cell(let cell) = try elements.found(call.object(1)) else { throw call.mismatch(1, "cell") }
    return cell
  }
}
