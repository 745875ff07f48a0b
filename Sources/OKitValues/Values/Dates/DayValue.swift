/// A day of the proleptic Gregorian calendar, without time and time zone.
public struct DayValue: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The number of days since 1970-01-01.
  @usableFromInline package let daysSince1970: Int32

  /// The days of the years that `CivilDate` has, the same as those of ISO 8601 texts of dates.
  private static let range = -365_961_662...364_522_971

  /// Creates a day; nil outside the years -999999 to 999999.
  @usableFromInline package init?(daysSince1970 days: Int) {
    guard Self.range.contains(days) else { return nil }
    daysSince1970 = Int32(days)
  }

  /// Creates a day; nil when it does not exist, or outside the years -999999 to 999999.
  public init?(year: Int, month: Int, day: Int) {
    guard let civil = CivilDate(year: year, month: month, day: day) else { return nil }
    self.init(civil)
  }

  package init(_ civil: CivilDate) { daysSince1970 = Int32(civil.daysSince1970) }

  /// Reads `2024-06-15`; nil for anything else, also for a day with a time.
  public init?(_ text: String) {
    guard let iso = ISO8601.read(text), !iso.hasTime else { return nil }
    self.init(iso.day)
  }

  public static func < (a: Self, b: Self) -> Bool { a.daysSince1970 < b.daysSince1970 }

  /// The year, the month and the day of the month.
  package var civil: CivilDate { CivilDate(daysSince1970: Int(daysSince1970)) }

  /// The day as ISO 8601 text, `2024-06-15`.
  public var text: String {
    let civil = civil
    return "\(ISO8601.year(civil.year))-\(ISO8601.padded(civil.month))-\(ISO8601.padded(civil.day))"
  }

  /// Returns the day that is a number of days later; nil outside the range of days.
  package func adding(days: Int) -> DayValue? {
    let (sum, overflow) = Int(daysSince1970).addingReportingOverflow(days)
    return overflow ? nil : DayValue(daysSince1970: sum)
  }

  /// Its midnight in UTC, for formats in UTC.
  package var midnightUTC: DateValue { DateValue(secondsSince1970: Double(daysSince1970) * 86_400) }
}

extension DayValue: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> DayValue {
    guard case .day(let day) = value else { throw ValueMismatch() }
    return day
  }
  public func toValue() -> Value { .day(self) }
}
