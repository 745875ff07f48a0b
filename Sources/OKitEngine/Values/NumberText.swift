/// Numbers as texts and back, independent of any locale.
public enum NumberText {
  /// The shortest text that reads back as `number`, without `.0`: `9.99`, `3`, `1e+21`.
  ///
  /// Negative zero is `0`; what is not finite is `nan`, `inf` or `-inf`, which no text reads back as a number.
  public static func text(of number: Double) -> String {
    // Every integer below 2^53 is exact, and its digits are the shortest text.
    if number.magnitude < 9_007_199_254_740_992, number == number.rounded(.towardZero) { return String(Int(number)) }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number a text spells: digits with an optional sign, fraction and exponent, blanks around it ignored.
  ///
  /// Words (`nan`, `infinity`), hexadecimal digits and what is too large for a Double are no numbers.
  public static func double(_ text: String) -> Double? {
    guard let trimmed = digits(of: text), let number = Double(trimmed), number.isFinite else { return nil }
    return number
  }

  /// The integer a text spells, also as `2.0` or `1e3`; nil for a fraction and for what 64 bits do not hold.
  public static func int(_ text: String) -> Int? {
    guard let trimmed = digits(of: text) else { return nil }
    return Int(trimmed) ?? Double(trimmed).flatMap(Int.init(exactly:))
  }

  /// The text without blanks around it, if it has only the characters of a decimal number.
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
