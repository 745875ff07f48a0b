/// The actions of a person (`AppDriver.actions`) and of the system on an application as a whole.
extension DriverModule {
  /// Functions that give nothing back; `driver.lua` answers with the application.
  static let actions: [TargetAction<AppDriver>] = AppDriver.actions.map { .init($0, 1) }

  static let modelActions: [DeclaredAction] = [
    .init("apply", "(snapshot: table): okit.App", "Updates the default model from a table.") {
      try $0.apply($1, $2)
    }
  ]

  static let clockActions: [DeclaredAction] = [
    .init("advance", "(seconds: number): okit.App", "Advances the clock and runs the timers that become due.") {
      try $0.advance($1, $2)
    },
    .init("set", "(date: okit.DateLike): okit.App", "Sets the clock.") { try $0.setClock($1, $2) },
  ]

  static let titleActions: [DeclaredAction] = [
    .init("tap", "(): okit.App", "Taps the title.") { _, session, _ in try session.driver.tapTitle() }
  ]

  /// Functions of the process as a whole, which see to it themselves when they are possible.
  static let steps: [DeclaredAction] = [
    .init("background", "(): okit.App", "Sends the application to the background, which stores its state.") {
      _, session, _ in
      try session.live("background") {
        session.driver.remember("background")
        try session.reportingFailures { try session.runtime.background() }
      }
    },
    .init("foreground", "(): okit.App", "Brings the application back to the foreground.") { _, session, _ in
      try session.live("foreground") {
        session.driver.remember("foreground")
        session.runtime.foreground()
      }
    },
    .init(
      "authenticate", "(ok: boolean): okit.App",
      "Answers the authenticator of a covered application, which asks first if it has not."
    ) { _, session, call in
      let ok = try call.bool(1)
      try session.live("authenticate") {
        _ = try session.process(for: "authenticate")
        session.driver.remember("authenticate", call: "authenticate", [.bool(ok)])
        try session.runtime.authenticate(ok)
      }
    },
    .init("terminate", "(): okit.App", "Ends the process without storing the state.") { _, session, _ in
      try session.live("terminate") { try session.process(for: "terminate").terminate() }
    },
    .init("relaunch", "(): okit.App", "Starts the application again with the same documents.") { _, session, _ in
      try session.live("relaunch") { try session.process(for: "relaunch").relaunch() }
    },
    .init(
      "endpoint", "(answers: table<string, okit.Answer>|okit.EndpointStore): okit.App",
      "Replaces the answers to the requests of the application."
    ) { _, session, call in
      try session.process(for: "answer").setEndpoint(call[1])
    },
    .init(
      "offline", "(isOffline: boolean): okit.App",
      "Refuses the connections of the application to servers (`net.unreachable`), or no longer."
    ) { _, session, call in
      let isOffline = try call.bool(1)
      session.driver.remember("offline", call: "offline", [.bool(isOffline)])
      try session.process(for: "go offline").setOffline(isOffline)
    },
    .init(
      "fault", "(answer: okit.Answer): okit.App",
      "Answers the next request of the application with this, and then with its own answers: `{ status = 500 }`, "
        + "`{ fail = \"timeout\" }`; `{ latency = 5 }` delays its own answer."
    ) { _, session, call in
      let answer = try call[1]
      session.driver.remember("fault", call: "fault", [(try? session.bridge.jsonValue(answer)) ?? .null])
      try session.process(for: "answer").fault(answer)
    },
    .init(
      "set", "(path: string, value: any): okit.App",
      "Writes a value through a binding from the root of the default model."
    ) {
      try $0.set($1, $2)
    },
  ]

  /// Functions that answer with the application and the name of the step.
  static let history: [Function] = [
    .init("undo", "(): okit.App, string?", "Undoes the last step of the history, and returns its name.") {
      module, session, _ in try module.step(session, "undo", \.redoName) { try $0.undo() }
    },
    .init("redo", "(): okit.App, string?", "Redoes the step that was undone last, and returns its name.") {
      module, session, _ in try module.step(session, "redo", \.undoName) { try $0.redo() }
    },
  ]

