package import OKitEngine

/// The environment of models and bindings without an application.
package final class TestEnvironment: EvaluationEnvironment {
  package var localization: Localization
  package var locale: String
  package var now: DateValue
  /// The diagnostics of the store and the evaluator, oldest first.
  package var reports: [Diagnostic] = []
  private let timeZone: String
  private let formatters = FormatterCache()

  /// - Parameter texts: the localized texts by key, in English.
  package init(
    texts: [String: String] = [:], now: DateValue = DateValue(secondsSince1970: 1_580_472_000),
    locale: String = "en_US", timeZone: String = "UTC"
  ) {
    localization = Localization(tables: ["en": texts])
    (self.now, self.locale, self.timeZone) = (now, locale, timeZone)
  }

  package var functionContext: FunctionContext {
    FunctionContext(locale: locale, timeZone: timeZone, now: now, localization: localization, formatters: formatters)
  }

  package func report(_ diagnostic: Diagnostic) { reports.append(diagnostic) }
}
