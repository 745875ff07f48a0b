/// The functions that a host implements, such as a Lua state or a Swift program. The engine knows nothing else about
/// it.
public protocol HostFunctions: ModelHooks {
  /// Calls a function and returns its value. A function that waits fails.
  func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value

  /// Calls a function and returns all of its values. A function that waits fails.
  func results(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> [Value]

  /// Starts a function that may wait; `completion` runs once, at once or later.
  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void)
}

extension HostFunctions {
  public func results(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> [Value] {
    [try call(function, receiver: receiver, arguments: arguments)]
  }
}
