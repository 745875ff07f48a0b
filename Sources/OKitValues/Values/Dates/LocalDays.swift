/// The days of a time zone: which day a date is on, and when a day begins.
package protocol LocalDays {
  /// Returns the day of a date; nil outside the range of days.
  func day(of date: DateValue) -> DayValue?
  /// Returns the first moment of a day: midnight, or a later time where clocks skip midnight.
  func firstMoment(of day: DayValue) -> DateValue?
  /// Returns the seconds that the time zone is east of UTC at a date; 0 outside the range of days.
  func offset(at date: DateValue) -> Int
}

extension LocalDays {
  /// The date, by the rule of `getDate`: a date, an ISO 8601 text, or the first moment of a day; nil for anything else.
  ///
  /// A text without a time is a day.
  package func date(_ value: Value) -> DateValue? {
    switch value {
    case .day(let day): return firstMoment(of: day)
    case .date(let date): return date
    case .string(let text): return date(text)
    default: return nil
    }
  }

  /// Reads an ISO 8601 text; one without a time is the first moment of its day. Nil for anything else.
  package func date(_ text: String) -> DateValue? {
    guard let iso = ISO8601.read(text) else { return nil }
    return iso.hasTime ? iso.date : firstMoment(of: DayValue(iso.day))
  }

  /// The day of a value: a day, that of a date in the time zone, or that of an ISO 8601 text; nil for anything else.
  ///
  /// A text without an offset from UTC names its day in every time zone.
  package func day(_ value: Value) -> DayValue? {
    switch value {
    case .day(let day): return day
    case .date(let date): return day(of: date)
    case .string(let text):
      guard let iso = ISO8601.read(text) else { return nil }
      return iso.hasOffset ? day(of: iso.date) : DayValue(iso.day)
    default: return nil
    }
  }
}

/// The days in UTC, for models without an application.
package struct UTCDays: LocalDays {
  package init() {}

  package func day(of date: DateValue) -> DayValue? {
    let days = (date.secondsSince1970 / 86_400).rounded(.down)
    return Int(exactly: days).flatMap(DayValue.init(daysSince1970:))
  }

  package func firstMoment(of day: DayValue) -> DateValue? { day.midnightUTC }

  package func offset(at date: DateValue) -> Int { 0 }
}
