/// The form in which another program has written a date or a day into a column.
package enum DateForm: Hashable, Sendable {
  /// ISO 8601 and its variants.
  case text(DateTextForm)
  /// Seconds since 1970, whole ones or not.
  case seconds(isWhole: Bool)
  /// Milliseconds since 1970.
  case milliseconds
  /// Days since noon of -4713-11-24 in Greenwich.
  case julianDay

  /// Days from the year 0 to 9999, as Julian days.
  private static let julianDays = 1_721_059.5...5_373_484.5
  /// From here on, seconds would mean a year above 5138.
  private static let leastMilliseconds = 1e11

  /// Finds the form of a value on its own; nil for one that is not a date. Numbers that may be Julian days are.
  package init?(_ value: RowValue) {
    switch value {
    case .text(let text):
      guard let form = DateTextForm(text) else { return nil }
      self = .text(form)
    case .int(let int): self = Self.form(ofNumbers: Double(int), Double(int), isWhole: true)
    case .real(let real) where real.isFinite: self = Self.form(ofNumbers: real, real, isWhole: false)
    case .null, .real, .blob: return nil
    }
  }

  /// Returns the form of all numbers of a column, by the smallest and the largest one.
  ///
  /// - Parameter isWhole: Whether the numbers are integers.
  package static func form(ofNumbers least: Double, _ largest: Double, isWhole: Bool) -> DateForm {
    if julianDays.contains(least), julianDays.contains(largest) { return .julianDay }
    return max(abs(least), abs(largest)) >= leastMilliseconds ? .milliseconds : .seconds(isWhole: isWhole)
  }

  /// Returns the date of a number in the form; nil for a text.
  package func date(_ number: Double) -> DateValue? {
    switch self {
    case .text: nil
    case .seconds: DateValue(secondsSince1970: number)
    case .milliseconds: DateValue(secondsSince2001: number / 1000 - DateValue.epochOffset)
    // A Double has a Julian day to some 40 µs.
    case .julianDay:
      DateValue(
        secondsSince2001: ((number - Self.julianDayOf1970) * 86_400_000).rounded() / 1000 - DateValue.epochOffset)
    }
  }

  /// The Julian day of 1970-01-01T00:00Z.
  private static let julianDayOf1970 = 2_440_587.5

  /// Returns a date as a value of the column; nil for one that the form does not have.
  ///
  /// - Parameter days: The time zone of days, and of texts with an offset.
  func rowValue(_ date: DateValue, _ days: any LocalDays) -> RowValue? {
    switch self {
    case .text(let form): form.text(of: date, days).map(RowValue.text)
    case .seconds(let isWhole):
      Self.number(isWhole ? date.secondsSince1970.rounded(.down) : date.secondsSince1970)
    case .milliseconds: Self.number((date.secondsSince1970 * 1000).rounded())
    case .julianDay: .real(Self.julianDayOf1970 + date.secondsSince1970 / 86_400)
    }
  }

  /// Returns a day as a value of the column: where the form has a time, its midnight, in UTC where the form has a zone.
  func rowValue(_ day: DayValue) -> RowValue? {
    switch self {
    case .text(let form): form.text(of: day).map(RowValue.text)
    case .seconds, .milliseconds, .julianDay: rowValue(day.midnightUTC, UTCDays())
    }
  }

  private static func number(_ number: Double) -> RowValue { Int(exactly: number).map(RowValue.int) ?? .real(number) }

  var isDayAlone: Bool { if case .text(let form) = self { form.time == nil } else { false } }

  /// The form of all dates of a column that another form joins; nil where both differ.
  func joined(_ other: DateForm) -> DateForm? {
    if self == other { return self }
    if case .seconds = self, case .seconds = other { return .seconds(isWhole: false) }
    guard case .text(let own) = self, case .text(let form) = other else { return nil }
    return own.joined(form).map(DateForm.text)
  }
}

