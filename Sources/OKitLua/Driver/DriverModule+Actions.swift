import OKitEngine

/// What a person and the system do to an application as a whole.
extension DriverModule {
  /// Functions that give nothing back; `driver.lua` answers with the application.
  var actions: [String: Body] {
    let actions: [String: (AppSession, borrowing LuaCall) throws -> Void] = [
      "tap": { try $0.driver.tap(Self.locator($0, $1, 1)) },
      "tap_title": { session, _ in try session.driver.tapTitle() },
      "back": { session, _ in try session.driver.back() },
      "close": { session, _ in try session.driver.close() },
      "menu": { session, _ in try session.driver.menu() },
      "refresh": { session, _ in try session.driver.refresh() },
      "search": { try $0.driver.search($1.string(1)) },
      "filter": { try $0.driver.filter($1.string(1)) },
      "tab": { _, _ in throw Diagnostic("action.impossible", "the application has no tabs") },
      "apply": apply, "advance": advance, "set_clock": setClock,
    ]
    var bodies: [String: Body] = [:]
    for (name, action) in actions {
      bodies[name] = { session, call in
        // The call cannot be captured by the closure that checks, so the check stands alone.
        try session.act(name) {}
        try action(session, call)
        return .nothing
      }
    }
    for (name, step) in steps {
      bodies[name] = { session, _ in
        try step(session)
        return .nothing
      }
    }
    bodies["set"] = set
    return bodies
  }

  /// Functions without arguments.
  private var steps: [String: (AppSession) throws -> Void] {
    [
      "background": { session in
        try session.live("background") {
          session.driver.remember("background")
          try session.runtime.background()
        }
      },
      "foreground": { session in
        try session.live("foreground") {
          session.driver.remember("foreground")
          session.runtime.foreground()
        }
      },
      "terminate": { session in try session.live("terminate") { try session.terminate() } },
      "relaunch": { session in try session.live("relaunch") { try session.relaunch() } },
      "undo": { session in try step(session, "undo") { try $0.undo() } },
      "redo": { session in try step(session, "redo") { try $0.redo() } },
    ]
  }

  /// Undoes or redoes; for a script's own application after the action that runs.
  private func step(_ session: AppSession, _ name: String, _ body: @escaping (AppRuntime) throws -> Bool) throws {
    if session.isScriptRunning, !session.bridge.isForeign {
      return session.bridge.host.afterTurn { runtime in _ = try body(runtime) }
    }
    session.driver.remember(name)
    guard try body(session.runtime) else { throw Diagnostic("app.history", "there is nothing to \(name)") }
  }

  private func advance(_ session: AppSession, _ call: borrowing LuaCall) throws {
    let seconds = try call.double(1)
    guard seconds.isFinite, seconds >= 0 else {
      throw Diagnostic("app.clock", "the clock advances by a number of seconds from 0 on")
    }
    session.driver.remember("advance \(Value.double(seconds).scalarText ?? "") s")
    try session.runtime.advance(seconds: seconds)
  }

  private func setClock(_ session: AppSession, _ call: borrowing LuaCall) throws {
    let date = try Self.date(session, call, 1)
    session.driver.remember("set the clock to \(ISO8601.text(of: date) ?? "a date")")
    try session.runtime.set(clock: date)
  }

  // MARK: Dialogs

  var alertActions: [String: Body] {
    [
      "tap": { session, call in
        try session.act("tap") {}
        try session.driver.tapAlert(Self.locator(session, call, 1))
        return .nothing
      },
      "type": { session, call in
        try session.act("type") {}
        try session.driver.typeInAlert(call.string(1), field: Self.field(call, 2))
        return .nothing
      },
    ]
  }

  var sheetActions: [String: Body] {
    [
      "tap": { session, call in
        try session.act("tap") {}
        try session.driver.tapSheet(Self.locator(session, call, 1))
        return .nothing
      }
    ]
  }

  /// A field of an alert by name or by number from 1.
  private static func field(_ call: borrowing LuaCall, _ index: Int) throws -> AppDriver.AlertField? {
    switch try call[index] {
    case .null: return nil
    case .string(let name): return .named(name)
    case .int(let number): return .number(number)
    default: throw call.mismatch(index, "name or number")
    }
  }
}
