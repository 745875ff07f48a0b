public import OKitEngine

/// A Swift host for tests: functions are closures, found by their `FunctionRef`.
public final class TestHost: HostFunctions {
  public typealias Body = (_ receiver: Value, _ arguments: [Value]) throws -> Value
  public typealias Completion = (Result<Value, Diagnostic>) -> Void

  public let store: ModelStore
  public private(set) var evaluator: Evaluator
  /// What the store and the evaluator reported, oldest first.
  public var reports: [Diagnostic] = []
  public var localization = Localization()
  public var locale = "en_US"
  public var now = DateValue(secondsSince1970: 1_580_472_000)
  /// The completions of functions that take their time, oldest first.
  public private(set) var waiting: [Completion] = []

  private enum Function {
    case plain(Body)
    case slow(Body)
    case migration((Plain, Int) throws -> Plain)
  }
  private var functions: [Function] = []
  private let formatters = FormatterCache()

  public init(seed: UInt64 = 1) {
    let store = ModelStore()
    self.store = store
    evaluator = Evaluator(store: store) {
      FunctionContext(
        locale: "", timeZone: "UTC", now: DateValue(secondsSince2001: 0), localization: Localization(),
        formatters: FormatterCache())
    }
    evaluator.functionContext = { [unowned self] in
      FunctionContext(locale: locale, timeZone: "UTC", now: now, localization: localization, formatters: formatters)
    }
    evaluator.host = self
    evaluator.report = { [unowned self] in reports.append($0) }
    store.hooks = self
    store.report = { [unowned self] in reports.append($0) }
    store.now = { [unowned self] in now }
    store.idsGenerator = IDGenerator(seed: seed)
  }

  /// A function that answers at once.
  public func function(_ body: @escaping Body) -> FunctionRef { add(.plain(body)) }

  /// A function that answers when the test calls `finish`.
  public func slowFunction(_ body: @escaping Body) -> FunctionRef { add(.slow(body)) }

  public func migration(_ body: @escaping (Plain, Int) throws -> Plain) -> FunctionRef { add(.migration(body)) }

  private func add(_ function: Function) -> FunctionRef {
    functions.append(function)
    return FunctionRef(id: functions.count - 1)
  }

  /// Ends the oldest slow function that is waiting.
  public func finish(_ result: Result<Value, Diagnostic>) {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst()(result)
  }

  // MARK: HostFunctions

  public func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    switch functions[function.id] {
    case .plain(let body): return try body(receiver, arguments)
    case .slow: throw Diagnostic("function.waits", "the function takes time")
    case .migration: throw Diagnostic("function.failed", "a migration is no function of bindings")
    }
  }

  public func start(
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

  public func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    try call(function, receiver: .entity(entity), arguments: [])
  }

  public func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try call(function, receiver: .entity(entity), arguments: arguments)
  }

  public func migrate(_ function: FunctionRef, document: Plain, from version: Int) throws -> Plain {
    guard case .migration(let body) = functions[function.id] else {
      throw Diagnostic("function.failed", "not a migration")
    }
    return try body(document, version)
  }
}
