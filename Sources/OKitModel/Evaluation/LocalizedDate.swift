/// Dates as a person sees and types them in a date cell.
extension FunctionContext {
  /// The day of a date or a day in the long form, whose year has all digits; nil for any other value.
  package func longText(of value: Value) -> String? {
    // Fails only for an unknown time zone.
    day(value).flatMap { try? text(of: $0, .long) }
  }

  /// Returns what a date cell shows of a date; nil when it is outside the range of calendars.
  package func text(of date: DateValue, mode: DateMode) throws(Diagnostic) -> String? {
    switch mode {
    case .time: return try text(of: date, .shortTime)
    case .date: return try text(of: date, .long)
    case .dateAndTime: return try text(of: date, .shortDateTime)
    case .countDownTimer:
      guard FormatterCache.reaches(date) else { return nil }
      let clock = try figures(of: date)
      return "\(ISO8601.padded(clock.hour)):\(ISO8601.padded(clock.minute))"
    }
  }

  /// Returns the date that a person typed into a date cell; nil for any other text.
  ///
  /// Accepted are ISO 8601 and the forms of the locale. A text without an offset is in the time zone of the
  /// application. A mode that shows only the day or only the time leaves the other part of the current date as it is.
  package func date(
    in text: String, mode: DateMode, current: DateValue?
  ) throws(Diagnostic) -> DateValue? {
    if let iso = ISO8601.read(text) {
      if iso.hasOffset { return iso.date }
      if iso.hasTime { return try moment(clock: iso.date.secondsSince1970) }
      let day = DayValue(iso.day)
      return mode == .date ? try moment(day: day, timeOf: current) : firstMoment(of: day)
    }
    switch mode {
    case .date:
      guard let day = try day(in: text) else { return nil }
      return try moment(day: day, timeOf: current)
    case .dateAndTime:
      if let date = try date(in: text, .shortDateTime) { return date }
      return try day(in: text).flatMap(firstMoment)
    case .time, .countDownTimer:
      let day = current ?? now
      if let minutes = Self.minutes(in: text) {
        let day = try figures(of: day)
        return try date(year: day.year, month: day.month, day: day.day, hour: minutes / 60, minute: minutes % 60)
      }
      guard mode == .time, let time = try date(in: text, .shortTime) else { return nil }
      return try moment(dayOf: day, timeOf: time)
    }
  }

  /// An example of each accepted form, for messages.
  package func forms(of mode: DateMode) throws(Diagnostic) -> String {
    let noon = try date(year: 2020, month: 1, day: 31, hour: 12)
    let forms: [String?] =
      switch mode {
      case .time: [try text(of: noon, .shortTime), "12:00"]
      case .date: [try text(of: noon, .shortDate), "2020-01-31"]
      case .dateAndTime: [try text(of: noon, .shortDateTime), "2020-01-31T12:00:00Z"]
      case .countDownTimer: ["12:00"]
      }
    var seen: Set<String> = []
    return forms.compactMap(\.self).filter { seen.insert($0).inserted }.map { "\"\($0)\"" }.joined(separator: " or ")
  }

  private func date(in text: String, _ style: DateStyle) throws(Diagnostic) -> DateValue? {
    try formatters.date(from: text, style: style, locale: locale, timeZone: timeZone, now: now)
  }

  /// Returns the day that a person typed: ISO 8601, or a form of the locale; nil for any other text. A text with an
  /// offset from UTC means the day in the time zone of the application.
  package func day(in text: String) throws(Diagnostic) -> DayValue? {
    if let day = day(.string(text)) { return day }
    for style in [DateStyle.shortDate, .long, .full] {
      // A day has no time zone, and a day without midnight is a day too.
      let midnight = try formatters.date(from: text, style: style, locale: locale, timeZone: "UTC", now: now)
      if let midnight { return UTCDays().day(of: midnight) }
    }
    return nil
  }

  /// Returns the time of day of a date on a day; the first moment of the day without a time.
  package func moment(day: DayValue, timeOf time: DateValue?) throws(Diagnostic) -> DateValue? {
    guard let time else { return firstMoment(of: day) }
    let (date, clock) = (day.civil, try figures(of: time))
    return try self.date(
      year: date.year, month: date.month, day: date.day, hour: clock.hour, minute: clock.minute, second: clock.second)
  }

  /// Returns the time of day of one date on the day of another.
  private func moment(dayOf day: DateValue, timeOf time: DateValue) throws(Diagnostic) -> DateValue {
    let (date, clock) = (try figures(of: day), try figures(of: time))
    return try self.date(
      year: date.year, month: date.month, day: date.day, hour: clock.hour, minute: clock.minute, second: clock.second)
  }

  /// Reads `8:05` or `08:05`, of 24 hours, as minutes; nil for any other text.
  private static func minutes(in text: String) -> Int? {
    let parts = text.filter { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }
}
