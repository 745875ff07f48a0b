/// The date or the day that a control shows, with the bounds inside of which it is moved.
struct BoundedDate {
  /// Whether the control edits a day, which has neither time nor time zone.
  let isDay: Bool
  /// A date, or a day where the control edits one; null without one.
  let minimum: Value
  let maximum: Value
  /// The value inside the bounds; null where there is none.
  private(set) var current = Value.null
  private let locale: FunctionContext
  /// The end of the last day of dates, which a day as bound means; nil for no such bound.
  private let end: DateValue?

  init(_ value: Value, from minimum: Value, to maximum: Value, isDay: Bool, _ locale: FunctionContext) {
    (self.isDay, self.locale) = (isDay, locale)
    self.minimum = Self.converted(minimum, isDay, locale)
    self.maximum = Self.converted(maximum, isDay, locale)
    end =
      if !isDay, case .day(let day) = maximum { day.adding(days: 1).flatMap(locale.firstMoment) } else { nil }
    current = clamped(Self.converted(value, isDay, locale))
  }

  private static func converted(_ value: Value, _ isDay: Bool, _ locale: FunctionContext) -> Value {
    (isDay ? locale.day(value).map(Value.day) : locale.date(value).map(Value.date)) ?? .null
  }

  /// The date of the value; of a day its first moment.
  var date: DateValue? { locale.date(current) }

  /// The nearest date or day inside the bounds.
  func clamped(_ value: Value) -> Value {
    switch (value, minimum, maximum) {
    case (.day(var day), let minimum, let maximum):
      if case .day(let first) = minimum { day = max(day, first) }
      if case .day(let last) = maximum { day = min(day, last) }
      return .day(day)
    case (.date(var date), let minimum, let maximum):
      if case .date(let first) = minimum { date = max(date, first) }
      if case .date(let last) = maximum, end.map({ date >= $0 }) ?? true { date = min(date, last) }
      return .date(date)
    default: return value
    }
  }

  /// A value that a person picked, in the kind of the control and possibly outside the bounds; nil for anything else. A
  /// day keeps the time of the date that is there where the control shows no time.
  ///
  /// - Throws: `function.date` outside of the range of the calendar.
  func picked(_ value: Value, _ mode: DateMode) throws(Diagnostic) -> Value? {
    if isDay { return locale.day(value).map(Value.day) }
    let date: DateValue?
    if let day = value.dayAlone {
      date = mode == .date ? try locale.moment(day: day, timeOf: self.date) : locale.firstMoment(of: day)
    } else {
      date = value.date
    }
    guard let date, date.secondsSince2001.isFinite else { return nil }
    return .date(date)
  }

  /// A value that a person typed, in the kind of the control and possibly outside the bounds; nil for any other text.
  func typed(_ text: String, _ mode: DateMode) throws(Diagnostic) -> Value? {
    if isDay { return try locale.day(in: text).map(Value.day) }
    return try locale.date(in: text, mode: mode, current: date).map(Value.date)
  }
}

extension Value {
  /// The day of a day, or of a text with a day and no time; nil for anything else.
  fileprivate var dayAlone: DayValue? {
    switch self {
    case .day(let day): day
    case .string(let text): DayValue(text)
    default: nil
    }
  }
}
