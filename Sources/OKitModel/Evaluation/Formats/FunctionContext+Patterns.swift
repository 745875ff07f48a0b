/// Numbers and dates by Unicode patterns, in the locale and time zone of the application.
extension FunctionContext {
  /// Returns a number in the form of a pattern; nil for any other value.
  ///
  /// - Throws: `function.pattern` for an invalid pattern.
  func text(ofNumber number: Value, pattern: String) throws(Diagnostic) -> String? {
    try numberFormat(pattern).text(of: number).map(FormatterCache.withPlainBlanks)
  }

  /// Returns a date in the form of a pattern; nil when it is out of the range of calendars.
  ///
  /// - Throws: `function.pattern` for an invalid pattern.
  func text(of date: DateValue, pattern: String) throws(Diagnostic) -> String? {
    try dateFormat(pattern).text(of: date).map(FormatterCache.withPlainBlanks)
  }

  package func numberFormat(_ pattern: String) throws(Diagnostic) -> NumberFormat {
    try formatters.numberFormat(pattern, locale: locale)
  }

  package func dateFormat(_ pattern: String) throws(Diagnostic) -> DateFormat {
    try formatters.dateFormat(pattern, locale: locale, timeZone: timeZone)
  }
}
