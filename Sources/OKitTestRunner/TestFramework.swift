internal import CTesting

/// Installs the test framework into a Lua state: its preludes with their host functions, and the global `okit`.
final class TestFramework {
  private let state: LuaState
  private weak var host: TestFileRunner?
  private let started = ContinuousClock.now

  /// Whether assertions are recorded.
  private let isTracing: Bool

  init(_ state: LuaState, isTracing: Bool) { (self.state, self.isTracing) = (state, isTracing) }

  /// The host that the framework's functions work for, from now on.
  func connect(_ host: TestFileRunner) { self.host = host }

  /// - Returns: the runner's functions `collect(file, chunk)`, `run(options)` and `declare(chunk)`.
  func install() throws -> (collect: LuaFunction, run: LuaFunction, declare: LuaFunction) {
    let (entry, complete) = (try prelude("entry"), try prelude("host"))
    let start = try state.load(
      """
      local entry, complete, host = ...
      local runner = entry(complete(host, _G, entry))
      return runner.collect, runner.run, runner.declare
      """, chunk: "=[okit:start]")
    let functions = try state.call(start, [.function(entry), .function(complete), .table(table())])
    guard functions.count == 3, case .function(let collect) = functions[0], case .function(let run) = functions[1],
      case .function(let declare) = functions[2]
    else {
      throw Diagnostic("lua.module", "the test framework returned no runner")
    }
    return (collect, run, declare)
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
    guard let host else { throw Self.notReady }
    return host
  }

  private static let notReady = Diagnostic("test.host", "the test file is not ready to run")

  // MARK: Host functions

