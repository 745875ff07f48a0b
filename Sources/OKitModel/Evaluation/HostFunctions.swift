/// The functions that a host implements, such as a Lua state or a Swift program. The engine knows nothing else about
/// it.
package protocol HostFunctions: ModelHooks {
  /// The line of the script that is running: the place of what is reported without one.
  var place: Diagnostic.Place? { get }

  /// Returns a diagnostic with the calls of the script that led to it.
  func complete(_ diagnostic: Diagnostic) -> Diagnostic

  /// Returns the line of a property in the definition that begins at a place.
  func place(of property: Diagnostic.Origin, in definition: Diagnostic.Place) -> Diagnostic.Place

  /// Whether the script may call a function of controllers by that name.
  func mayCall(_ name: String) -> Bool

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
  package var place: Diagnostic.Place? { nil }
  package func complete(_ diagnostic: Diagnostic) -> Diagnostic { diagnostic }
  package func place(of property: Diagnostic.Origin, in definition: Diagnostic.Place) -> Diagnostic.Place { definition }
  package func mayCall(_ name: String) -> Bool { true }

  package func results(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> [Value] {
    [try call(function, receiver: receiver, arguments: arguments)]
  }
}
