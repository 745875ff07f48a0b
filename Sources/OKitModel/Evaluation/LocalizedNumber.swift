/// Numbers as a person sees and types them.
extension FunctionContext {
  /// Returns a number as the locale writes it, with all its digits and without grouping; nil for any other value.
  package func text(of number: Value) -> String? {
    guard number.isNumber, let plain = number.scalarText else { return nil }
    return formatters.text(ofPlain: plain, locale: locale)
  }

  /// Returns the number that a person typed, in the form of the locale or else in the plain form (`1234.5`); nil for a
  /// text that is not a number. An Int where the number is whole.
  package func number(in text: String) -> Value? {
    formatters.symbols(locale: locale).plainText(text).flatMap { Value.string($0).number }
  }
}
