/// Dates as a person sees and types them in a date cell.
extension FunctionContext {
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
  /// Accepted are ISO 8601 and the forms of the locale. A text without an offset is in the time zone of the application. A
  /// mode that shows only the day or only the time leaves the other part of the current date as it is.
  package func date(
    in text: String, mode: DateMode, current: DateValue?
  ) throws(Diagnostic) -> DateValue? {
    if let iso = ISO8601.read(text) {
      let date = iso.hasOffset ? iso.date : try moment(clock: iso.date.secondsSince1970)
      return mode == .date && !iso.hasTime ? try moment(dayOf: date, timeOf: current) : date
    }
    switch mode {
    case .date:
      guard let day = try day(in: text) else { return nil }
      return try moment(dayOf: day, timeOf: current)
    case .dateAndTime:
      if let date = try date(in: text, .shortDateTime) { return date }
      return try day(in: text)
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

  private func day(in text: String) throws(Diagnostic) -> DateValue? {
    for style in [DateStyle.shortDate, .long, .full] {
      if let day = try date(in: text, style) { return day }
    }
    return nil
  }

  /// Returns the time of day of one date on the day of another; midnight without a time.
  func moment(dayOf day: DateValue, timeOf time: DateValue?) throws(Diagnostic) -> DateValue {
    let (date, clock) = (try figures(of: day), try time.map(figures))
    return try self.date(
      year: date.year, month: date.month, day: date.day, hour: clock?.hour ?? 0, minute: clock?.minute ?? 0,
      second: clock?.second ?? 0)
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
