/// The functions that read what an application shows, and its models.
extension DriverModule {
  /// Fields of the application object.
  static let fields: [Function] = [
    .init("screen", "okit.Screen", "The screen that the user sees.") { module, session, _ in
      module.screen(session)
    },
    .init(
      "diagnostics", "okit.Diagnostic[]",
      "The reported problems, oldest first. Reading `diagnostics` marks them as handled."
    ) { _, session, _ in
      .value(.table(LuaTable(array: session.readDiagnostics().map(diagnostic))))
    },
    .init("log", "okit.LogLine[]", "The lines of the log.") { _, session, _ in
      .value(
        .table(
          LuaTable(array: session.log.map { ["level": .string($0.level.rawValue), "message": .string($0.message)] })))
    },
    .init("stack", "string[]", "The names of the open controllers, bottom first.") { _, session, _ in
      session.claims?.claim(subject: { $0 == .screen })
      return .value(.table(LuaTable(array: session.driver.window.stack.map(LuaValue.string))))
    },
    .init("output", "string?", "What a program has written to standard output; nil for an application with screens.") {
      _, session, _ in .value(session.process?.output.map(LuaValue.string) ?? .null)
    },
    .init(
      "exitCode", "integer?",
      "The exit code of a program, or the status that an application has passed to `okit.exit`; nil before that."
    ) { _, session, _ in
      .value(session.process?.exitCode.map(LuaValue.int) ?? .null)
    },
    .init(
      "requests", "okit.SentRequest[]",
      "The requests that the application has sent, oldest first, if it was launched with an endpoint."
    ) { _, session, _ in
      // They have the bodies of models.
      try session.runtime.checkUncovered()
      session.claims?.claim(subject: { if case .request = $0 { true } else { false } })
      return .value(.table(LuaTable(array: session.process?.requests ?? [])))
    },
  ]

  /// Functions that give something.
  static let values: [Function] = [
    .init("dump", "(width?: integer): string", "Returns the screen as text, with 24 to 1000 columns; default 72.") {
      .value(.string($1.driver.dump(width: $2.isNull(1) ? 72 : try $2.int(1))))
    },
    .init(
      "rows", "(section?: string|integer): string[]",
      "Returns the texts of all rows, or of the rows of a section, given by its header or number."
    ) {
      let rows = try $1.driver.rows(section: section($2, 1))
      $1.claims?.claim(subject: \.isOfRows)
      return .value(.table(LuaTable(array: rows.map(LuaValue.string))))
    },
    .init("model", "(name?: string): any", "Returns the root entity of a model, by default of the model `default`.") {
      try $1.runtime.checkUncovered()
      let name = $2.isNull(1) ? ModelStore.defaultModelName : try $2.string(1)
      return .value($1.bridge.lua(try $1.model(named: name)))
    },
    .init("get", "(path: string): any", "Returns the value of a binding from the root of the default model.") {
      try $0.get($1, $2)
    },
    .init("snapshot", "(): table", "Returns the default model as plain tables.") { _, session, _ in
      try session.runtime.checkUncovered()
      let root = try session.model(named: ModelStore.defaultModelName)
      if let unreadable = session.runtime.store.unreadable(root) { throw unreadable }
      session.claims?.claim(read: [""])
      return .value(session.bridge.lua(session.runtime.store.jsonValue(root)))
    },
    .init(
      "call", "(path: string): any",
      "Calls the function that a binding names and returns the result; nil for an asynchronous function."
    ) {
      try $0.call($1, $2)
    },
  ]

  /// The functions from which the prelude builds objects; scripts see them as `app.alert`, `app.sheet`,
  /// `app.clock.now`.
  var internals: [(String, Body)] {
    [
      (
        "alert",
        { _, session, _ in
          session.claims?.claim(subject: { $0 == .shown("alert") })
          return .value(session.driver.screen.alert.map { session.bridge.lua($0.jsonValue) } ?? .null)
        }
      ),
      (
        "sheet",
        { _, session, _ in
          session.claims?.claim(subject: { $0 == .shown("sheet") })
          return .value(session.driver.screen.sheet.map { session.bridge.lua($0.jsonValue) } ?? .null)
        }
      ),
      ("name", { _, session, _ in .value(.string(session.driver.window.stack.first ?? "")) }),
      ("now", { _, session, _ in .value(session.bridge.dates.value(session.runtime.clock.now)) }),
    ]
  }

  private static func section(_ call: borrowing LuaCall, _ index: Int) throws -> Locator.SectionName? {
    switch try call[index] {
    case .null: return nil
    case .string(let header): return .header(header)
    case .int(let number): return .number(number)
    default: throw call.mismatch(index, "header or number")
    }
  }

  private static func diagnostic(_ diagnostic: Diagnostic) -> LuaValue {
    [
      "code": .string(diagnostic.code.rawValue), "message": .string(diagnostic.message),
      "severity": .string(diagnostic.severity.rawValue),
      "place": diagnostic.place.map { .string($0.description) } ?? .null,
      "hint": diagnostic.hint.map(LuaValue.string) ?? .null, "text": .string(diagnostic.description),
    ]
  }

