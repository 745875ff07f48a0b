public import OKitEngine

/// A Swift host for tests: functions are closures, found by their `FunctionRef`.
public final class TestHost {
  public typealias Body = TestFunctions.Body

  package let environment = TestEnvironment()
  public let evaluator: Evaluator
  public var store: ModelStore { evaluator.store }
  private let functions = TestFunctions()

  public init(seed: UInt64 = 1) {
    evaluator = Evaluator(environment)
    evaluator.host = functions
    store.hooks = functions
    store.idGenerator = IDGenerator(seed: seed)
  }

  /// The diagnostics of the store and the evaluator, oldest first.
  public var reports: [Diagnostic] {
    get { environment.reports }
    set { environment.reports = newValue }
  }

  /// The completions of functions that take their time, oldest first.
  public var waiting: [TestFunctions.Completion] { functions.waiting }

  /// A function that answers at once.
  public func function(_ body: @escaping Body) -> FunctionRef { functions.add(.plain(body)) }

  /// A function that answers when the test calls `finish`.
  public func slowFunction(_ body: @escaping Body) -> FunctionRef { functions.add(.slow(body)) }

  public func migration(_ body: @escaping (JSONValue, Int) throws -> JSONValue) -> FunctionRef {
    functions.add(.migration(body))
  }

  public func merge(_ body: @escaping (JSONValue, JSONValue, JSONValue?) throws -> JSONValue?) -> FunctionRef {
    functions.add(.merge(body))
  }

  /// Ends the oldest slow function that is waiting.
  public func finish(_ result: Result<Value, Diagnostic>) { functions.finish(result) }
}
