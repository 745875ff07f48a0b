import OKitEngine

/// What an application shows, and its models.
extension DriverModule {
  var values: [String: Body] {
    [
      "screen": { session, _ in .value(session.bridge.lua(session.driver.screen.plain)) },
      "dump": { session, call in .value(.string(session.driver.dump(width: call.isNull(1) ? 72 : try call.int(1)))) },
      "alert": { session, _ in
        .value(session.driver.screen.alert.map { session.bridge.lua($0.plain) } ?? .null)
      },
      "sheet": { session, _ in
        .value(session.driver.screen.sheet.map { session.bridge.lua($0.plain) } ?? .null)
      },
      "rows": { session, call in
        .value(.table(LuaTable(array: try session.driver.rows(section: Self.section(call, 1)).map(LuaValue.string))))
      },
      "stack": { session, _ in .value(.table(LuaTable(array: session.runtime.stack.map(LuaValue.string)))) },
      "name": { session, _ in .value(.string(session.runtime.stack.first ?? "")) },
      "now": { session, _ in .value(session.bridge.dates.value(session.runtime.clock.now)) },
      "log": { session, _ in
        .value(
          .table(
            LuaTable(array: session.log.map { ["level": .string($0.level.rawValue), "message": .string($0.message)] })))
      },
      "diagnostics": { session, _ in
        .value(.table(LuaTable(array: session.readDiagnostics().map(Self.diagnostic))))
      },
      "model": { session, call in
        let name = call.isNull(1) ? ModelStore.defaultModelName : try call.string(1)
        return .value(session.bridge.lua(try session.model(named: name)))
      },
      "get": { session, call in
        let program = try session.runtime.evaluator.program(call.string(1))
        return .value(session.bridge.lua(session.runtime.evaluator.get(program, session.root)))
      },
      "snapshot": { session, _ in
        let root = try session.model(named: ModelStore.defaultModelName)
        return .value(session.bridge.lua(session.runtime.store.plain(root)))
      },
      "call": call,
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
    .table(
      LuaTable(pairs: [
        .init(key: "code", value: .string(diagnostic.code.rawValue)),
        .init(key: "message", value: .string(diagnostic.message)),
        .init(key: "severity", value: .string(diagnostic.severity.rawValue)),
        .init(key: "place", value: diagnostic.place.map { .string($0.description) } ?? .null),
        .init(key: "hint", value: diagnostic.hint.map(LuaValue.string) ?? .null),
        .init(key: "text", value: .string(diagnostic.description)),
      ]))
  }

  // MARK: Writing

  /// `set(app, path, value)`.
  func set(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let path = try call.string(1)
    let program = try session.runtime.evaluator.program(path)
    let value = try session.bridge.value(call[2])
    session.driver.remember("set \(path)")
    try session.bridge.turn { try session.runtime.evaluator.set(program, session.root, value) }
    return .nothing
  }

  /// `apply(app, snapshot)` on the default model.
  func apply(_ session: AppSession, _ call: borrowing LuaCall) throws {
    let plain = try session.bridge.plainObject(.table(call.table(1)))
    let root = try session.model(named: ModelStore.defaultModelName)
    session.driver.remember("apply a snapshot")
    try session.bridge.turn { try session.runtime.store.apply(plain, to: root) }
  }

  /// `call(app, path)`: what the function gives, nil when it takes its time; its error is the caller's.
  private func call(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let path = try call.string(1)
    let (evaluator, runtime) = (session.runtime.evaluator, session.runtime)
    let program = try evaluator.program(path)
    session.driver.remember("call \(path)")
    var answer = Value.null
    try session.bridge.turn {
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
      if let failure { throw failure }
    }
    return .value(session.bridge.lua(answer))
  }

  // MARK: Many turns together

  /// `changes(app, body)`: the net patches of what the body does.
  func changes(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let body = try call.function(1)
    let state = state
    let patches = try session.runtime.changes { try state.call(body) }
    return .value(.table(LuaTable(array: patches.map { session.bridge.lua($0.plain) })))
  }

  /// `transaction(app, body)`: all that the body does is one turn, taken back when the body answers false.
  func transaction(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    struct TakenBack: Error {}
    let body = try call.function(1)
    let state = state
    session.driver.remember("transaction")
    do {
      try session.bridge.turn {
        try session.runtime.store.transaction {
          guard try state.call(body).first == .bool(true) else { throw TakenBack() }
        }
      }
    } catch is TakenBack {}
    return .nothing
  }
}