/// The parts of a text of a date.
package struct DateTextForm: Hashable, Sendable {
  package struct Time: Hashable, Sendable {
    /// `T`, `t` or a space.
    var separator: UInt8
    var hasSeconds: Bool
    /// The digits of a fraction of a second; nil for as many as it takes.
    var fractionDigits: Int?
    /// `.` or `,`.
    var point: UInt8
    var zone: Zone
  }

  package enum Zone: Hashable, Sendable {
    /// The time is one in UTC.
    case none
    /// `Z` or `z`
    case letter(UInt8)
    /// `+02:00`, `+0200` or `+02`.
    case offset(seconds: Int?, hasMinutes: Bool, hasColon: Bool)
  }

  /// Nil for a day alone.
  package private(set) var time: Time?

  /// A day alone, `2024-02-01`.
  static let day = DateTextForm()

  private init() {}

  /// Finds the form of a text; nil for one that is not a date.
  package init?(_ text: String) {
    guard let iso = ISO8601.read(text) else { return nil }
    guard iso.hasTime else { return }
    let bytes = Array(text.trimmed.utf8)
    // The sign of a long year is not an offset.
    guard let start = bytes.dropFirst(8).firstIndex(where: { [0x54, 0x74, 0x20].contains($0) }) else { return nil }
    var time = Time(separator: bytes[start], hasSeconds: false, fractionDigits: 0, point: 0x2E, zone: .none)
    var rest = bytes[(start + 1)...]
    time.hasSeconds = rest.prefix(while: { ![0x2B, 0x2D, 0x5A, 0x7A].contains($0) }).count { $0 == 0x3A } == 2
    if let point = rest.firstIndex(where: { $0 == 0x2E || $0 == 0x2C }) {
      time.point = bytes[point]
      time.fractionDigits = bytes[(point + 1)...].prefix { (0x30...0x39).contains($0) }.count
    }
    if let zone = rest.firstIndex(where: { [0x2B, 0x2D, 0x5A, 0x7A].contains($0) }) {
      rest = bytes[zone...]
      time.zone =
        iso.hasOffset && rest.count > 1
        ? .offset(seconds: iso.offset, hasMinutes: rest.count > 3, hasColon: rest.contains(0x3A)) : .letter(bytes[zone])
    }
    self.time = time
  }

  /// Returns a date in this form, rounded down to what the form shows; nil for one that no text of ISO 8601 has.
  func text(of date: DateValue, _ days: any LocalDays) -> String? {
    guard let time else { return Self.day(of: date, days)?.text }
    var offset = 0
    if case .offset(let seconds, _, _) = time.zone { offset = seconds ?? days.offset(at: date) }
    guard let exact = Self.parts(of: date, offset) else { return nil }
    var text = exact.day + String(UnicodeScalar(time.separator)) + exact.time.prefix(time.hasSeconds ? 8 : 5)
    var fraction = exact.fraction
    if let digits = time.fractionDigits {
      fraction = String(fraction.prefix(digits))
      fraction += String(repeating: "0", count: digits - fraction.utf8.count)
    }
    if !fraction.isEmpty { text += String(UnicodeScalar(time.point)) + fraction }
    return text + Self.text(of: time.zone, offset)
  }

  /// Returns a day in this form: where it has a time, midnight.
  func text(of day: DayValue) -> String? {
    guard var time else { return day.text }
    if case .offset(let seconds, let hasMinutes, let hasColon) = time.zone {
      time.zone = .offset(seconds: seconds ?? 0, hasMinutes: hasMinutes, hasColon: hasColon)
    }
    var form = self
    form.time = time
    let offset = if case .offset(let seconds?, _, _) = time.zone { seconds } else { 0 }
    return form.text(of: DateValue(secondsSince2001: day.midnightUTC.secondsSince2001 - Double(offset)), UTCDays())
  }

  /// The day that a date means where no time is shown: one that begins with the date, else the day in the time zone.
  private static func day(of date: DateValue, _ days: any LocalDays) -> DayValue? {
    guard let day = days.day(of: date), days.firstMoment(of: day) != date else { return days.day(of: date) }
    let inUTC = UTCDays().day(of: date)
    return inUTC?.midnightUTC == date ? inUTC : day
  }

  /// The parts of the text of a date at an offset, with as many digits of a second as it takes.
  private static func parts(of date: DateValue, _ offset: Int) -> (day: String, time: String, fraction: String)? {
    let whole = date.secondsSince2001.rounded(.down)
    // The fraction does not depend on the offset.
    guard let moved = ISO8601.text(of: DateValue(secondsSince2001: whole + Double(offset))),
      let separator = moved.firstIndex(of: "T")
    else { return nil }
    let exact = ExactDateText.text(of: date)
    let fraction = exact.firstIndex(of: ".").map { String(exact[exact.index(after: $0)...].dropLast()) } ?? ""
    return (String(moved[..<separator]), String(moved[moved.index(after: separator)...].dropLast()), fraction)
  }

  private static func text(of zone: Zone, _ offset: Int) -> String {
    switch zone {
    case .none: return ""
    case .letter(let letter): return String(UnicodeScalar(letter))
    case .offset(_, let hasMinutes, let hasColon):
      let minutes = abs(offset) / 60
      let hours = (offset < 0 ? "-" : "+") + ISO8601.padded(minutes / 60)
      guard hasMinutes || minutes % 60 != 0 else { return hours }
      return hours + (hasColon || !hasMinutes ? ":" : "") + ISO8601.padded(minutes % 60)
    }
  }

  /// The form that both forms have, apart from the number of digits of a fraction and from the offset; nil where they
  /// differ.
  fileprivate func joined(_ other: DateTextForm) -> DateTextForm? {
    guard var time, let added = other.time else { return nil }
    if time.fractionDigits != added.fractionDigits {
      // Programs leave out fractions of zero, or write as many digits as it takes.
      time.point = time.fractionDigits == 0 ? added.point : time.point
      time.fractionDigits = nil
    }
    if case .offset(let seconds, let hasMinutes, let hasColon) = time.zone, case .offset(let other, _, _) = added.zone,
      seconds != other
    {
      time.zone = .offset(seconds: nil, hasMinutes: hasMinutes, hasColon: hasColon)
    }
    var (form, compared) = (self, added)
    compared.fractionDigits = time.fractionDigits
    if added.fractionDigits == 0 || time.fractionDigits == 0 { compared.point = time.point }
    if case .offset(nil, _, _) = time.zone, case .offset(_, let hasMinutes, let hasColon) = compared.zone {
      compared.zone = .offset(seconds: nil, hasMinutes: hasMinutes, hasColon: hasColon)
    }
    guard compared == time else { return nil }
    form.time = time
    return form
  }
}