  private func table() throws -> LuaTable {
    var pairs: [LuaTable.Pair] = []
    func add(_ name: String, _ function: LuaFunction) {
      pairs.append(.init(key: .string(name), value: .function(function)))
    }
    func addOfFile(
      _ name: String, _ body: @escaping (TestFileRunner, borrowing LuaCall) throws -> LuaOutcome
    ) throws {
      add(name, try state.makeFunction(name, of: self) { try body($0.connected(), $1) })
    }
    add("where", try state.makeInspection(.place))
    add("frames", try state.makeInspection(.frames))
    add("problem", try state.makeInspection(.error))
    add("metamethod", try state.makeInspection(.metamethod))
    add("lines", try state.makeInspection(.lines))
    add("mask", try MaskModule.make(in: state))
    add("unknown", try state.makeFunction("unknown", Self.unknown))
    add("nearest", try state.makeFunction("nearest", Self.nearest))
    add(
      "permission",
      try state.makeFunction("permission", of: state) { state, call in
        let hint = try state.permissionHint(for: call.string(0), isGlobal: call.bool(1))
        return .value(hint.map(LuaValue.string) ?? .null)
      })
    add("part", try state.makeFunction("part", of: self) { .value(.function(try $0.prelude($1.string(0)))) })
    add(
      "data",
      try state.makeFunction("data", of: state) { state, _ in .value(.function(try DataModule.make(in: state))) })
    add(
      "clock",
      try state.makeFunction("clock") { [started] _ in .value(.double((ContinuousClock.now - started).inSeconds)) })
    add(
      "json_decode",
      try state.makeFunction("json_decode") { call in
        .value((try? JSONValue.parse(json: call.string(0))).map({ LuaValue($0) }) ?? .null)
      })
    try addOfFile("event") { file, call in
      let record = try call[0]
      let failures = record["failures"].map { file.shown(Self.jsonValue($0)).elements } ?? []
      try file.receive(TestEvent(of: record, failures: failures.map(TestFailure.init(record:))))
      return .nothing
    }
    try addOfFile("started") { file, call in
      var event = TestEvent(
        .start, file: try call.text(0), path: try call[1].elements.compactMap(\.text),
        place: try call.isNull(2) ? nil : .init(file: call.text(2), line: call.int(3)),
        tags: try call[4].elements.compactMap(\.text), occurrence: try call.int(5), iteration: try call.int(6))
      event.caseNumber = try call.isNull(7) ? nil : call.int(7)
      file.receive(event)
      return .nothing
    }
    try addOfFile("passed") { file, call in
      file.pass(attempt: try call.int(0))
      return .nothing
    }
    try addOfFile("captured") { file, _ in .value(.table(Self.captured(file))) }
    try addOfFile("pause") { file, call in
      if file.options.pause != nil { file.pause(at: TestFailure(record: Self.jsonValue(try call[0]))) }
      return .nothing
    }
    try addOfFile("test_begin") { file, call in
      try file.begin(attempt: call.int(1))
      return .nothing
    }
    try addOfFile("hook") { file, call in
      let event = try TestEvent(hookOf: Self.jsonValue(call[0]))
      try file.begin(hook: .init(name: call.string(1), block: call.int(2), event: event))
      return .nothing
    }
    try addOfFile("test_end") { file, call in
      let messages: [String] =
        try call.isNull(2) ? [] : call.table(2).array.map { if case .string(let text) = $0 { text } else { "failed" } }
      let failures = file.end(messages: messages)
      return failures.isEmpty ? .nothing : .value(.table(LuaTable(array: failures.map { LuaValue($0.record) })))
    }
    if isTracing {
      try addOfFile("expectation") { file, call in
        let texts = try (2..<call.count).compactMap { try call.isNull($0) ? nil : call.text($0) }
        file.recorder?.expect(
          try call.text(0), try call.bool(1), texts.isEmpty ? nil : texts.joined(separator: "\n"), call.place)
        return .nothing
      }
    }
    try addOfFile("unanswered") { file, _ in .value(.int(file.unanswered.count)) }
    try addOfFile("expect_unanswered") { file, call in
      try file.unanswered.expect(call.text(0), since: call.int(1))
      return .nothing
    }
    try addOfFile("shown") { file, call in
      guard case .string(let text) = try call[0], case .string(let shown) = file.shown(.string(text)) else {
        return .value(try call[0])
      }
      return .value(.string(shown))
    }
    try addOfFile("snapshot_read") { file, call in
      file.current?.session.claims?.claimAll()
      let ending = call.isNull(1) ? TestSnapshots.Ending.text : .picture
      return .value(try file.snapshots.read(call.string(0), ending).map(LuaValue.string) ?? .null)
    }
    try addOfFile("snapshot_write") { file, call in
      guard file.options.writesSnapshots else {
        throw Diagnostic("test.snapshot", "there is no snapshot \(PrintableText.quoted(try call.text(0)))")
      }
      try file.snapshots.write(call.string(0), call.text(1), call.isNull(2) ? .text : .picture)
      return .nothing
    }
    try addOfFile("picture") { file, call in .value(.string(try file.picture(call))) }
    try addOfFile("picture_difference") { file, call in .values(try file.pictureDifference(call)) }
    try addOfFile("launch") { file, call in
      let options = try LaunchOptions(call, 1, file.pool.reader, file.options.shared.fixtures)
      return .value(.int(try file.launch(call.string(0), options, from: call.place)))
    }
    try addOfFile("declare") { file, call in .value(.int(try file.declare(call))) }
    try addOfFile("explore") { file, call in
      try file.explore(call.int(0))
      return .nothing
    }
    try addOfFile("explored") { file, call in
      let (number, setUp) = try file.explored(
        call.string(0), call.isNull(1) ? nil : call.string(1), call[2], from: call.place)
      return .values([.int(number), .function(setUp)])
    }
    try addOfFile("json_encode") { file, call in .value(.string(try file.pool.reader.jsonObject(call[0]).json())) }
    try addOfFile("date") { file, call in .value(try file.pool.dates.read(call, file.context)) }
    try addOfFile("day") { file, call in .value(try file.pool.dates.days.read(call, file.context)) }
    try addOfFile("today") { file, _ in .value(try file.pool.dates.days.today(file.context)) }
    try addOfFile("now") { file, _ in .value(file.pool.dates.value(file.context.now)) }
    try addOfFile("driver") { [state] file, _ in
      let module = DriverModule(state: state, elements: file.elements) { [weak file] in
        guard let file else { throw Self.notReady }
        return try file.application($0).session
      }
      let functions = try module.install()
      return .values([.function(functions.object), .function(functions.screenSource)])
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

  /// `nearest(name, candidates)`: a hint at the candidate that was probably meant; nil where none is near.
  private static func nearest(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard case .string(let name) = try call[0], case .table(let candidates) = try call[1] else { return .value(.null) }
    let names = candidates.array.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return .value(NearestName.hint(for: name, in: names).map(LuaValue.string) ?? .null)
  }

  /// Returns the context of a failure: unread diagnostics, and if the test has driven the application, the last actions
  /// and the screen.
  private static func captured(_ file: TestFileRunner) -> LuaTable {
    guard let application = file.current else { return LuaTable() }
    let isDriven = !application.session.driver.actions.isEmpty
    // The window that was used last.
    let driven = application.session.driver.drive(application.session.runtime.window)
    defer { application.session.driver.drive(driven) }
    func list(_ texts: [String]) -> LuaValue { .table(LuaTable(array: texts.map(LuaValue.string))) }
    return [
      "actions": list(application.session.driver.actions),
      "screen": application.isRunning && isDriven ? .string(application.session.driver.excerpt) : .null,
      "diagnostics": list(application.session.unreadDiagnostics.map(\.description)),
      "steps": list(file.steps.takeFailed()),
    ]
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
}

extension TestFileRunner {
  /// Reports that the running test has passed: most tests do, and nothing else is to be said of them.
  fileprivate func pass(attempt: Int) {
    guard var event = running else { return }
    (event.kind, event.duration, event.attempt) = (.pass, elapsed, attempt)
    receive(event)
  }

  /// Locale, time zone and clock of the application that was used last.
  var context: FunctionContext { current?.session.runtime.evaluator.functionContext() ?? pool.context }
}
