/// A date and time as SQLite's date functions compute with it (https://sqlite.org/lang_datefunc.html).
///
/// A text gives the parts of a calendar day and a time of day. Parts that do not exist, such as February 31, stay until
/// something needs the moment. The calendar is the Gregorian one, also before 1582; year 0 is 1 BC.
struct SQLDate {
  struct Day {
    var year = 2000
    var month = 1
    var day = 1
  }

  struct Time {
    var hour = 0
    var minute = 0
    var second = 0.0
  }

  static let millisecondsPerDay = 86_400_000
  /// The Julian day of 1970-01-01T00:00Z in milliseconds.
  static let unixEpoch = 210_866_760_000_000
  /// The moments from -4713-11-24 to 9999-12-31.
  static let moments = 0...464_269_060_799_999

  /// Milliseconds since the beginning of the Julian days, noon in Greenwich; nil until it is needed.
  var moment: Int?
  var day: Day?
  var time: Time?
  /// Minutes that the time is ahead of UTC.
  var zone = 0
  /// A number that a modifier may interpret.
  var number: Double?
  /// Whether the text or a modifier has said that the time is one of UTC.
  var isUTC = false

  /// The date does not exist, or is out of the range; the result of the function is NULL.
  struct OutOfRange: Error {}

  /// A number is a Julian day, unless a modifier says something else.
  init(number: Double) {
    self.number = number
    if number >= 0, number < 5_373_484.5 { moment = Int(number * 86_400_000 + 0.5) }
  }

  init(moment: Int) { self.moment = moment }

  init(day: Day?, time: Time?, zone: Int = 0, isUTC: Bool = false) {
    (self.day, self.time, self.zone, self.isUTC) = (day, time, zone, isUTC)
  }

  /// - Throws: `OutOfRange`.
  init(_ date: DateValue) throws(OutOfRange) {
    let milliseconds = (date.secondsSince1970 * 1000).rounded()
    guard let since1970 = Int(exactly: milliseconds), since1970.magnitude < 1 << 60,
      Self.moments.contains(since1970 + Self.unixEpoch)
    else { throw OutOfRange() }
    moment = since1970 + Self.unixEpoch
    isUTC = true
  }

  // MARK: Computing

  /// Computes the moment from the parts.
  mutating func needMoment() throws(OutOfRange) -> Int {
    if let moment { return moment }
    let parts = day ?? Day()
    guard (-4713...9999).contains(parts.year), number == nil else { throw OutOfRange() }
    // The formulas of Meeus, Astronomical Algorithms, chapter 7.
    let (year, month) = parts.month <= 2 ? (parts.year - 1, parts.month + 12) : (parts.year, parts.month)
    let century = year / 100
    let days = 36_525 * (year + 4716) / 100 + 306_001 * (month + 1) / 10_000 + parts.day + 2 - century + century / 4
    var result = Int((Double(days) - 1524.5) * 86_400_000)
    if let time {
      result += time.hour * 3_600_000 + time.minute * 60_000 + Int(time.second * 1000 + 0.5)
      if zone != 0 {
        result -= zone * 60_000
        (day, self.time, zone) = (nil, nil, 0)
      }
    }
    moment = result
    return result
  }

  mutating func needDay() throws(OutOfRange) -> Day {
    if let day { return day }
    let result: Day
    if let moment {
      guard Self.moments.contains(moment) else { throw OutOfRange() }
      let days = (moment + Self.millisecondsPerDay / 2) / Self.millisecondsPerDay
      var a = Int((Double(days) - 1_867_216.25) / 36_524.25)
      a = days + 1 + a - a / 4
      let b = a + 1524
      let c = Int((Double(b) - 122.1) / 365.25)
      let d = 36_525 * (c & 32_767) / 100
      let e = Int(Double(b - d) / 30.6001)
      let month = e < 14 ? e - 1 : e - 13
      result = Day(
        year: month > 2 ? c - 4716 : c - 4715, month: month, day: b - d - Int(30.6001 * Double(e)))
    } else {
      result = Day()
    }
    day = result
    return result
  }

  mutating func needTime() throws(OutOfRange) -> Time {
    if let time { return time }
    let moment = try needMoment()
    let milliseconds = (moment + Self.millisecondsPerDay / 2) % Self.millisecondsPerDay
    let seconds = milliseconds / 1000
    let result = Time(
      hour: seconds / 3600, minute: seconds / 60 % 60,
      second: Double(milliseconds) / 1000 - Double(seconds) + Double(seconds % 60))
    (time, number) = (result, nil)
    return result
  }

  /// Replaces the parts by the moment that they give, changed by some milliseconds.
  mutating func move(by milliseconds: Int) throws(OutOfRange) {
    moment = try needMoment() + milliseconds
    (day, time, zone) = (nil, nil, 0)
  }

  /// Returns the moment at the end of a computation.
  mutating func result() throws(OutOfRange) -> Int {
    let moment = try needMoment()
    guard Self.moments.contains(moment) else { throw OutOfRange() }
    return moment
  }
}
