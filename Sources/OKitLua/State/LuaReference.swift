internal import CLua

/// A reference of the host to a Lua value, usually a function. The value lives until the last copy is gone.
///
/// References do not keep their state alive. After the state is closed, calling them throws `lua.closed`.
package final class LuaReference: Equatable {
  // Unchecked because every call of a function reads it, and only `move` writes it.
  @exclusivity(unchecked) private(set) var core: LuaCore
  let slot: Int32

  init(core: LuaCore, slot: Int32) {
    self.core = core
    self.slot = slot
  }

  deinit { core.release(slot) }

  /// Refers to the same value for a core that has taken over the state.
  func move(to core: LuaCore) { self.core = core }

  package static func == (a: LuaReference, b: LuaReference) -> Bool { a === b }
}

package typealias LuaFunction = LuaReference

/// A suspended function: it has yielded to the host, and continues with `LuaState.resume`.
///
/// A coroutine that is dropped never continues; `LuaState.cancel` also closes its to-be-closed variables.
package final class LuaCoroutine {
  let core: LuaCore
  /// The registry slot; nil while the function runs and after it has ended.
  var slot: Int32?

  init(core: LuaCore, slot: Int32) {
    self.core = core
    self.slot = slot
  }

  deinit { if let slot { core.release(slot) } }

  package var isSuspended: Bool { slot != nil }
}

/// The outcome of running a function that may wait.
package enum LuaRun {
  case finished([LuaValue])
  case yielded(LuaCoroutine, [LuaValue])
}
