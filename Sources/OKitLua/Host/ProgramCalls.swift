internal import CLua

extension ScriptInstance {
  /// The arguments of calls, which stay on Lua's stack until they are converted, so that a call needs no array.
  private var arguments: HostArgumentSource {
    HostArgumentSource { [reference] index, call in
      let call = LuaCall(raw: call.assumingMemoryBound(to: okit_call.self))
      // Numbers, Booleans and texts need no Lua value in between.
      if let scalar = call.scalar(index) { return scalar }
      guard let self = reference.object else { throw Self.hasEnded }
      return try self.runtime.store.contents(of: self.host.bridge.value(call[index]))
    }
  }

  private static let hasEnded = Diagnostic("controller.gone", "the application has ended")

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
    return try state.makeFunction(name) { [reference, arguments] call in
      guard let self = reference.object else { throw Self.hasEnded }
      // The body may let go of the application.
      defer { withExtendedLifetime(self) {} }
      // Safe: the function keeps them.
      var values = HostArguments(of: call.raw, in: .passUnretained(arguments))
      do {
        return try answer(self, body(&values), call)
      } catch let error as HostArguments.Mismatch { throw call.mismatch(error.index, error.expected, part: error.part) }
    }
  }
}
