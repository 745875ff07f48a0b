/// A directive of `printf`: `%`, flags, a width, a precision and a conversion.
struct FormatDirective {
  var isLeftAligned = false
  /// `+` or a space in front of numbers that are not negative.
  var sign: UInt8?
  /// `#`: another form of the conversion.
  var hasAlternateForm = false
  /// `!`: up to 26 digits of real numbers; widths and precisions of texts count characters instead of bytes.
  var isLong = false
  var padsWithZeros = false
  var groupsThousands = false
  var width = 0
  var precision: Int?
  /// Nil at the end of the format.
  var conversion: UInt8?

  /// Reads a directive from the position after its `%`, and moves the position past it.
  ///
  /// - Parameter argument: Returns the next argument as a width or precision, for `*`.
  init(_ format: ArraySlice<UInt8>, at position: inout Int, argument: () -> Int) {
    var reader = Reader(format: format, position: position)
    while let flag = reader.peek, apply(flag: flag) { reader.position += 1 }
    if reader.accept("*") {
      let given = Int(Int32(truncatingIfNeeded: argument()))
      isLeftAligned = isLeftAligned || given < 0
      width = given == Int(Int32.min) ? 0 : abs(given)
    } else {
      width = reader.number()
    }
    if reader.accept(".") {
      if reader.accept("*") {
        let given = Int(Int32(truncatingIfNeeded: argument()))
        precision = given == Int(Int32.min) ? nil : abs(given)
      } else {
        precision = reader.number()
      }
    }
    // The size of an integer in C changes nothing.
    if reader.accept("l") { _ = reader.accept("l") }
    conversion = reader.peek
    if conversion != nil { reader.position += 1 }
    position = reader.position
  }

  /// The number of characters that the precision adds in any case: digits of numbers, and the repetitions of `%c`. In
  /// other conversions it only limits the length.
  var leastLength: Int {
    guard let precision, let conversion else { return 0 }
    switch Unicode.Scalar(conversion) {
    case "d", "i", "r", "u", "o", "x", "X", "p", "c": return precision
    // The flag `!` drops zeros at the end.
    case "f", "e", "E": return isLong ? 0 : precision
    case "g", "G": return hasAlternateForm ? precision : 0
    default: return 0
    }
  }

  /// - Returns: whether it is a flag.
  private mutating func apply(flag: UInt8) -> Bool {
    switch Unicode.Scalar(flag) {
    case "-": isLeftAligned = true
    case "+": sign = flag
    case " ": sign = flag
    case "#": hasAlternateForm = true
    case "!": isLong = true
    case "0": padsWithZeros = true
    case ",": groupsThousands = true
    default: return false
    }
    return true
  }

  private struct Reader {
    let format: ArraySlice<UInt8>
    var position: Int

    var peek: UInt8? { position < format.endIndex ? format[position] : nil }

    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
      guard peek == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    /// Reads a number modulo 2³¹, as SQLite does; 0 without digits.
    mutating func number() -> Int {
      var number: UInt32 = 0
      while let digit = peek, digit.isASCIIDigit {
        number = number &* 10 &+ UInt32(digit - 0x30)
        position += 1
      }
      return Int(number & 0x7FFF_FFFF)
    }
  }
}