  // MARK: Reading

  /// Returns the value of a binding; nil where the path leads nowhere now. What is wrong with the path is an error of
  /// the caller; a failing function of the application is reported.
  func get(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    try session.runtime.checkUncovered()
    let evaluator = session.runtime.evaluator
    let program = try evaluator.program(call.string(1))
    if let unreadable = session.root.flatMap({ session.runtime.store.unreadable($0) }) { throw unreadable }
    let value = try evaluator.checkedValue(program, session.root)
    if let claims = session.claims {
      let observation = PathObservation(evaluator, program, session.root) { _, _ in }
      claims.claim(read: observation.reads)
      observation.cancel()
    }
    return .value(session.bridge.lua(value))
  }

  // MARK: Writing

  func set(_ session: AppSession, _ call: borrowing LuaCall) throws {
    try session.runtime.checkUncovered()
    let path = try call.string(1)
    let program = try session.runtime.evaluator.program(path)
    let value = try session.bridge.value(call[2])
    let isSecret = session.runtime.store.secrets.isSecret(path: path)
    session.driver.remember(
      "set \(path)", call: "set", [.string(path), isSecret ? .string(Secrets.mask) : value.jsonValue ?? .null])
    try session.turn {
      try session.reportingFailures { try session.runtime.evaluator.set(program, session.root, value) }
    }
  }

  /// `apply(app, snapshot)` on the default model.
  func apply(_ session: AppSession, _ call: borrowing LuaCall) throws {
    try session.runtime.checkUncovered()
    let jsonValue = try session.bridge.jsonObject(.table(call.table(1)))
    let root = try session.model(named: ModelStore.defaultModelName)
    session.driver.remember("apply a snapshot", call: "apply", [jsonValue])
    try session.turn { try session.reportingFailures { try session.runtime.store.apply(jsonValue, to: root) } }
  }

  /// Returns the result of the function; nil when it waits, or when it has failed in a test.
  func call(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    try session.runtime.checkUncovered()
    let path = try call.string(1)
    let (evaluator, runtime) = (session.runtime.evaluator, session.runtime)
    let program = try evaluator.program(path)
    session.driver.remember("call \(path)", call: "call", [.string(path)])
    var answer = Value.null
    try session.turn {
      var failure: Diagnostic?
      var isRunning = true
      evaluator.call(program, session.root) { result in
        switch result {
        case .success(let value): answer = value
        case .failure(let diagnostic) where isRunning: failure = diagnostic
        case .failure(let diagnostic): runtime.fail(diagnostic)
        }
      }
      isRunning = false
      try session.reportingFailures { if let failure { throw failure } }
    }
    return .value(session.bridge.lua(answer))
  }

  // MARK: Many turns together

  static let changes = Function(
    Declaration(
      "changes", "(fn: fun()): okit.Change[]",
      "Calls a function and returns its net changes, in order. With a table, claims such changes of the last step, for "
        + "an application launched with `exhaustive`.",
      or: "(changes: table[]): okit.App")
  ) { try $0.changes($1, $2) }

  static let transaction = Function(
    "transaction", "(name: string|fun(), fn?: fun()): okit.App",
    "Calls a function as one turn, which is rolled back if the function fails. `undo` reports the name of the step."
  ) { try $0.transaction($1, $2) }

  /// Begins a step; `driver.lua` calls the function and ends the step.
  static let step = Function(
    "step", "(name: string, fn: fun(app: okit.App): any): any",
    "Calls a function with the application, and returns what it returns. Failures, traces and reports for CI group its "
      + "actions under the name."
  ) { _, session, call in
    let name = try call.text(1)
    session.steps.begin(name)
    session.observer?.beginStep(name, session.driver.placeOfStep())
    return .nothing
  }

  private func changes(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let body = try call.function(1)
    let state = state
    try session.runtime.checkUncovered()
    let patches = try session.changes { try state.call(body) }
    // The function may have sent the application to the background.
    try session.runtime.checkUncovered()
    return .value(.table(LuaTable(array: patches.map { session.bridge.lua($0.jsonValue) })))
  }

  /// Rolls the turn back when the body returns false.
  private func transaction(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    struct TakenBack: Error {}
    let body = try call.function(2)
    let state = state
    let name = call.isNull(1) ? nil : try call.string(1)
    session.driver.remember(
      name.map { "transaction \(PrintableText.quoted($0))" } ?? "transaction", call: "transaction",
      name.map { [.string($0)] } ?? [])
    do {
      try session.turn {
        try session.runtime.store.transaction {
          guard try state.call(body).first == .bool(true) else { throw TakenBack() }
        }
        if let name { session.runtime.store.history.nameStep(name) }
      }
    } catch is TakenBack {}
    return .nothing
  }
}
