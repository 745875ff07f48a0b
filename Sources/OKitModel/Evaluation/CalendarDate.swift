/// Calendar dates in the runtime's time zone.
extension FunctionContext {
  /// Returns the date with these components. Components outside their ranges carry over: day 0 is the last day of the
  /// month before, month 13 the January after.
  ///
  /// - Throws: `function.date` when the result is outside the range of the calendar.
  package func date(
    year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Double = 0
  ) throws(Diagnostic) -> DateValue {
    let limit = 1_000_000
    guard [year, month, day, hour, minute].allSatisfy({ $0.magnitude <= limit * 100 }), year.magnitude <= limit,
      second.isFinite
    else {
      throw Diagnostic("function.date", "the date is outside the range of the calendar")
    }
    let months = year * 12 + month - 1
    guard let civil = CivilDate(year: Self.floorDivide(months, 12), month: Self.modulo(months, 12) + 1, day: 1) else {
      throw Diagnostic("function.date", "the date is outside the range of the calendar")
    }
    let days = civil.daysSince1970 + day - 1
    let clock = Double(days) * 86_400 + Double(hour) * 3600 + Double(minute) * 60 + second
    return try moment(clock: clock)
  }

  /// Returns the moment at which clocks in the time zone show a time, given in seconds since 1970-01-01T00:00.
  ///
  /// A time that clocks skip is as much later as they skip, so that it stays on its day where midnight does not exist.
  ///
  /// - Throws: `function.date` when the result is outside the range of the calendar.
  package func moment(clock: Double) throws(Diagnostic) -> DateValue {
    let guess = DateValue(secondsSince1970: clock)
    guard FormatterCache.reaches(guess) else {
      throw Diagnostic("function.date", "the date is outside the range of the calendar")
    }
    let first = try formatters.offset(of: timeZone, at: guess)
    let refined = DateValue(secondsSince1970: clock - Double(first))
    let last = try formatters.offset(of: timeZone, at: refined)
    let moment = DateValue(secondsSince1970: clock - Double(last))
    guard last != first, try formatters.offset(of: timeZone, at: moment) != last else { return moment }
    return DateValue(secondsSince1970: clock - Double(min(first, last)))
  }

  /// Returns the components of a date.
  package func figures(of date: DateValue) throws(Diagnostic) -> (
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Double
  ) {
    guard FormatterCache.reaches(date) else {
      throw Diagnostic("function.date", "the date is outside the range of the calendar")
    }
    let local = date.secondsSince1970 + Double(try formatters.offset(of: timeZone, at: date))
    let whole = Int(local.rounded(.down))
    let days = Self.floorDivide(whole, 86_400)
    let rest = whole - days * 86_400
    let civil = CivilDate(daysSince1970: days)
    return (
      civil.year, civil.month, civil.day, rest / 3600, rest / 60 % 60, Double(rest % 60) + local - local.rounded(.down)
    )
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
  private static func modulo(_ a: Int, _ b: Int) -> Int { a - floorDivide(a, b) * b }
}
