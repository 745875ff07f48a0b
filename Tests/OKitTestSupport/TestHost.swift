package import OKitEngine

/// A Swift host for tests: functions are closures, found by their `FunctionRef`.
package final class TestHost {
  package typealias Body = TestFunctions.Body

  package let environment = TestEnvironment()
  package let evaluator: Evaluator
  package var store: ModelStore { evaluator.store }
  private let functions = TestFunctions()

  package init(seed: UInt64 = 1) {
    evaluator = Evaluator(environment)
    evaluator.host = functions
    store.hooks = functions
    store.idGenerator = IDGenerator(seed: seed)
  }

  /// The diagnostics of the store and the evaluator, oldest first.
  package var reports: [Diagnostic] {
    get { environment.reports }
    set { environment.reports = newValue }
  }

  /// The completions of functions that take their time, oldest first.
  package var waiting: [TestFunctions.Completion] { functions.waiting }

  /// A function that answers at once.
  package func function(_ body: @escaping Body) -> FunctionRef { functions.add(.plain(body)) }

  /// A function that answers when the test calls `finish`.
  package func slowFunction(_ body: @escaping Body) -> FunctionRef { functions.add(.slow(body)) }

  package func migration(_ body: @escaping (JSONValue, Int) throws -> JSONValue) -> FunctionRef {
    functions.add(.migration(body))
  }

  package func merge(_ body: @escaping (JSONValue, JSONValue, JSONValue?) throws -> JSONValue?) -> FunctionRef {
    functions.add(.merge(body))
  }

  /// Ends the oldest slow function that is waiting.
  package func finish(_ result: Result<Value, Diagnostic>) { functions.finish(result) }
}
