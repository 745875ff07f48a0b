/// The functions of a program without scripts, which bindings call.
final class ProgramFunctions: HostFunctions {
  private let store: ModelStore
  private var functions: [(name: String, body: HostFunction)] = []

  init(_ store: ModelStore) { self.store = store }

  func add(_ name: String, _ body: @escaping HostFunction) -> FunctionRef {
    functions.append((name, body))
    return FunctionRef(id: functions.count - 1)
  }

  func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    let (name, body) = functions[function.id]
    // The elements of live collections in their place.
    let source = HostArgumentSource(([receiver] + arguments).map(store.contents))
    defer { withExtendedLifetime(source) {} }
    var values = HostArguments(of: nil, in: .passUnretained(source))
    do { return try store.given(body(&values)) } catch let error as HostArguments.Mismatch {
      let place = error.index == 0 ? "the receiver" : "argument \(error.index)"
      throw Diagnostic("function.argument", "\(name): \(place) needs \(error.text)")
    } catch let error as Diagnostic { throw error } catch {
      throw Diagnostic("function.failed", "\(name): \(error.programText)").caused(by: error)
    }
  }

  func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    let result = Result { try call(function, receiver: receiver, arguments: arguments) }
    completion(result.mapError { $0.diagnostic("function.failed") })
  }

  // MARK: Functions of classes, which only scripts have

  func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    try call(function, receiver: .entity(entity), arguments: [])
  }

  func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try call(function, receiver: .entity(entity), arguments: arguments)
  }

  func migrate(
    _ function: FunctionRef, named name: String, document: JSONValue, from version: Int
  ) throws -> JSONValue { document }

  func merge(
    _ function: FunctionRef, named name: String, of entity: EntityID, mine: JSONValue, theirs: JSONValue,
    base: JSONValue?
  ) throws -> JSONValue? { nil }
}
