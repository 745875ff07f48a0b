import OKitEngine
import OKitLua

/// A state for tests: what scripts print, and short ways to run text.
final class Sandbox {
  let state: LuaState
  private(set) var printed: [String] = []

  init(limits: LuaLimits = LuaLimits(), permissions: LuaPermissions = LuaPermissions()) throws {
    state = try LuaState(limits: limits, permissions: permissions)
    state.print = { [unowned self] in printed.append($0) }
  }

  @discardableResult
  func run(_ text: String, _ arguments: LuaValue..., chunk: String = "test.lua") throws -> [LuaValue] {
    try state.call(state.load(text, chunk: chunk), arguments)
  }

  /// The error of a text that must fail.
  func failure(_ text: String, chunk: String = "test.lua") -> Diagnostic? { problem { try run(text, chunk: chunk) } }
}

/// The diagnostic that the body throws, or nil.
func problem(_ body: () throws -> Void) -> Diagnostic? {
  do {
    try body()
    return nil
  } catch {
    return error as? Diagnostic
  }
}

/// Counts the objects that are alive, to see that no frame was skipped.
final class Counter {
  private(set) var alive = 0

  final class Guard {
    private let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.alive += 1
    }
    deinit { counter.alive -= 1 }
  }

  func make() -> Guard { Guard(self) }
}
