import OKitEngine

/// Gives scripts the object of an application: the prelude `driver` with its host functions.
struct DriverModule {
  let state: LuaState
  let rows: FoundRows
  /// The application with a number.
  let session: (Int) throws -> AppSession

  typealias Body = (AppSession, borrowing LuaCall) throws -> LuaOutcome

  /// - Returns: a Lua function that makes the object for an application's number.
  func install() throws -> LuaFunction {
    let host: LuaTable = LuaTable(pairs: [
      .init(key: "actions", value: try table(actions)),
      .init(key: "values", value: try table(values)),
      .init(key: "find", value: try table(finders)),
      .init(key: "row", value: try table(rowActions, hidden: 2)),
      .init(key: "cell", value: try table(cellActions, hidden: 2)),
      .init(
        key: "dialogs",
        value: .table(
          LuaTable(pairs: [
            .init(key: "alert", value: try table(alertActions)), .init(key: "sheet", value: try table(sheetActions)),
          ]))),
      .init(key: "fields", value: try function("fields", fields)),
      .init(key: "name", value: try function("name", name)),
      .init(key: "why", value: try function("why", hidden: 2, why)),
      .init(key: "changes", value: try function("changes", changes)),
      .init(key: "transaction", value: try function("transaction", transaction)),
      .init(
        key: "set_text_call",
        value: .function(
          try state.makeFunction("set_text_call") { [unowned state] call in
            try state.setTextCall(call.function(0))
            return .nothing
          })),
      .init(key: "unknown", value: .function(try state.makeFunction("unknown", Self.unknown))),
      .init(key: "fail", value: .function(try state.makeFunction("fail", Self.fail))),
    ])
    let prelude = try state.call(state.loadPrelude("driver", chunk: "=[okit:driver]")).first
    guard case .function(let make)? = prelude, case .function(let object)? = try state.call(make, [.table(host)]).first
    else { throw Diagnostic("lua.module", "the prelude of the driver gives no function") }
    return object
  }

  /// - Parameter hidden: How many arguments `driver.lua` puts before those of the script.
  private func table(_ functions: [String: Body], hidden: Int = 1) throws -> LuaValue {
    .table(
      LuaTable(
        pairs: try functions.sorted { $0.key < $1.key }.map {
          .init(key: .string($0.key), value: try function($0.key, hidden: hidden, $0.value))
        }))
  }

  /// What can be asked and done while the application does not run.
  private static let always: Set = [
    "relaunch", "diagnostics", "log", "name", "now", "stack", "screen", "dump", "alert", "sheet",
  ]

  /// A host function whose argument 0 is the application's number.
  private func function(_ name: String, hidden: Int = 1, _ body: @escaping Body) throws -> LuaValue {
    let session = session
    let isAlways = Self.always.contains(name)
    return .function(
      try state.makeFunction(name, hiddenArguments: hidden) { call in
        let session = try session(call.int(0))
        if !isAlways { try session.checkRunning() }
        return try body(session, call)
      })
  }

  // MARK: Errors

  /// `fail(code, message)`.
  static func fail(_ call: borrowing LuaCall) throws -> LuaOutcome {
    throw Diagnostic(Diagnostic.Code(rawValue: try call.string(0)), try call.text(1))
  }

  /// `unknown(what, name, candidates)`, or with the kind of member before the name.
  static func unknown(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let last = call.count - 1
    let (what, name) = (try call.text(0), try call.text(last - 1))
    let kind = last == 3 ? try call.text(1) : "member"
    let names = try call.table(last).array.compactMap { if case .string(let name) = $0 { name } else { nil } }
    throw Diagnostic(
      "lua.unknownMember", "\(what) has no \(kind) \"\(name)\"", hint: NearestName.hint(for: name, in: names))
  }

  // MARK: Arguments

  /// What is meant: a text, a number or a table.
  static func locator(_ session: AppSession, _ call: borrowing LuaCall, _ index: Int) throws -> Locator {
    if call.isNull(index) { throw Diagnostic("locator.form", "a locator is a text, a number or a table, not nil") }
    return try Locator(session.bridge.plain(call[index]))
  }

  /// A moment: a date, an ISO 8601 text, or seconds since 1970.
  static func date(_ session: AppSession, _ call: borrowing LuaCall, _ index: Int) throws -> DateValue {
    if let date = session.bridge.dates.date(call.object(index)) { return date }
    switch try call[index] {
    case .string(let text):
      if let date = ISO8601.parse(text) { return date }
      throw Diagnostic(
        "function.date", "\"\(text)\" is no date", hint: "ISO 8601: 2020-01-31 or 2020-01-31T12:00:00Z")
    case .int(let seconds): return DateValue(secondsSince1970: Double(seconds))
    case .double(let seconds): return DateValue(secondsSince1970: seconds)
    default: throw call.mismatch(index, "date or text")
    }
  }
}
