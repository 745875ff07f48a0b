package import OKitEngine

/// The functions of a `TestHost`. They know nothing of the evaluator, which holds them.
package final class TestFunctions: HostFunctions {
  package typealias Body = (_ receiver: Value, _ arguments: [Value]) throws -> Value
  package typealias Completion = (Result<Value, Diagnostic>) -> Void

  enum Function {
    case plain(Body)
    case slow(Body)
    case migration((JSONValue, Int) throws -> JSONValue)
    case merge((_ mine: JSONValue, _ theirs: JSONValue, _ base: JSONValue?) throws -> JSONValue?)
  }
  private var functions: [Function] = []
  private(set) var waiting: [Completion] = []

  func add(_ function: Function) -> FunctionRef {
    functions.append(function)
    return FunctionRef(id: functions.count - 1)
  }

  func finish(_ result: Result<Value, Diagnostic>) {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst()(result)
  }

  // MARK: HostFunctions

  package func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    switch functions[function.id] {
    case .plain(let body): return try body(receiver, arguments)
    case .slow: throw Diagnostic("function.waits", "the function takes time")
    case .migration, .merge: throw Diagnostic("function.failed", "a function of documents is not one of bindings")
    }
  }

  package func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], completion: @escaping Completion
  ) {
    do {
      guard case .slow(let body) = functions[function.id] else {
        return completion(.success(try call(function, receiver: receiver, arguments: arguments)))
      }
      _ = try body(receiver, arguments)
      waiting.append(completion)
    } catch {
      completion(.failure(error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")))
    }
  }

  package func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    try call(function, receiver: .entity(entity), arguments: [])
  }

  package func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try call(function, receiver: .entity(entity), arguments: arguments)
  }

  package func migrate(
    _ function: FunctionRef, named name: String, document: JSONValue, from version: Int
  ) throws -> JSONValue {
    guard case .migration(let body) = functions[function.id] else {
      throw Diagnostic("function.failed", "not a migration")
    }
    return try body(document, version)
  }

  package func merge(
    _ function: FunctionRef, named name: String, of entity: EntityID, mine: JSONValue, theirs: JSONValue,
    base: JSONValue?
  ) throws -> JSONValue? {
    guard case .merge(let body) = functions[function.id] else { throw Diagnostic("function.failed", "not a merge") }
    return try body(mine, theirs, base)
  }
}
