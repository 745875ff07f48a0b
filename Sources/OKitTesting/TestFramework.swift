internal import CTesting
import OKitEngine
import OKitLua

/// Installs the test framework into a Lua state: its preludes with their host functions, and the global `okit`.
final class TestFramework {
  private let state: LuaState
  private weak var host: TestFileRunner?
  private let started = ContinuousClock.now

  init(_ state: LuaState) { self.state = state }

  /// The host that the framework's functions work for, from now on.
  func connect(_ host: TestFileRunner) { self.host = host }

  /// - Returns: the runner's functions `collect(file, chunk)` and `run(options)`.
  func install() throws -> (collect: LuaFunction, run: LuaFunction) {
    let (entry, complete) = (try prelude("entry"), try prelude("host"))
    let start = try state.load(
      """
      local entry, complete, host = ...
      local runner = entry(complete(host, _G, entry))
      return runner.collect, runner.run
      """, chunk: "=[okit:start]")
    let functions = try state.call(start, [.function(entry), .function(complete), .table(table())])
    guard functions.count == 2, case .function(let collect) = functions[0], case .function(let run) = functions[1]
    else {
      throw Diagnostic("lua.module", "the test framework returned no runner")
    }
    return (collect, run)
  }

  /// Runs a script of the framework and returns the function that it returns.
  private func prelude(_ name: String) throws -> LuaFunction {
    let script = okit_testing_prelude(name)
    let bytes = UnsafeRawBufferPointer(start: script.bytes, count: script.length)
    let chunk = try state.load(prelude: bytes, chunk: name == "entry" ? "=[okit:testing]" : "=[okit:testing-\(name)]")
    guard case .function(let function)? = try state.call(chunk).first else {
      throw Diagnostic("lua.module", "the script \(name) of the test framework returns no function")
    }
    return function
  }

  private func connected() throws -> TestFileRunner {
    guard let host else { throw Diagnostic("test.host", "the test file is not ready to run") }
    return host
  }

  // MARK: Host functions

  private func table() throws -> LuaTable {
    var pairs: [LuaTable.Pair] = []
    func add(_ name: String, _ body: @escaping (borrowing LuaCall) throws -> LuaOutcome) throws {
      pairs.append(.init(key: .string(name), value: .function(try state.makeFunction(name, body))))
    }
    pairs.append(.init(key: "where", value: .function(try state.makeInspection(.place))))
    pairs.append(.init(key: "frames", value: .function(try state.makeInspection(.frames))))
    pairs.append(.init(key: "problem", value: .function(try state.makeInspection(.error))))
    pairs.append(.init(key: "metamethod", value: .function(try state.makeInspection(.metamethod))))
    pairs.append(.init(key: "lines", value: .function(try state.makeInspection(.lines))))
    try add("part") { [unowned self] call in .value(.function(try prelude(call.string(0)))) }
    try add("clock") { [started] _ in .value(.double((ContinuousClock.now - started).inSeconds)) }
    try add("unknown", Self.unknown)
    try add("event") { [unowned self] call in
      try connected().receive(TestEvent(record: Self.jsonValue(call[0])))
      return .nothing
    }
    try add("captured") { [unowned self] _ in .value(.table(try captured())) }
    try add("test_begin") { [unowned self] call in
      try connected().begin(attempt: call.int(1))
      return .nothing
    }
    try add("hook") { [unowned self] call in
      let event = try TestEvent(hookOf: Self.jsonValue(call[0]))
      try connected().begin(hook: .init(name: call.string(1), block: call.int(2), event: event))
      return .nothing
    }
    try add("test_end") { [unowned self] call in
      .value(.table(LuaTable(array: try connected().end(hasFailed: call.bool(1)).map { Self.lua($0.record) })))
    }
    try add("unanswered") { [unowned self] _ in .value(.int(try connected().unanswered.count)) }
    try add("expect_unanswered") { [unowned self] call in
      try connected().unanswered.expect(call.text(0), since: call.int(1))
      return .nothing
    }
    try add("snapshot_read") { [unowned self] call in
      .value(try connected().snapshots.read(call.string(0)).map(LuaValue.string) ?? .null)
    }
    try add("snapshot_write") { [unowned self] call in
      try connected().snapshots.write(call.string(0), call.text(1))
      return .nothing
    }
    try add("launch") { [unowned self] call in
      let host = try connected()
      let options = try LaunchOptions(call, 1, host.pool.reader, host.options.shared.fixtures)
      return .value(.int(try host.launch(call.string(0), options, from: call.place)))
    }
    try add("json_encode") { [unowned self] call in
      .value(.string(try connected().pool.reader.jsonObject(call[0]).json()))
    }
    try add("json_decode") { call in
      .value((try? JSONValue.parse(json: call.string(0))).map(Self.lua) ?? .null)
    }
    try add("date") { [unowned self] call in
      let host = try connected()
      return .value(try host.pool.dates.read(call, host.context))
    }
    try add("day") { [unowned self] call in
      let host = try connected()
      return .value(try host.pool.dates.days.read(call, host.context))
    }
    try add("today") { [unowned self] _ in
      let host = try connected()
      return .value(try host.pool.dates.days.today(host.context))
    }
    try add("now") { [unowned self] _ in
      let host = try connected()
      return .value(host.pool.dates.value(host.context.now))
    }
    pairs.append(.init(key: "mask", value: .function(try MaskModule.make(in: state))))
    // Safe: the function belongs to the state, which calls it.
    try add("data") { [unowned state] _ in .value(.function(try DataModule.make(in: state))) }
    try add("driver") { [unowned self] _ in
      let host = try connected()
      let module = DriverModule(state: state, elements: host.elements) { [unowned host] in
        try host.application($0).session
      }
      return .value(.function(try module.install().object))
    }
    return LuaTable(pairs: pairs)
  }

