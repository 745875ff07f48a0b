/// Time spans as people write them.
enum DurationText {
  /// The seconds of `90s`, `5m`, `1h30m`, `2d`, `0.5s` or a bare number; nil for anything else, and for negative ones.
  static func seconds(_ text: String) -> Double? {
    if let number = number(text[...]) { return number }
    var total = 0.0
    var rest = text[...]
    var lastUnit = Double.infinity
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let count = number(digits), let unit = rest.popFirst().flatMap(unit), unit < lastUnit else { return nil }
      total += count * unit
      lastUnit = unit
    }
    return text.isEmpty ? nil : total
  }

  private static func number(_ digits: Substring) -> Double? {
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func unit(_ letter: Character) -> Double? {
    switch letter {
    case "d": 86_400
    case "h": 3_600
    case "m": 60
    case "s": 1
    default: nil
    }
  }
}
