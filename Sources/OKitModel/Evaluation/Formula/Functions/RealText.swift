/// A real number as text, by the rules of SQLite's `printf`.
///
/// A digit is rounded up from exactly a half on. Of a number that prints more digits than a Double has, the rest is
/// zeros.
struct RealText {
  enum Style {
    /// `%f`
    case fixed
    /// `%e`
    case exponent
    /// `%g`
    case general
  }

  var style = Style.general
  /// The number of decimal places; of `general`, that of all digits.
  var precision = 15
  /// Whether a point is written in any case, and zeros at the end remain: the flag `#`.
  var keepsPoint = false
  /// Whether up to 26 digits are written instead of 16, and at least one after the point: the flag `!`.
  var isLong = true
  var isUppercase = false

  /// Returns the text that `CAST(number AS TEXT)` gives.
  static func text(of number: Double) -> String {
    if number == 0 { return "0.0" }
    if number.magnitude < 1e15, let int = Int(exactly: number) { return "\(int).0" }
    return (number < 0 ? "-" : "") + String(decoding: RealText().digits(of: number), as: UTF8.self)
  }

  /// Returns the text of a number without its sign.
  func digits(of number: Double) -> [UInt8] {
    guard number.isFinite else { return Array("Inf".utf8) }
    var (style, places) = (style, precision)
    if style == .general { places = max(places - 1, 0) }
    var decimal: ExactDecimal
    if style == .fixed {
      let power = number == 0 ? -1023 : Int(number.exponentBitPattern) - 1023
      // SQLite takes a number that is a hair below a half for the half.
      decimal = places + power / 3 < 15 ? ExactDecimal(raised: number) : ExactDecimal(number)
      decimal.round(to: -places)
    } else {
      let short = places < 15 ? ExactDecimal(shortest: number) : nil
      decimal = short.flatMap { $0.digits.count <= places + 1 ? $0 : nil } ?? ExactDecimal(number)
      decimal.round(to: decimal.exponent - places)
    }
    let exponent = decimal.digits.isEmpty ? 0 : decimal.exponent
    var dropsZeros = isLong
    if style == .general {
      dropsZeros = !keepsPoint
      style = exponent < -4 || exponent > places ? .exponent : .fixed
      if style == .fixed { places -= exponent }
    }
    var text = Self.digits(
      decimal.digits.prefix(isLong ? 26 : 16), first: style == .fixed ? exponent : 0, places: places,
      keepsZeros: !dropsZeros)
    if places > 0 || keepsPoint || isLong {
      if places == 0 { text.append(UInt8(ascii: ".")) }
      if dropsZeros {
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") {
          if isLong { text.append(UInt8(ascii: "0")) } else { text.removeLast() }
        }
      }
    }
    if style == .exponent { text += Self.exponent(exponent, isUppercase: isUppercase) }
    return text
  }

  /// Writes digits, of which the first one has a power of ten, with a number of decimal places.
  ///
  /// - Parameter keepsZeros: Whether the places after the last digit are filled with zeros, of which there may be
  ///   millions.
  private static func digits(
    _ digits: ArraySlice<UInt8>, first power: Int, places: Int, keepsZeros: Bool
  ) -> [UInt8] {
    func digit(_ index: Int) -> UInt8 { 0x30 + (digits.indices.contains(index) ? digits[index] : 0) }
    var text: [UInt8] = []
    let shown = min(places, max(digits.count - 1 - power, 0))
    text.reserveCapacity(max(power, 0) + (keepsZeros ? places : shown) + 3)
    for index in 0...max(power, 0) { text.append(power < 0 ? 0x30 : digit(index)) }
    guard places > 0 else { return text }
    text.append(UInt8(ascii: "."))
    for place in 0..<shown { text.append(digit(power + place + 1)) }
    if keepsZeros { text += repeatElement(0x30, count: places - shown) }
    return text
  }

  private static func exponent(_ exponent: Int, isUppercase: Bool) -> [UInt8] {
    let digits = String(exponent.magnitude)
    return Array(
      ((isUppercase ? "E" : "e") + (exponent < 0 ? "-" : "+") + (digits.utf8.count < 2 ? "0" : "") + digits).utf8)
  }
}
