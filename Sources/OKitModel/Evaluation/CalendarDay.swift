/// Days in the runtime's time zone. A time zone that the system does not know, which no application has, has no days.
extension FunctionContext: LocalDays {
  package func day(of date: DateValue) -> DayValue? {
    // Fails only for an unknown time zone.
    guard FormatterCache.reaches(date), let offset = try? formatters.offset(of: timeZone, at: date) else { return nil }
    let seconds = Int(date.secondsSince1970.rounded(.down)) + offset
    return DayValue(daysSince1970: ISO8601.floorDivide(seconds, 86_400).quotient)
  }

  package func firstMoment(of day: DayValue) -> DateValue? {
    // Fails only outside of the range of calendars.
    guard let midnight = try? moment(clock: Double(day.daysSince1970) * 86_400) else { return nil }
    let end = Int(midnight.secondsSince1970)
    guard !isBefore(day, end - 1) else { return midnight }
    // Clocks show midnight twice, or skip it together with an earlier time.
    var (before, from) = (end - 26 * 3600, end)
    while from - before > 1 {
      let middle = before + (from - before) / 2
      if isBefore(day, middle) { before = middle } else { from = middle }
    }
    return DateValue(secondsSince1970: Double(from))
  }

  package func offset(at date: DateValue) -> Int {
    // Fails only for an unknown time zone.
    FormatterCache.reaches(date) ? (try? formatters.offset(of: timeZone, at: date)) ?? 0 : 0
  }

  /// Whether a time, in seconds since 1970, is on an earlier day.
  private func isBefore(_ day: DayValue, _ seconds: Int) -> Bool {
    self.day(of: DateValue(secondsSince1970: Double(seconds))).map { $0 < day } ?? true
  }
}
