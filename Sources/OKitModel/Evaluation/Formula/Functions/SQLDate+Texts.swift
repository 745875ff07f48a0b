extension SQLDate {
  /// `YYYY-MM-DD`
  mutating func dayText() throws(OutOfRange) -> String {
    let day = try needDay()
    var text: [UInt8] = day.year < 0 ? [UInt8(ascii: "-")] : []
    Self.append(abs(day.year), 4, to: &text)
    for number in [day.month, day.day] {
      text.append(UInt8(ascii: "-"))
      Self.append(number, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `HH:MM:SS`
  mutating func timeText() throws(OutOfRange) -> String {
    let time = try needTime()
    var text: [UInt8] = []
    Self.append(time.hour, to: &text)
    for number in [time.minute, Int(time.second)] {
      text.append(UInt8(ascii: ":"))
      Self.append(number, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a format with its directives replaced; nil for an unknown one.
  mutating func text(_ format: ArraySlice<UInt8>) throws(OutOfRange) -> [UInt8]? {
    let (moment, day, time) = (try result(), try needDay(), try needTime())
    var text: [UInt8] = []
    var bytes = format.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      guard let directive = bytes.next() else { return nil }
      switch Unicode.Scalar(directive) {
      case "d": Self.append(day.day, to: &text)
      case "f":
        let seconds = RealText(style: .fixed, precision: 3, isLong: false).digits(of: min(time.second, 59.999))
        text += [UInt8](repeating: 0x30, count: max(6 - seconds.count, 0)) + seconds
      case "H": Self.append(time.hour, to: &text)
      case "j": Self.append(try dayOfYear(moment, day) + 1, 3, to: &text)
      case "J": text += RealText(precision: 16, isLong: false).digits(of: Double(moment) / 86_400_000)
      case "m": Self.append(day.month, to: &text)
      case "M": Self.append(time.minute, to: &text)
      case "s": text += String(moment / 1000 - Self.unixEpoch / 1000).utf8
      case "S": Self.append(Int(time.second), to: &text)
      case "w": text += String((moment + 129_600_000) / Self.millisecondsPerDay % 7).utf8
      case "W":
        // Days since Monday.
        let weekday = (moment + Self.millisecondsPerDay / 2) / Self.millisecondsPerDay % 7
        Self.append((try dayOfYear(moment, day) + 7 - weekday) / 7, to: &text)
      case "Y": Self.append(day.year, 4, to: &text)
      case "%": text.append(directive)
      default: return nil
      }
    }
    return text
  }

  /// The number of days since January 1.
  private func dayOfYear(_ moment: Int, _ day: Day) throws(OutOfRange) -> Int {
    var first = SQLDate(day: Day(year: day.year), time: time)
    return (moment - (try first.needMoment()) + Self.millisecondsPerDay / 2) / Self.millisecondsPerDay
  }

  /// Writes at least `width` digits. The sign of a negative number counts as one.
  private static func append(_ number: Int, _ width: Int = 2, to text: inout [UInt8]) {
    if number < 0 { text.append(UInt8(ascii: "-")) }
    var (divisor, digits) = (1 as UInt, number < 0 ? 2 : 1)
    while digits < width || number.magnitude / 10 >= divisor {
      (divisor, digits) = (divisor * 10, digits + 1)
    }
    var rest = number.magnitude
    while divisor > 0 {
      text.append(0x30 + UInt8(truncatingIfNeeded: rest / divisor))
      (rest, divisor) = (rest % divisor, divisor / 10)
    }
  }
}
