/// The functions that a host implements: a Lua state, a Swift program. The engine knows nothing else of its host.
public protocol HostFunctions: ModelHooks {
  /// Calls a function for its value, now. A function that wants to take time fails here.
  func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value

  /// Starts a function that may take its time; `completion` runs once, now or later.
  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void)
}