  /// An unknown member; one that scripts of applications have is out of place in a test.
  private static func unknown(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.text(1)
    if try call.text(0) == "okit", DriverModule.applicationMembers.contains(name) {
      throw Diagnostic(
        "lua.unknownMember", "okit has no member \"\(name)\" in tests",
        hint: "classes and screens belong in the application's script, which okit.launch runs"
      ).about(name)
    }
    return try DriverModule.unknown(call)
  }

  /// Returns the context of a failure: unread diagnostics, and if the test has driven the application, the last actions
  /// and the screen.
  private func captured() throws -> LuaTable {
    guard let application = try connected().current else { return LuaTable() }
    let isDriven = !application.session.driver.actions.isEmpty
    func list(_ texts: [String]) -> LuaValue { .table(LuaTable(array: texts.map(LuaValue.string))) }
    return LuaTable(pairs: [
      .init(key: "actions", value: list(application.session.driver.actions)),
      .init(
        key: "screen", value: application.isRunning && isDriven ? .string(application.session.driver.excerpt) : .null),
      .init(key: "diagnostics", value: list(application.session.unreadDiagnostics.map(\.description))),
    ])
  }

  // MARK: Events

  /// A table of the framework as plain data; what has no counterpart is left out.
  private static func jsonValue(_ value: LuaValue) -> JSONValue {
    switch value {
    case .bool(let bool): return .bool(bool)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .string(let text): return .string(text)
    case .bytes(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
    case .table(let table) where table.pairs.isEmpty: return .array(table.array.map(jsonValue))
    case .table(let table):
      var members: [String: JSONValue] = [:]
      for pair in table.pairs {
        if case .string(let name) = pair.key { members[name] = jsonValue(pair.value) }
      }
      return .object(members)
    case .null, .object, .function, .other: return .null
    }
  }

  static func lua(_ jsonValue: JSONValue) -> LuaValue {
    switch jsonValue {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .number(let text): .double(JSONValue.nearestDouble(to: text))
    case .string(let text): .string(text)
    case .array(let elements): .table(LuaTable(array: elements.map(lua)))
    case .object(let members):
      .table(
        LuaTable(pairs: members.sorted { $0.key < $1.key }.map { .init(key: .string($0.key), value: lua($0.value)) }))
    }
  }
}

extension TestFileRunner {
  /// Locale, time zone and clock of the application that was used last.
  var context: FunctionContext { current?.session.runtime.evaluator.functionContext() ?? pool.context }
}
