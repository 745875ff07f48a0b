extension SQLDate {
  /// Reads `YYYY-MM-DD`, `HH:MM`, both with a space or `T` between them, or a number; nil for anything else.
  ///
  /// Seconds, their fraction and an offset (`Z`, `+01:00`) may follow the time.
  init?(text: ArraySlice<UInt8>) {
    var reader = Reader(text)
    if let date = reader.dateAndTime() {
      self = date
      return
    }
    reader = Reader(text)
    if let (time, zone) = reader.time() {
      self.init(day: nil, time: time, zone: zone ?? 0, isUTC: zone != nil)
      return
    }
    guard case let number?? = NumberPrefix(Array(text)).wholeNumber.map(FormulaConversion.real) else { return nil }
    self.init(number: number)
  }

  /// Reads a time of day, `HH:MM:SS.FFF`, for a modifier.
  static func time(_ text: ArraySlice<UInt8>) -> (time: Time, zone: Int?)? {
    var reader = Reader(text)
    return reader.time()
  }

  private struct Reader {
    private let text: ArraySlice<UInt8>
    private var position: Int

    init(_ text: ArraySlice<UInt8>) { (self.text, position) = (text, text.startIndex) }

    private var peek: UInt8? { position < text.endIndex ? text[position] : nil }

    mutating func dateAndTime() -> SQLDate? {
      let isNegative = accept("-")
      guard let year = number(4, 0...9999), accept("-"), let month = number(2, 1...12), accept("-"),
        let day = number(2, 1...31)
      else { return nil }
      let date = Day(year: isNegative ? -year : year, month: month, day: day)
      while let next = peek, next.isSQLSpace || next == UInt8(ascii: "T") { position += 1 }
      guard peek != nil else { return SQLDate(day: date, time: nil) }
      guard let (time, zone) = time() else { return nil }
      var result = SQLDate(day: date, time: time, zone: zone ?? 0, isUTC: zone != nil)
      // Modifiers work on the time in UTC.
      if zone ?? 0 != 0 { do { _ = try result.needMoment() } catch { return nil } }
      return result
    }

    /// Reads a time with its offset from UTC in minutes, which is nil if there is none, up to the end of the text.
    mutating func time() -> (Time, Int?)? {
      guard let hour = number(2, 0...24), accept(":"), let minute = number(2, 0...59) else { return nil }
      var seconds = 0.0
      if accept(":") {
        guard let whole = number(2, 0...59) else { return nil }
        seconds = Double(whole) + fraction()
      }
      guard let zone = zone() else { return nil }
      return (Time(hour: hour, minute: minute, second: seconds), zone)
    }

    private mutating func fraction() -> Double {
      guard peek == UInt8(ascii: "."), position + 1 < text.endIndex, text[position + 1].isASCIIDigit else { return 0 }
      position += 1
      var (digits, scale) = (0.0, 1.0)
      while let digit = peek, digit.isASCIIDigit {
        (digits, scale) = (digits * 10 + Double(digit - 0x30), scale * 10)
        position += 1
      }
      return digits / scale
    }

    /// Reads an offset up to the end of the text; nil for anything else.
    private mutating func zone() -> Int?? {
      skipSpaces()
      guard let sign = peek else { return .some(nil) }
      position += 1
      var minutes = 0
      switch Unicode.Scalar(sign) {
      case "Z", "z": break
      case "+", "-":
        guard let hour = number(2, 0...14), accept(":"), let minute = number(2, 0...59) else { return nil }
        minutes = (hour * 60 + minute) * (sign == UInt8(ascii: "-") ? -1 : 1)
      default: return nil
      }
      skipSpaces()
      guard peek == nil else { return nil }
      return minutes
    }

    private mutating func skipSpaces() {
      while let next = peek, next.isSQLSpace { position += 1 }
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
      guard peek == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    private mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit = peek, digit.isASCIIDigit else { return nil }
        number = number * 10 + Int(digit - 0x30)
        position += 1
      }
      return range.contains(number) ? number : nil
    }
  }
}
