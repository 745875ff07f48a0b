/// The texts of arguments, without the spaces that fill the width.
extension FormatDirective {
  /// - Parameter isOrdinal: Whether the ending of an ordinal number follows: `1st`.
  func text(signed integer: Int, isOrdinal: Bool) -> [UInt8] {
    let sign = integer < 0 ? UInt8(ascii: "-") : sign
    let digits = Array(String(integer.magnitude).utf8)
    let ending = isOrdinal ? Self.ordinalEnding(integer.magnitude) : []
    let text = filled(digits + ending, sign: sign)
    return (sign.map { [$0] } ?? []) + (groupsThousands && !isOrdinal ? Self.grouped(text) : text)
  }

  /// - Parameter prefix: What the flag `#` puts in front of a number that is not 0.
  func text(unsigned integer: Int, base: Int, prefix: String, isUppercase: Bool = false) -> [UInt8] {
    let digits = Array(String(UInt(bitPattern: integer), radix: base, uppercase: isUppercase).utf8)
    let text = filled(digits, sign: nil)
    return (hasAlternateForm && integer != 0 ? Array(prefix.utf8) : [])
      + (groupsThousands && base == 10 ? Self.grouped(text) : text)
  }

  func text(_ number: Double, _ style: RealText.Style) -> [UInt8] {
    let isUppercase = conversion == UInt8(ascii: "E") || conversion == UInt8(ascii: "G")
    let format = RealText(
      style: style, precision: precision ?? 6, keepsPoint: hasAlternateForm, isLong: isLong, isUppercase: isUppercase)
    let sign = number < 0 ? UInt8(ascii: "-") : sign
    let digits = format.digits(of: number)
    guard number.isFinite, padsWithZeros, !isLeftAligned else { return (sign.map { [$0] } ?? []) + digits }
    return (sign.map { [$0] } ?? []) + Self.zeros(width - digits.count - (sign == nil ? 0 : 1)) + digits
  }

  /// Returns as much of a text as the precision permits.
  func prefix(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let precision else { return text }
    guard isLong else { return Self.withoutPartOfCharacter(text, end: text.startIndex + min(precision, text.count)) }
    var (end, rest) = (text.startIndex, precision)
    while rest > 0, end < text.endIndex {
      end += 1
      while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
      rest -= 1
    }
    return text[..<end]
  }

  /// Returns the text up to an index, without the first bytes of a character that does not end there.
  private static func withoutPartOfCharacter(_ text: ArraySlice<UInt8>, end: Int) -> ArraySlice<UInt8> {
    var end = end
    while end > text.startIndex, end < text.endIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
    return text[..<end]
  }

  /// Puts zeros in front of the digits of an integer, up to the precision or, with the flag `0`, the width.
  private func filled(_ digits: [UInt8], sign: UInt8?) -> [UInt8] {
    let least = padsWithZeros ? max(precision ?? 0, width - (sign == nil ? 0 : 1)) : precision ?? 0
    return Self.zeros(least - digits.count) + digits
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "0"), count: max(count, 0)) }

  private static func grouped(_ digits: [UInt8]) -> [UInt8] {
    digits.enumerated().flatMap { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? [UInt8(ascii: ","), digit] : [digit]
    }
  }

  private static func ordinalEnding(_ number: UInt) -> [UInt8] {
    let isTeen = number / 10 % 10 == 1
    return Array((number % 10 > 3 || isTeen ? "th" : ["th", "st", "nd", "rd"][Int(number % 10)]).utf8)
  }
}
