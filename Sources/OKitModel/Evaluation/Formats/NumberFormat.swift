internal import _FoundationICU

/// A Unicode number pattern in one locale, formatted and parsed by the ICU that Foundation contains.
///
/// Foundation's own `NumberFormatter` traps on some patterns. Belongs to the isolation of its runtime, as
/// `FormatterCache` does.
package final class NumberFormat {
  private let handle: UnsafeMutablePointer<UNumberFormat?>
  let symbols: NumberSymbols
  /// What stands around the digits of positive and of negative numbers.
  let positive: NumberAffixes
  let negative: NumberAffixes
  /// The power of ten by which a percent or per mille sign multiplies.
  private let scale: Int
  /// The character that fills the text up; nil without one, and for one that may be a part of the number.
  let padding: Character?
  private let currencyNames: CurrencyNames?
  /// By the numbers; of doubles by their bits, because 0 and -0 have different texts.
  private var textsOfInts = RecentTexts<Int>()
  private var textsOfDoubles = RecentTexts<UInt64>()

  /// - Throws: `function.pattern` for an invalid pattern, with the place of the mistake.
  init(_ pattern: String, locale: String, symbols: NumberSymbols) throws(Diagnostic) {
    do { try NumberPattern.check(pattern) } catch { throw error.diagnostic(of: pattern, kind: "a number pattern") }
    self.symbols = symbols
    var (status, problem) = (U_ZERO_ERROR, UParseError())
    let opened = ICUText.withUnits(NumberPattern.quotedForICU(pattern)) { units, count in
      swift_unum_open(UNUM_PATTERN_DECIMAL, units, count, locale, &problem, &status)
    }
    guard let handle = opened.flatMap(\.self) else {
      throw Diagnostic("function.pattern", "\"\(pattern)\" is not a number pattern")
    }
    guard !status.isFailure else {
      swift_unum_close(handle)
      throw Diagnostic("function.pattern", "\"\(pattern)\" is not a number pattern")
    }
    // A text that only begins with a number, or whose groups have other lengths, is not one.
    swift_unum_setAttribute(handle, UNUM_LENIENT_PARSE, 0)
    self.handle = handle
    positive = NumberAffixes(handle, UNUM_POSITIVE_PREFIX, UNUM_POSITIVE_SUFFIX)
    negative = NumberAffixes(handle, UNUM_NEGATIVE_PREFIX, UNUM_NEGATIVE_SUFFIX)
    let fill = ICUText.read { swift_unum_getTextAttribute(handle, UNUM_PADDING_CHARACTER, $0, $1, &$2) }?.first
    let isPadded = swift_unum_getAttribute(handle, UNUM_FORMAT_WIDTH) > 0
    padding = isPadded ? fill.flatMap { symbols.canBePart(of: $0) ? nil : $0 } : nil
    currencyNames = CurrencyNames(handle, pattern: pattern, locale: locale)
    scale =
      switch swift_unum_getAttribute(handle, UNUM_MULTIPLIER) {
      case 100: 2
      case 1000: 3
      default: 0
      }
  }

  deinit { swift_unum_close(handle) }

  /// Returns an Int or a Double in the form of the pattern; nil for any other value.
  package func text(of number: Value) -> String? {
    switch number {
    case .int(let int):
      textsOfInts.text(of: int) { [handle] in
        ICUText.read { swift_unum_formatInt64(handle, Int64(int), $0, $1, nil, &$2) }
      }
    case .double(let double):
      textsOfDoubles.text(of: double.bitPattern) { [handle] in
        ICUText.read { swift_unum_formatDouble(handle, double, $0, $1, nil, &$2) }
      }
    default: nil
    }
  }

  // MARK: Parsing

  /// Reads a number that a person typed: in the form of the pattern, or as a plain number of the locale, with or
  /// without what the pattern has around the digits.
  ///
  /// - Throws: the place in the text where it is not a number.
  package func number(in text: String) throws(PatternMistake) -> Value {
    if let number = parse(text) ?? plainNumber(in: text) { return number }
    throw PatternMistake(message: "is not a number", range: wrongRange(in: text))
  }

  /// Reads a text as ICU would write it.
  ///
  /// - Returns: the number, an Int where it is whole; nil when not all of the text is a number.
  private func parse(_ text: String) -> Value? {
    let (count, position, number) =
      ICUText.withUnits(text) { units, count -> (Int32, Int32, String?) in
        var position: Int32 = 0
        var status = U_ZERO_ERROR
        var digits = [CChar](repeating: 0, count: 64)
        let length = swift_unum_parseDecimal(handle, units, count, &position, &digits, Int32(digits.count), &status)
        // A longer one has more digits than a number of the engine.
        guard !status.isFailure, length > 0, length < digits.count else { return (count, position, nil) }
        return (
          count, position, String(decoding: digits.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
      } ?? (0, 0, nil)
    guard position == count, let number else { return nil }
    return Value.string(number).number
  }

  private func plainNumber(in text: String) -> Value? {
    let normalized = NumberAffixes.normalized(text)
    let text = withoutPadding(Substring(currencyNames?.generalized(normalized) ?? normalized))
    if negative.isSign, let digits = negative.strip(text, isNeeded: true), let number = magnitude(digits) {
      return number.negated
    }
    return positive.strip(text, isNeeded: false).flatMap { scaled($0) }
  }

  /// ICU does not read the padding after a suffix.
  private func withoutPadding(_ text: Substring) -> Substring {
    guard let padding else { return text }
    var rest = text
    while rest.first == padding { rest.removeFirst() }
    while rest.last == padding { rest.removeLast() }
    return rest
  }

  private func magnitude(_ digits: Substring) -> Value? {
    guard let number = scaled(digits), number.double.map({ $0.sign == .plus }) == true else { return nil }
    return number
  }

  /// Reads digits, and divides them by 100 or 1000 where the pattern multiplies.
  private func scaled(_ digits: Substring) -> Value? {
    guard let plain = symbols.plainText(String(digits)) else { return nil }
    guard scale > 0 else { return Value.string(plain).number }
    // A shifted decimal point is exact, a division is not.
    let isShort = !plain.contains { $0 == "e" || $0 == "E" }
    let text = isShort ? plain + "e-\(scale)" : plain
    guard let number = Value.string(text).number?.double else { return nil }
    let result = isShort ? number : number / (scale == 2 ? 100 : 1000)
    return Int(exactly: result).map(Value.int) ?? .double(result)
  }

  /// An example of an accepted number.
  package var example: String { text(of: .double(scale == 0 ? 1234.5 : 0.125)) ?? "1234.5" }
}

extension Value {
  fileprivate var negated: Value? {
    switch self {
    case .int(let int): .int(-int)
    case .double(let double): .double(-double)
    default: nil
    }
  }
}
