/// The state that a built-in function reads besides its arguments. An evaluation records it, so that a change of the
/// locale or the time runs exactly the bindings that depend on it.
package struct FunctionTraits: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Reads `FunctionContext.now`.
  package static let readsClock = FunctionTraits(rawValue: 1)
  /// Reads the locale, the time zone or the localized texts.
  package static let readsLocale = FunctionTraits(rawValue: 2)
  /// Reads of `FunctionContext.now` only which day it is.
  package static let readsDay = FunctionTraits(rawValue: 4)
}

/// The context of one call of a function. Belongs to the runtime's isolation, as `formatters` does.
package struct FunctionContext {
  /// What stays the same for a runtime until texts are added. Shared, so that a copy of a context counts one reference.
  package final class Language {
    fileprivate let locale, timeZone: String
    fileprivate let texts: LocaleTexts
    fileprivate let formatters: FormatterCache

    package init(locale: String, timeZone: String, texts: LocaleTexts, formatters: FormatterCache) {
      (self.locale, self.timeZone, self.texts, self.formatters) = (locale, timeZone, texts, formatters)
    }
  }

  private let language: Language
  package let now: DateValue
  /// Such as `en_US`.
  package var locale: String { language.locale }
  /// A name of the IANA database, such as `Europe/Berlin`.
  package var timeZone: String { language.timeZone }
  /// The texts of the locale.
  package var texts: LocaleTexts { language.texts }
  package var formatters: FormatterCache { language.formatters }

  package init(_ language: Language, now: DateValue) { (self.language, self.now) = (language, now) }

  package init(
    locale: String, timeZone: String, now: DateValue, localization: Localization, formatters: FormatterCache
  ) {
    self.init(
      Language(locale: locale, timeZone: timeZone, texts: localization.texts(of: locale), formatters: formatters),
      now: now)
  }
}

/// What bindings take from the application that they belong to.
package protocol EvaluationEnvironment: ModelEnvironment {
  /// The locale, time zone, clock and texts at the moment.
  var functionContext: FunctionContext { get }
}

extension EvaluationEnvironment {
  package var now: DateValue { functionContext.now }
  package var localDays: any LocalDays { functionContext }
  package func text(_ key: String) -> String { functionContext.texts.lookup(key) }
}

/// A function or property that bindings find on values of a core type.
///
/// An object, so that looking one up and calling it copies no fields.
package final class BuiltInFunction: Sendable {
  /// The type of a function's result.
  package enum Result: String, Sendable {
    case text, number, int, bool, image
  }

  /// The word that a function looks up as the key of a text of the application.
  package enum LocalizedWord: Sendable {
    /// The value that the function is called on.
    case receiver
    /// The parameter.
    case parameter
    /// The parameter for 1, and the parameter with `s` for other numbers.
    case parameterAndPlural
  }

  package typealias Body = @Sendable (FunctionCall) throws(Diagnostic) -> Value

  package let name: String
  /// The description for documentation: the end of a sentence.
  package let meaning: String
  /// The number of parameters.
  package let parameters: ClosedRange<Int>
  /// The name of the parameter; empty when there is none.
  package let parameterName: String
  package let result: Result
  package let traits: FunctionTraits
  /// What the function looks up; nil for one that reads no texts of the application. `check` relies on it.
  package let localizes: LocalizedWord?
  private let body: Body

  init(
    _ name: String, _ meaning: String, parameters: ClosedRange<Int> = 0...0, called parameterName: String = "",
    gives result: Result, traits: FunctionTraits = [], localizes: LocalizedWord? = nil, body: @escaping Body
  ) {
    (self.name, self.meaning, self.result) = (name, meaning, result)
    (self.parameters, self.parameterName) = (parameters, parameterName)
    self.traits = localizes == nil ? traits : traits.union(.readsLocale)
    self.localizes = localizes
    self.body = body
  }

  /// Calls the function. A receiver or an argument that is nil makes the result nil.
  ///
  /// - Throws: `function.parameters` for a wrong number of arguments, `function.argument` for one of a wrong type,
  ///   `app.size` for a text that is too long,
  ///   `function.timeZone` when the context names an unknown time zone.
  package func call(_ receiver: Value, _ arguments: [Value], _ context: FunctionContext) throws(Diagnostic) -> Value {
    guard parameters.contains(arguments.count) else { throw wrongCount(arguments.count) }
    try checkLength(receiver)
    for argument in arguments { try checkLength(argument) }
    if receiver.isNull || arguments.contains(where: \.isNull) { return .null }
    return try body(FunctionCall(function: self, receiver: receiver, arguments: arguments, context: context))
  }

  /// The maximum length of a string, so that every function takes little time.
  package static let maximumBytes = 16 << 20

  private func checkLength(_ value: Value) throws(Diagnostic) {
    guard case .string(let text) = value, text.utf8.count > Self.maximumBytes else { return }
    throw Diagnostic("app.size", "\"\(name)\" accepts strings of up to \(Self.maximumBytes >> 20) MiB")
  }

  private func wrongCount(_ count: Int) -> Diagnostic {
    let (least, most) = (parameters.lowerBound, parameters.upperBound)
    let wanted = least == most ? "\(least)" : "\(least) to \(most)"
    return Diagnostic(
      "function.parameters", "\"\(name)\" takes \(wanted) parameter\(parameters == 1...1 ? "" : "s"), not \(count)")
  }
}

/// A call of a built-in function, with typed access to its arguments.
package struct FunctionCall {
  let function: BuiltInFunction
  package let receiver: Value
  package let arguments: [Value]
  package let context: FunctionContext

  package var name: String { function.name }

  /// Returns an argument as text, where it has one without a model.
  func text(_ index: Int) throws(Diagnostic) -> String {
    guard let text = argument(index).scalarText else { throw wrongType(index, "a string") }
    return text
  }

  func int(_ index: Int) throws(Diagnostic) -> Int {
    guard let int = argument(index).int else { throw wrongType(index, "an integer") }
    return int
  }

  /// Returns the localized text for `key`.
  func localized(_ key: String) -> String {
    context.texts.lookup(key)
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
