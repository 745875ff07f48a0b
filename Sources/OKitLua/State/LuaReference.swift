internal import CLua

/// Keeps a Lua value, mostly a function, alive for the host. Dropping the last copy lets go of it.
///
/// References do not keep their state alive; once it is closed, calling them throws `lua.closed`.
public final class LuaReference: Equatable {
  let core: LuaCore
  let slot: Int32

  init(core: LuaCore, slot: Int32) {
    self.core = core
    self.slot = slot
  }

  deinit { core.release(slot) }

  public static func == (a: LuaReference, b: LuaReference) -> Bool { a === b }
}

public typealias LuaFunction = LuaReference

/// A function that waits: it has yielded to the host, and goes on with `LuaState.resume`.
///
/// One that is dropped never goes on; `LuaState.cancel` also closes its to-be-closed variables.
public final class LuaCoroutine {
  let core: LuaCore
  /// Nil while the function runs, and after it has ended.
  var slot: Int32?

  init(core: LuaCore, slot: Int32) {
    self.core = core
    self.slot = slot
  }

  deinit { if let slot { core.release(slot) } }

  public var isSuspended: Bool { slot != nil }
}

/// What came of running a function that may wait.
public enum LuaRun {
  case finished([LuaValue])
  case yielded(LuaCoroutine, [LuaValue])
}
