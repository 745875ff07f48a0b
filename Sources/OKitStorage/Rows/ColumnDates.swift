/// The dates or days of a column of another program: how they are read, and in which form others are written.
package struct ColumnDates: Equatable, Sendable {
  /// The form of all values so far; nil while there is none, and where they differ.
  private var form: DateForm?
  private var isMixed = false
  /// The form of the numbers of the column.
  private let numbers: DateForm?

  /// - Parameters:
  ///   - least: The smallest number of the column; nil for none.
  ///   - largest: The largest one.
  package init(least: Double? = nil, largest: Double? = nil) {
    numbers = least.flatMap { least in largest.map { DateForm.form(ofNumbers: least, $0, isWhole: true) } }
  }

  /// Notes a value, which is one of a row that was read.
  package mutating func add(_ value: RowValue) {
    guard !isMixed, value != .null else { return }
    guard let added = form(of: value), let joined = form.map({ $0.joined(added) }) ?? added else {
      (form, isMixed) = (nil, true)
      return
    }
    form = joined
  }

  /// Returns the form of a value, where numbers have the one that fits all numbers of the column; nil for one that is
  /// not a date.
  private func form(of value: RowValue) -> DateForm? {
    guard Self.number(value) != nil else { return DateForm(value) }
    if case .seconds? = numbers { return .seconds(isWhole: value.isWhole) }
    return numbers ?? DateForm(value.asNumber)
  }

  /// Returns a value of the column as a date or a day; nil for one that is neither.
  ///
  /// A text without a time is a day: as a date its first moment in the time zone. A time at midnight is a day, too,
  /// where a day is asked for.
  package func value(_ row: RowValue, asDay isDay: Bool, _ days: any LocalDays) -> Value? {
    if let number = Self.number(row) {
      guard let date = form(of: row)?.date(number), date.secondsSince2001.isFinite else { return nil }
      guard isDay else { return .date(date) }
      let inUTC = UTCDays().day(of: date)
      return (inUTC?.midnightUTC == date ? inUTC : days.day(of: date)).map(Value.day)
    }
    guard case .text(let text) = row else { return nil }
    guard let iso = ISO8601.read(text) else { return isDay ? nil : ExactDateText.parse(text).map(Value.date) }
    if isDay { return (iso.isMidnight ? DayValue(iso.day) : days.day(.string(text))).map(Value.day) }
    return (iso.hasTime ? ExactDateText.parse(text) : days.firstMoment(of: DayValue(iso.day))).map(Value.date)
  }

  /// The number of a value that is one, also as a text. Beyond it, texts are dates that ISO 8601 cannot express.
  private static func number(_ value: RowValue) -> Double? {
    switch value {
    case .int(let int): Double(int)
    case .real(let real): real
    case .text(let text): Double(text).flatMap { $0.magnitude < 1e13 && !text.hasPrefix("-0") ? $0 : nil }
    case .null, .blob: nil
    }
  }

  /// Returns a date or a day as a value of the column; nil where it is written as ISO 8601, and for any other value.
  ///
  /// - Parameters:
  ///   - earlier: The value that the row has, whose form counts where the rows of the column have different ones.
  ///   - column: The column as the database declares it, which decides while no row has a value.
  package func rowValue(_ value: Value, replacing earlier: RowValue, in column: RowColumn, _ days: any LocalDays)
    -> RowValue?
  {
    var form = isMixed ? form(of: earlier) : own(earlier) ?? form ?? declaredForm(column)
    // Other rows of the column have times.
    if isMixed, form?.isDayAlone == true, case .date(let date) = value,
      days.day(of: date).flatMap(days.firstMoment) != date
    {
      form = nil
    }
    switch value {
    case .date(let date): return form?.rowValue(date, days)
    case .day(let day): return form?.rowValue(day)
    default: return nil
    }
  }

  /// Whether the form of a row that is written depends on the value that it has.
  package var needsEarlierValue: Bool {
    if isMixed { return true }
    if case .text(let text)? = form, case .offset? = text.time?.zone { return true }
    return false
  }

  /// The form of the value that a row has, where rows have different offsets from UTC.
  private func own(_ earlier: RowValue) -> DateForm? {
    guard needsEarlierValue, let own = form(of: earlier), case .text(let text) = own, text.time != nil else {
      return nil
    }
    return own
  }

  /// The form of a column without values, as the documentation of SQLite names it for each type.
  private func declaredForm(_ column: RowColumn) -> DateForm? {
    if column.isDeclaredAsDay { return .text(.day) }
    return switch column.kind {
    case .integer: .seconds(isWhole: true)
    case .real: .julianDay
    case .text, .numeric, .any, .blob: nil
    }
  }
}

extension RowValue {
  /// A text with a number as that number.
  fileprivate var asNumber: RowValue {
    guard case .text(let text) = self else { return self }
    return Int(text).map(RowValue.int) ?? Double(text).map(RowValue.real) ?? self
  }

  /// Whether it is an integer, also as a text.
  fileprivate var isWhole: Bool { if case .int = asNumber { true } else { false } }
}
