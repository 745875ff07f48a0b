import OKitEngine
import OKitLua

extension FuzzTarget {
  /// A Lua script in a bare sandbox.
  public static let script = FuzzTarget(name: "script") {
    let neighbor = try Neighbor()
    return { input in
      // Of most inputs the instructions are counted, because waiting for the time of each endless loop takes too long.
      let limits =
        input.count % 16 == 0
        ? LuaLimits(memory: 8 << 20, time: .milliseconds(200))
        : LuaLimits(memory: 8 << 20, time: .seconds(5), instructions: 100_000)
      try ScriptRun(limits: limits).run(String(decoding: input, as: UTF8.self))
      try neighbor.check()
    }
  }
}

/// One script in a state of its own, from its beginning to the closing of the state.
private final class ScriptRun {
  private let state: LuaState
  private var faults: [String] = []

  init(limits: LuaLimits) throws { state = try LuaState(limits: limits) }

  func run(_ text: String) throws {
    // On a machine that is busy enough, time can be up before the script runs.
    try attempt { try prepare() }
    try attempt { waiting = try start(text) }
    for _ in 0..<10 {
      guard let coroutine = waiting else { break }
      waiting = nil
      try attempt { keep(try state.resume(coroutine, [.int(1)])) }
    }
    waiting = nil
    try attempt { try state.collectGarbage() }
    try checkAfterwards()
    state.close()
    try require(state.memory == 0, "a closed state has memory")
    try require(faults.isEmpty, faults.joined(separator: "; "))
  }

  private func prepare() throws {
    // A function that the host keeps hidden: a script that calls it has escaped from the sandbox.
    hidden = try state.makeFunction("hidden") { [unowned self] _ in
      faults.append("a script has called what it cannot reach")
      return .nothing
    }
    state.print = { [unowned self] _ in note("print") }
    state.resolve = { [unowned self] name in
      note("require")
      return name.utf8.count < 20 ? LuaModule(text: "return ...", chunk: name) : nil
    }
    try state.register("host") { [unowned self] call in
      note("host")
      guard case .function(let function) = try call[0] else { return .values(try call.values(from: 0)) }
      return .values(try state.call(function, call.values(from: 1)))
    }
  }

  private var hidden: LuaFunction?
  private var waiting: LuaCoroutine?

  private func start(_ text: String) throws -> LuaCoroutine? {
    keep(try state.start(state.load(text, chunk: "fuzz.lua")))
    return waiting
  }

  private func keep(_ run: LuaRun) { if case .yielded(let coroutine, _) = run { waiting = coroutine } }

  /// Nothing may come out of a state after a limit has stopped it, but for the call that was on its way when time was
  /// up.
  private func note(_ name: String) {
    guard state.isDead else { return }
    calls += 1
    if calls > 1 { faults.append("\(name) was reached after a limit") }
  }

  private var calls = 0

  private func attempt(_ body: () throws -> Void) throws {
    do { try body() } catch let error as Diagnostic {
      try require(!"\(error)".isEmpty, "failed without a message")
      try require((error.code == "lua.limit") == state.isDead, "\(error.code.rawValue), dead: \(state.isDead)")
    }
  }

  private func checkAfterwards() throws {
    guard state.isDead else { return }
    do {
      try state.call(state.load("return 1", chunk: "=after"))
      throw FuzzFinding("a dead state runs scripts")
    } catch let error as Diagnostic {
      try require(error.code == "lua.limit", "a dead state says \(error)")
    }
  }
}

/// Another state of the same thread, which a script must not be able to change.
private final class Neighbor {
  private let state: LuaState
  private let function: LuaFunction

  init() throws {
    // No time limit: a delay of the process by the system is not a finding.
    state = try LuaState(limits: LuaLimits(memory: 1 << 20, time: nil))
    function = try state.load("return #string.rep('x', 100) + select('#', pcall(error))", chunk: "=neighbor")
  }

  func check() throws {
    try require(try state.call(function) == [.int(102)], "another state of the host has changed")
  }
}
