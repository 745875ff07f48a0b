public import OKitEngine

/// A Swift host for tests: functions are closures, found by their `FunctionRef`.
public final class TestHost {
  public typealias Body = TestFunctions.Body

  public let store: ModelStore
  public private(set) var evaluator: Evaluator
  /// The diagnostics of the store and the evaluator, oldest first.
  public var reports: [Diagnostic] = []
  public var localization = Localization()
  public var locale = "en_US"
  public var now = DateValue(secondsSince1970: 1_580_472_000)
  private let functions = TestFunctions()
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
    evaluator.host = functions
    evaluator.report = { [unowned self] in reports.append($0) }
    store.hooks = functions
    store.report = { [unowned self] in reports.append($0) }
    store.now = { [unowned self] in now }
    store.idGenerator = IDGenerator(seed: seed)
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
