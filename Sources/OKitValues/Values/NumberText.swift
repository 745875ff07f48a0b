/// Conversions between numbers and text, independent of the locale.
@usableFromInline
package enum NumberText {
  /// Returns the shortest text that reads back as `number`, without `.0`: `9.99`, `3`, `1e+21`.
  ///
  /// Negative zero is `0`; numbers that are not finite are `nan`, `inf` and `-inf`, which do not read back as numbers.
  package static func text(of number: Double) -> String {
    // Every integer below 2^53 is exact, and its digits are the shortest text.
    if number.magnitude < 9_007_199_254_740_992, number == number.rounded(.towardZero) { return String(Int(number)) }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Parses a number: digits with an optional sign, fraction and exponent; ignores white space around it.
  ///
  /// Returns nil for words (`nan`, `infinity`), hexadecimal digits and numbers too large for a Double.
  @usableFromInline
  package static func double(_ text: String) -> Double? {
    guard let trimmed = digits(of: text), let number = Double(trimmed), number.isFinite else { return nil }
    return number
  }

  /// Parses an integer, also `2.0` or `1e3`; nil for a fraction and for a number that does not fit into 64 bits.
  @usableFromInline
  package static func int(_ text: String) -> Int? {
    guard let trimmed = digits(of: text) else { return nil }
    return Int(trimmed) ?? Double(trimmed).flatMap(Int.init(exactly:))
  }

  /// Returns the text without white space around it, if all its characters can be part of a decimal number.
  private static func digits(of text: String) -> Substring? {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    let isDecimal = rest.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    return isDecimal && !rest.isEmpty ? rest : nil
  }
}
