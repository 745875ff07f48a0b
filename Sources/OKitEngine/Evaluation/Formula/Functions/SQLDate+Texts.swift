extension SQLDate {
  /// `YYYY-MM-DD`
  mutating func dayText() throws(OutOfRange) -> String {
    let day = try needDay()
    return (day.year < 0 ? "-" : "") + Self.padded(abs(day.year), 4) + "-" + Self.padded(day.month) + "-"
      + Self.padded(day.day)
  }

  /// `HH:MM:SS`
  mutating func timeText() throws(OutOfRange) -> String {
    let time = try needTime()
    return Self.padded(time.hour) + ":" + Self.padded(time.minute) + ":" + Self.padded(Int(time.second))
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
      switch Character(Unicode.Scalar(directive)) {
      case "d": text += Self.padded(day.day).utf8
      case "f":
        let seconds = RealText(style: .fixed, precision: 3, isLong: false).digits(of: min(time.second, 59.999))
        text += [UInt8](repeating: 0x30, count: max(6 - seconds.count, 0)) + seconds
      case "H": text += Self.padded(time.hour).utf8
      case "j": text += Self.padded(try dayOfYear(moment, day) + 1, 3).utf8
      case "J": text += RealText(precision: 16, isLong: false).digits(of: Double(moment) / 86_400_000)
      case "m": text += Self.padded(day.month).utf8
      case "M": text += Self.padded(time.minute).utf8
      case "s": text += String(moment / 1000 - Self.unixEpoch / 1000).utf8
      case "S": text += Self.padded(Int(time.second)).utf8
      case "w": text += String((moment + 129_600_000) / Self.millisecondsPerDay % 7).utf8
      case "W":
        // Days since Monday.
        let weekday = (moment + Self.millisecondsPerDay / 2) / Self.millisecondsPerDay % 7
        text += Self.padded((try dayOfYear(moment, day) + 7 - weekday) / 7).utf8
      case "Y": text += Self.padded(day.year, 4).utf8
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

  /// The sign of a negative number counts.
  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(width - digits.utf8.count - (number < 0 ? 1 : 0), 0))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
