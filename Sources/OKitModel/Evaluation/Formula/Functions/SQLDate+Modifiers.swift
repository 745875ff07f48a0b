extension SQLDate {
  /// Applies a modifier, such as `+1 day`, `start of month` or `localtime`.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the first one; only that may interpret a number.
  ///   - offset: Returns the offset of the time zone from UTC in seconds, at a moment.
  /// - Returns: false for an unknown modifier.
  mutating func apply(
    _ modifier: ArraySlice<UInt8>, isFirst: Bool, offset: (Int) throws(Diagnostic) -> Int
  ) throws -> Bool {
    let text = String(decoding: modifier.map(\.asciiLowercased), as: UTF8.self)
    switch text {
    case "auto": return isFirst && interpretNumber()
    case "unixepoch": return isFirst && readUnixEpoch()
    case "julianday":
      guard isFirst, moment != nil, number != nil else { return false }
      number = nil
      return true
    case "localtime":
      try moveToLocalTime(offset)
      return true
    case "utc":
      try moveToUTC(offset)
      return true
    case "start of day", "start of month", "start of year": return try moveToStart(of: text)
    default:
      if let weekday = Self.argument(of: text, "weekday ") { return try move(toWeekday: weekday) }
      guard let first = modifier.first, first.isASCIIDigit || "+-".utf8.contains(first) else { return false }
      return try add(modifier)
    }
  }

  // MARK: Numbers

  /// A number that is a Julian day or, if it is too large, a time in seconds since 1970.
  private mutating func interpretNumber() -> Bool {
    guard let number, moment == nil else {
      self.number = nil
      return true
    }
    guard number >= -210_866_760_000, number <= 253_402_300_799 else { return false }
    self = SQLDate(moment: Int(number * 1000 + Double(Self.unixEpoch) + 0.5))
    return true
  }

  private mutating func readUnixEpoch() -> Bool {
    guard let number else { return false }
    let result = number * 1000 + Double(Self.unixEpoch)
    guard result >= 0, result < 464_269_060_800_000 else { return false }
    self = SQLDate(moment: Int(result + 0.5))
    return true
  }

  // MARK: Parts

  private mutating func moveToStart(of text: String) throws(OutOfRange) -> Bool {
    guard moment != nil || day != nil || time != nil else { return false }
    var start = try needDay()
    if text.hasSuffix("month") { start.day = 1 }
    if text.hasSuffix("year") { (start.month, start.day) = (1, 1) }
    (moment, day, time, zone, number) = (nil, start, Time(), 0, nil)
    return true
  }

  /// Moves to the next day of the week, 0 for Sunday, unless it is one.
  private mutating func move(toWeekday text: String) throws(OutOfRange) -> Bool {
    guard case let weekday?? = NumberPrefix(text).wholeNumber.map(FormulaConversion.real), weekday >= 0, weekday < 7,
      let wanted = Int(exactly: weekday)
    else { return false }
    _ = (try needDay(), try needTime())
    (zone, moment) = (0, nil)
    let current = (try needMoment() + 129_600_000) / Self.millisecondsPerDay % 7
    try move(by: (wanted - (current > wanted ? current - 7 : current)) * Self.millisecondsPerDay)
    return true
  }

  // MARK: Adding

  /// A unit of `NNN units`: the largest number, and its seconds.
  private static let units: [(name: String, limit: Double, seconds: Double)] = [
    ("second", 4.6427e+14, 1), ("minute", 7.7379e+12, 60), ("hour", 1.2897e+11, 3600), ("day", 5_373_485, 86_400),
    ("month", 176_546, 2_592_000), ("year", 14_713, 31_536_000),
  ]

  /// Adds `NNN units` or `±HH:MM:SS`.
  private mutating func add(_ modifier: ArraySlice<UInt8>) throws(OutOfRange) -> Bool {
    let end =
      modifier.dropFirst().firstIndex { $0 == UInt8(ascii: ":") || $0.isSQLSpace } ?? modifier.endIndex
    guard case let amount?? = NumberPrefix(Array(modifier[..<end])).wholeNumber.map(FormulaConversion.real) else {
      return false
    }
    if end < modifier.endIndex, modifier[end] == UInt8(ascii: ":") {
      guard let first = modifier.first,
        let (time, zone) = Self.time(first.isASCIIDigit ? modifier : modifier.dropFirst())
      else { return false }
      var difference = SQLDate(day: nil, time: time, zone: zone ?? 0)
      let milliseconds = (try difference.needMoment() - Self.millisecondsPerDay / 2) % Self.millisecondsPerDay
      try move(by: first == UInt8(ascii: "-") ? -milliseconds : milliseconds)
      return true
    }
    let word = String(decoding: modifier[end...].drop(while: \.isSQLSpace).map(\.asciiLowercased), as: UTF8.self)
    let name = word.hasSuffix("s") ? String(word.dropLast()) : word
    _ = try needMoment()
    guard (3...10).contains(word.utf8.count), let unit = Self.units.first(where: { $0.name == name }),
      amount > -unit.limit, amount < unit.limit
    else { return false }
    var rest = amount
    if name == "month" || name == "year" {
      let whole = Int(amount)
      rest -= Double(whole)
      try add(months: name == "month" ? whole : 0, years: name == "year" ? whole : 0)
    }
    try move(by: Int(rest * 1000 * unit.seconds + (amount < 0 ? -0.5 : 0.5)))
    return true
  }

  /// Adds to the parts of the day: a day that the month does not have becomes one of the next month.
  private mutating func add(months: Int, years: Int) throws(OutOfRange) {
    var day = try needDay()
    _ = try needTime()
    day.month += months
    let carry = day.month > 0 ? (day.month - 1) / 12 : (day.month - 12) / 12
    day.year += years + carry
    day.month -= carry * 12
    (self.day, moment) = (day, nil)
  }

  // MARK: Time zones

  private mutating func moveToLocalTime(_ offset: (Int) throws(Diagnostic) -> Int) throws {
    var local = try Self.localTime(at: needMoment(), offset)
    local.isUTC = isUTC
    self = local
  }

  /// Returns the parts of a moment in the time zone. Outside of 1970 to 2037, the rules are those of a similar year, as
  /// in SQLite.
  private static func localTime(at moment: Int, _ offset: (Int) throws(Diagnostic) -> Int) throws -> SQLDate {
    var similar = SQLDate(moment: moment)
    var years = 0
    if moment < 2_108_667_600 * 100_000 || moment > 2_130_141_456 * 100_000 {
      var day = try similar.needDay()
      _ = try similar.needTime()
      years = 2000 + day.year % 4 - day.year
      day.year += years
      (similar.day, similar.moment) = (day, nil)
    }
    let known = try similar.needMoment()
    // Whole seconds.
    var local = SQLDate(moment: known - known % 1000 + (try offset(known)) * 1000)
    var day = try local.needDay()
    var time = try local.needTime()
    day.year -= years
    time.second += Double(moment % 1000) * 0.001
    return SQLDate(day: day, time: time)
  }

  /// Takes the time as one of the time zone, and searches the moment at which clocks there show it.
  private mutating func moveToUTC(_ offset: (Int) throws(Diagnostic) -> Int) throws {
    guard !isUTC else { return }
    let wanted = try needMoment()
    var guess = wanted
    // As many times as SQLite: it matters for a time that the clocks there skip.
    for _ in 0..<3 {
      var local = try Self.localTime(at: guess, offset)
      let error = try local.needMoment() - wanted
      guess -= error
      if error == 0 { break }
    }
    self = SQLDate(moment: guess)
    isUTC = true
  }

  private static func argument(of text: String, _ word: String) -> String? {
    text.hasPrefix(word) ? String(text.dropFirst(word.count)) : nil
  }
}