  /// Undoes or redoes; for a script's own application after the action that runs.
  private func step(
    _ session: AppSession, _ name: String, _ stepName: KeyPath<AppRuntime, String?>,
    _ body: @escaping (AppRuntime) throws -> Bool
  ) throws -> LuaOutcome {
    if session.isScriptRunning, !session.bridge.isForeign {
      session.bridge.host.afterTurn { host in _ = try body(host.runtime) }
      return .nothing
    }
    try session.runtime.checkUncovered()
    session.driver.remember(name)
    var isPossible = true
    try session.reportingFailures { isPossible = try body(session.runtime) }
    guard isPossible else { throw Diagnostic("app.history", "there is nothing to \(name)") }
    return session.runtime[keyPath: stepName].map { .value(.string($0)) } ?? .nothing
  }

  private func advance(_ session: AppSession, _ call: borrowing LuaCall) throws {
    let seconds = try call.double(1)
    guard seconds.isFinite, seconds >= 0 else {
      throw Diagnostic("app.clock", "the clock can only advance by a non-negative number of seconds")
    }
    session.driver.remember(
      "advance \(Value.double(seconds).scalarText ?? "") s", call: "advance", [.double(seconds)])
    try session.reportingFailures { try session.runtime.advance(seconds: seconds) }
  }

  private func setClock(_ session: AppSession, _ call: borrowing LuaCall) throws {
    let date = try Self.date(session, call, 1)
    let text = ISO8601.text(of: date)
    session.driver.remember(
      "set the clock to \(text ?? "a date")", call: "setClock", [text.map(JSONValue.string) ?? .null])
    try session.reportingFailures { try session.runtime.set(clock: date) }
  }

  // MARK: Dialogs

  static let alertActions: [DeclaredAction] = [
    .init("tap", "(what: okit.Locator): okit.App", "Taps an action.") {
      try $1.driver.tapAlert(locator($1, $2, 1))
    },
    .init(
      "type", "(text: string, field?: string|integer): okit.Alert",
      "Types text into a field, given by its name or number; optional when there is only one."
    ) { try $1.driver.typeInAlert($2.string(1), field: field($2, 2)) },
  ]

  static let sheetActions: [DeclaredAction] = [
    .init("tap", "(what: okit.Locator): okit.App", "Taps an action.") {
      try $1.driver.tapSheet(locator($1, $2, 1))
    }
  ]

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

extension HostMember {
  /// The function for an action.
  ///
  /// - Parameter index: That of its argument, after those that `driver.lua` puts before it.
  init<Target>(_ action: DriverAction<Target>, _ index: Int)
  where Body == @Sendable (Target, AppSession, borrowing LuaCall) throws -> Void {
    self.init(action.name, "(\(action.parameter)): okit.App", action.meaning) { target, session, call in
      switch action.body {
      case .plain(let run): try run(target)
      case .locator(let run): try run(target, DriverModule.locator(session, call, index))
      case .optionalLocator(let run):
        try run(target, call.isNull(index) ? nil : DriverModule.locator(session, call, index))
      case .text(let run), .name(let run): try run(target, call.string(index))
      case .edge(let run): try run(target, DriverModule.edge(call, index))
      case .place(let run):
        if case .int(let place) = try call[index] { return try run(target, .number(place)) }
        try run(target, .beside(.before, DriverModule.locator(session, call, index)))
      case .value(let run): try run(target, session.bridge.value(call[index]))
      case .number(let run): try run(target, call.double(index))
      case .count(let run): try run(target, call.isNull(index) ? 1 : call.int(index))
      case .date(let run):
        if case .string(let text) = try call[index] { return try run(target, .string(text)) }
        if let day = session.bridge.dates.days.moment(call.object(index)) { return try run(target, .day(day)) }
        try run(target, .date(DriverModule.date(session, call, index)))
      case .option(let run):
        if case .int(let number) = try call[index] { return try run(target, Locator(index: number)) }
        try run(target, Locator(call.string(index)))
      }
    }
  }
}
