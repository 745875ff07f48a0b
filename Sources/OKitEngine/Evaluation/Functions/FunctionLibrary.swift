/// What a built-in function reads besides its receiver and arguments; an evaluation records it, so that a new locale
/// or the passing of time runs exactly the bindings that depend on it.
public struct FunctionTraits: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads `FunctionContext.now`.
  public static let readsClock = FunctionTraits(rawValue: 1)
  /// Reads the locale, the time zone or the localized texts.
  public static let readsLocale = FunctionTraits(rawValue: 2)
}

/// What the runtime lends to a function for one call. Belongs to the runtime's isolation, as `formatters` does.
public struct FunctionContext {
  /// Such as `en_US`.
  public let locale: String
  /// A name of the IANA database, such as `Europe/Berlin`.
  public let timeZone: String
  public let now: DateValue
  public let localization: Localization
  public let formatters: FormatterCache

  public init(
    locale: String, timeZone: String, now: DateValue, localization: Localization, formatters: FormatterCache
  ) {
    self.locale = locale
    self.timeZone = timeZone
    self.now = now
    self.localization = localization
    self.formatters = formatters
  }
}

/// A function or property that bindings find on values of a core type.
public struct BuiltInFunction: Sendable {
  /// The type of what a function gives.
  public enum Result: String, Sendable {
    case text, number, int, bool
  }

  public typealias Body = @Sendable (FunctionCall) throws(Diagnostic) -> Value

  public let name: String
  /// What it gives, as documentation says it: the end of a sentence.
  public let meaning: String
  /// How many parameters it takes.
  public let parameters: ClosedRange<Int>
  /// What its parameter is called, empty when it takes none.
  public let parameterName: String
  public let result: Result
  public let traits: FunctionTraits
  private let body: Body

  init(
    _ name: String, _ meaning: String, parameters: ClosedRange<Int> = 0...0, called parameterName: String = "",
    gives result: Result, traits: FunctionTraits = [], body: @escaping Body
  ) {
    (self.name, self.meaning, self.result) = (name, meaning, result)
    (self.parameters, self.parameterName) = (parameters, parameterName)
    self.traits = traits
    self.body = body
  }

  /// Calls the function. A receiver or an argument that is nil makes the result nil.
  ///
  /// - Throws: `function.parameters` for a wrong number of arguments, `function.argument` for one of a wrong type,
  ///   `app.size` for a text that is too long,
  ///   `function.timeZone` when the context names an unknown time zone.
  public func call(_ receiver: Value, _ arguments: [Value], _ context: FunctionContext) throws(Diagnostic) -> Value {
    guard parameters.contains(arguments.count) else { throw wrongCount(arguments.count) }
    try checkLength(receiver)
    for argument in arguments { try checkLength(argument) }
    if receiver.isNull || arguments.contains(where: \.isNull) { return .null }
    return try body(FunctionCall(function: self, receiver: receiver, arguments: arguments, context: context))
  }

  /// Texts up to this length are taken: no function goes over one for long.
  static let maximumBytes = 16 << 20

  private func checkLength(_ value: Value) throws(Diagnostic) {
    guard case .string(let text) = value, text.utf8.count > Self.maximumBytes else { return }
    throw Diagnostic("app.size", "\"\(name)\" takes texts of at most \(Self.maximumBytes >> 20) MiB")
  }

  private func wrongCount(_ count: Int) -> Diagnostic {
    let (least, most) = (parameters.lowerBound, parameters.upperBound)
    let wanted = least == most ? "\(least)" : "\(least) to \(most)"
    return Diagnostic(
      "function.parameters", "\"\(name)\" takes \(wanted) parameter\(parameters == 1...1 ? "" : "s"), not \(count)")
  }
}

/// One call of a built-in function, with typed access to what it was given.
public struct FunctionCall {
  let function: BuiltInFunction
  public let receiver: Value
  public let arguments: [Value]
  public let context: FunctionContext

  public var name: String { function.name }

  /// The text of an argument that has one without a model.
  func text(_ index: Int) throws(Diagnostic) -> String {
    guard let text = argument(index).scalarText else { throw wrongType(index, "a text") }
    return text
  }

  func int(_ index: Int) throws(Diagnostic) -> Int {
    guard let int = argument(index).int else { throw wrongType(index, "an integer") }
    return int
  }

  /// The localized text for `key`.
  func localized(_ key: String) -> String {
    context.localization.lookup(key, locale: context.locale)
  }

  private func argument(_ index: Int) -> Value {
    arguments.indices.contains(index) ? arguments[index] : .null
  }

  func wrongType(_ index: Int, _ wanted: String) -> Diagnostic {
    let given = argument(index)
    let shown = given.scalarText.map { "\"\($0)\"" } ?? given.typeName
    return Diagnostic(
      "function.argument", "parameter \"\(function.parameterName)\" of \"\(name)\" must be \(wanted), not \(shown)")
  }

  func wrongReceiver(_ type: String) -> Diagnostic {
    Diagnostic("function.receiver", "\"\(name)\" is a function of \(type), not of \(receiver.typeName)")
  }
}
