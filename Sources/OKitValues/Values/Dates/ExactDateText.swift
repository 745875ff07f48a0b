/// Dates as ISO 8601 texts that give back the same date, to the last bit.
package enum ExactDateText {
  /// Returns the date in UTC with as many digits of a second as it takes. A date that ISO 8601 cannot express is the
  /// number of its seconds since 2001.
  package static func text(of date: DateValue) -> String {
    let seconds = date.secondsSince2001
    let whole = seconds.rounded(.down)
    guard let civil = ISO8601.text(of: DateValue(secondsSince2001: whole)), abs(whole) < 3e13,
      // The text of -0 would be that of 0.
      seconds != 0 || seconds.sign == .plus
    else { return "\(seconds)" }
    if whole == seconds { return civil }
    var digits = fraction(of: abs(seconds))
    if seconds < 0 { digits = complement(of: digits) }
    return "\(civil.dropLast()).\(digits)Z"
  }

  /// Reads such a text, and any other one of ISO 8601; nil for anything else.
  package static func parse(_ text: String) -> DateValue? {
    guard let date = ISO8601.parse(text) else {
      return Double(text).flatMap { $0.isFinite ? DateValue(secondsSince2001: $0) : nil }
    }
    guard text.hasSuffix("Z"), let point = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return date }
    var digits = String(text[text.index(after: point)...].dropLast())
    guard let start = ISO8601.parse("\(text[..<point])Z"), let whole = Int(exactly: start.secondsSince2001) else {
      return date
    }
    guard whole < 0 else { return Double("\(whole).\(digits)").map(DateValue.init(secondsSince2001:)) }
    digits = complement(of: digits)
    return Double("-\(-whole - 1).\(digits)").map(DateValue.init(secondsSince2001:))
  }

  /// Returns the digits after the decimal point of the shortest decimal number that gives `number`.
  private static func fraction(of number: Double) -> String {
    let text = "\(number)"
    guard let point = text.firstIndex(of: ".") ?? text.firstIndex(of: "e") else { return "0" }
    guard let exponent = text.firstIndex(of: "e") else { return String(text[text.index(after: point)...]) }
    // Numbers with a fraction have an exponent only when they are below 1.
    let digits = text[..<exponent].filter { $0 != "." }
    let zeros = -(Int(text[text.index(after: exponent)...]) ?? -1) - 1
    let significant = digits.hasSuffix("0") && text[..<exponent].hasSuffix(".0") ? String(digits.dropLast()) : digits
    return String(repeating: "0", count: max(0, zeros)) + significant
  }

  /// Returns the digits of 1 minus a fraction that is not 0.
  private static func complement(of digits: String) -> String {
    var result: [UInt8] = []
    var hasCarry = true
    for digit in digits.utf8.reversed() {
      let value = 57 - digit + (hasCarry ? 1 : 0)
      hasCarry = value == 10
      result.append(48 + value % 10)
    }
    return String(decoding: result.reversed(), as: UTF8.self)
  }
}
