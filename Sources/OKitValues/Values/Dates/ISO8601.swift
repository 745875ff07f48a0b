/// Conversions between dates and ISO 8601 text.
package enum ISO8601 {
  /// Reads a date (`2020-01-31`) or a date and time (`2020-01-31T12:00:00.5+01:00`); nil for anything else.
  ///
  /// Seconds, their fraction and the offset (`Z`, `+01:00`, `+0100`, `+01`) may be missing: without an offset the text
  /// means UTC. A space may replace the `T`. Years outside 0000 to 9999 have a sign and six digits. Spaces around
  /// the text are ignored; days and times that do not exist are rejected.
  package static func parse(_ text: String) -> DateValue? { read(text)?.date }

  /// A date, and which of its parts a text has given.
  package struct Reading {
    /// In UTC where the text has no offset.
    package let date: DateValue
    /// The day that the text names.
    package let day: CivilDate
    package let hasTime: Bool
    package let hasOffset: Bool
    /// Seconds east of UTC; 0 without an offset.
    package let offset: Int
    /// Whether there is no time, or the text gives midnight as the time.
    package let isMidnight: Bool
  }

  /// Reads a text as `parse` does.
  package static func read(_ text: String) -> Reading? {
    var reader = Reader(text)
    guard let day = reader.date() else { return nil }
    var seconds = day.daysSince1970 * 86_400
    var fraction = Fraction(number: 0, scale: 1)
    let hasTime = reader.accept("T") || reader.accept("t") || reader.accept(" ")
    var (hasOffset, offset, isMidnight) = (false, 0, true)
    if hasTime {
      guard let time = reader.time() else { return nil }
      hasOffset = !reader.isAtEnd
      guard let given = reader.offset() else { return nil }
      offset = given
      seconds += time.seconds - offset
      fraction = time.fraction
      isMidnight = time.seconds == 0 && fraction.number == 0
    }
    guard reader.isAtEnd else { return nil }
    let exact = DateValue(secondsSince2001: fraction.added(to: seconds - Int(DateValue.epochOffset)))
    return Reading(
      date: exact, day: day, hasTime: hasTime, hasOffset: hasOffset, offset: offset, isMidnight: isMidnight)
  }

  /// Returns the date in UTC, `2020-01-31T12:00:00Z`, with milliseconds only when they are not zero.
  ///
  /// Returns nil for NaN and for years outside `CivilDate.years`.
  package static func text(of date: DateValue) -> String? {
    guard let (day, rest) = civilTime(date) else { return nil }
    let (seconds, fraction) = (rest / 1000, rest % 1000)
    let time = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    return "\(year(day.year))-\(padded(day.month))-\(padded(day.day))T\(time)"
      + (fraction == 0 ? "Z" : ".\(padded(fraction, 3))Z")
  }

  /// Returns whether `text(of:)` has a text for the date.
  package static func canWrite(_ date: DateValue) -> Bool { civilTime(date) != nil }

  /// Returns the day, and the milliseconds since its midnight; nil where there is no text.
  private static func civilTime(_ date: DateValue) -> (day: CivilDate, milliseconds: Int)? {
    let exact = (date.secondsSince2001 * 1000).rounded()
    guard let since2001 = Int(exactly: exact), since2001.magnitude < 40_000_000_000_000_000 else { return nil }
    let milliseconds = since2001 + Int(DateValue.epochOffset) * 1000
    let (days, rest) = floorDivide(milliseconds, 86_400_000)
    let day = CivilDate(daysSince1970: days)
    return CivilDate.years.contains(day.year) ? (day, rest) : nil
  }

  static func year(_ year: Int) -> String {
    if (0...9999).contains(year) { return padded(year, 4) }
    return (year < 0 ? "-" : "+") + padded(Int(year.magnitude), 6)
  }

  /// Returns the quotient and a remainder that is never negative.
  package static func floorDivide(_ number: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  package static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return digits.utf8.count < width ? String(repeating: "0", count: width - digits.utf8.count) + digits : digits
  }
}

extension ISO8601 {
  /// A decimal fraction, `number / scale`.
  private struct Fraction {
    let number: Int
    let scale: Int

    /// Returns the nearest Double, so that a printed time reads back as the same time.
    func added(to seconds: Int) -> Double {
      let (product, overflow) = seconds.multipliedReportingOverflow(by: scale)
      guard !overflow, product.magnitude < 1 << 52 else { return Double(seconds) + Double(number) / Double(scale) }
      return Double(product + number) / Double(scale)
    }
  }

  /// Steps through the bytes of a text; each method consumes what it understands.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
      rest = Array(text.utf8)[...]
      while let first = rest.first, first == 0x20 { rest.removeFirst() }
      while let last = rest.last, last == 0x20 { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func date() -> CivilDate? {
      let isNegative = accept("-")
      let isLong = isNegative || accept("+")
      guard let year = number(isLong ? 6 : 4), accept("-"), let month = number(2), accept("-"), let day = number(2)
      else { return nil }
      return CivilDate(year: isNegative ? -year : year, month: month, day: day)
    }

    mutating func time() -> (seconds: Int, fraction: Fraction)? {
      guard let hour = number(2), accept(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
      var (second, fraction) = (0, Fraction(number: 0, scale: 1))
      if accept(":") {
        guard let read = number(2), read < 60 else { return nil }
        second = read
        if accept(".") || accept(",") {
          guard let read = self.fraction() else { return nil }
          fraction = read
        }
      }
      return (hour * 3600 + minute * 60 + second, fraction)
    }

    /// Seconds east of UTC; 0 at the end of the text.
    mutating func offset() -> Int? {
      if isAtEnd || accept("Z") || accept("z") { return 0 }
      let isWest = accept("-")
      guard isWest || accept("+"), let hours = number(2), hours < 24 else { return nil }
      var minutes = 0
      if accept(":") || !isAtEnd {
        guard let read = number(2), read < 60 else { return nil }
        minutes = read
      }
      let seconds = hours * 3600 + minutes * 60
      return isWest ? -seconds : seconds
    }

    private mutating func number(_ digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// Reads at least one digit; digits after the 15th are below the precision of a Double and are skipped.
    private mutating func fraction() -> Fraction? {
      guard let first = digit() else { return nil }
      var (number, scale) = (first, 10)
      while let digit = digit() {
        guard scale < 1_000_000_000_000_000 else { continue }
        (number, scale) = (number * 10 + digit, scale * 10)
      }
      return Fraction(number: number, scale: scale)
    }

    private mutating func digit() -> Int? {
      guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
      rest.removeFirst()
      return Int(first - 0x30)
    }
  }
}
