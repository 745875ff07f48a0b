internal import CLua

/// The arguments of a call, which stay on Lua's stack until they are converted, so that a call needs no array.
private struct CallArguments: HostArgumentSource {
  private let raw: UnsafeMutablePointer<okit_call>
  private unowned(unsafe) let instance: ScriptInstance  // Safe: the function that makes the arguments retains it.

  /// - Parameter call: A call that runs; it ends after the arguments.
  init(of call: borrowing LuaCall, in instance: ScriptInstance) {
    (raw, self.instance) = (call.raw, instance)
  }

  /// Numbers, Booleans and texts need no Lua value in between.
  func value(at index: Int) throws -> Value {
    let call = LuaCall(raw: raw)
    if let scalar = call.scalar(index) { return scalar }
    return try instance.runtime.store.contents(of: instance.host.bridge.value(call[index]))
  }
}

extension ScriptInstance {
  /// A Lua function that is written in Swift.
  func function(_ name: String, _ body: @escaping HostFunction) throws -> LuaFunction {
    try function(name, body) { instance, value, call in
      try call.answer(scalar: value) ?? instance.host.bridge.answer(instance.runtime.store.given(value), call)
    }
  }

  /// A Lua function that waits for an asynchronous function of Swift.
  func waitingFunction(
    _ name: String, _ body: @escaping (inout HostArguments) throws -> AsyncCalls.Body
  ) throws -> LuaFunction {
    try function(name, body) { instance, body, _ in try instance.host.wait(for: name, body) }
  }

  @inline(__always)
  private func function<Result>(
    _ name: String, _ body: @escaping (inout HostArguments) throws -> Result,
    _ answer: @escaping (ScriptInstance, Result, borrowing LuaCall) throws -> LuaOutcome
  ) throws -> LuaFunction {
    return try state.makeFunction(name) { [reference] call in
      guard let self = reference.object else { throw Diagnostic("controller.gone", "the application has ended") }
      // The body may let go of the application.
      defer { withExtendedLifetime(self) {} }
      var arguments = HostArguments(CallArguments(of: call, in: self))
      do {
        return try answer(self, body(&arguments), call)
      } catch let error as HostArguments.Mismatch { throw call.mismatch(error.index, error.expected, part: error.part) }
    }
  }
}
