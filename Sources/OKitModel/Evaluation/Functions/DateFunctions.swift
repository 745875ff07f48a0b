/// Functions of dates. A date out of the range of calendars has no text and no parts: nil.
enum DateFunctions {
  static let all: [BuiltInFunction] = formats + relativeFormats + parts

  private static let formats: [BuiltInFunction] = [
    format("formatDate", "`January 31, 2020`", .long),
    format("formatFullDate", "`Friday, January 31, 2020`", .full),
    format("formatDateTime", "`1/31/20, 8:05 AM`", .shortDateTime),
    format("formatTime", "`8:05 AM`", .shortTime),
    // There are no words for times of day.
    format("formatRelativeTime", "as `formatTime`", .shortTime),
    BuiltInFunction(
      "format", "formatted by a Unicode date pattern", parameters: 1...1, called: "pattern", gives: .text,
      traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      try call.context.text(of: receiver(call), pattern: call.text(0)).map(Value.string) ?? .null
    },
    BuiltInFunction("formatISO", "ISO 8601 in UTC", gives: .text) { (call) throws(Diagnostic) in
      ISO8601.text(of: try receiver(call)).map(Value.string) ?? .null
    },
    BuiltInFunction("formatInterval", "the time since then, `27:54:51`", gives: .text, traits: .readsClock) {
      (call) throws(Diagnostic) in
      .string(DurationText.longClock(call.context.now.secondsSince2001 - (try receiver(call)).secondsSince2001))
    },
  ]

  private static let relativeFormats: [BuiltInFunction] = [
    relative("formatRelativeDate", "a word for near days, else as `formatDate`", .long),
    relative("formatRelativeFullDate", "a word for near days, else as `formatFullDate`", .full),
    relative("formatRelativeDateTime", "a word for near days, else as `formatDateTime`", .shortDateTime),
  ]

  private static let parts: [BuiltInFunction] = [
    part("year", "the year") { $0.day.year },
    part("month", "the month, from 1") { $0.day.month },
    part("day", "the day of the month, from 1") { $0.day.day },
    part("weekday", "the day of the week, from 1, Sunday") { $0.day.weekday },
    part("hour", "the hour, from 0") { $0.secondOfDay / 3600 },
    part("minute", "the minute, from 0") { $0.secondOfDay / 60 % 60 },
    part("second", "the second, from 0") { $0.secondOfDay % 60 },
  ]

  private static func receiver(_ call: FunctionCall) throws(Diagnostic) -> DateValue {
    guard case .date(let date) = call.receiver else { throw call.wrongReceiver("Date") }
    return date
  }

  private static func format(_ name: String, _ meaning: String, _ style: DateStyle) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .text, traits: .readsLocale) { (call) throws(Diagnostic) in
      try formatted(call, style)
    }
  }

  private static func formatted(_ call: FunctionCall, _ style: DateStyle) throws(Diagnostic) -> Value {
    try call.context.text(of: receiver(call), style).map(Value.string) ?? .null
  }

  /// Replaces a near date by its word (`Today`); the rest of the format stays.
  private static func relative(_ name: String, _ meaning: String, _ style: DateStyle) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .text, traits: [.readsLocale, .readsDay]) { (call) throws(Diagnostic) in
      let (date, context) = (try receiver(call), call.context)
      guard let day = try context.local(date)?.day, let today = try context.local(context.now)?.day,
        let word = context.formatters.word(
          forDay: day.daysSince1970 - today.daysSince1970, locale: context.locale)
      else { return try formatted(call, style) }
      guard case .shortDateTime = style else { return .string(word) }
      guard var text = try context.text(of: date, style), let dateText = try context.text(of: date, .shortDate),
        let range = text.firstRange(of: dateText)
      else { return try formatted(call, style) }
      text.replaceSubrange(range, with: word)
      return .string(text)
    }
  }

  private static func part(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (LocalTime) -> Int
  ) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .int, traits: .readsLocale) { (call) throws(Diagnostic) in
      try call.context.local(receiver(call)).map { .int(part($0)) } ?? .null
    }
  }
}

/// A date and time in a time zone.
struct LocalTime {
  let day: CivilDate
  /// Whole seconds since midnight.
  let secondOfDay: Int
}

extension FunctionContext {
  func text(of date: DateValue, _ style: DateStyle) throws(Diagnostic) -> String? {
    try formatters.text(of: date, style: style, locale: locale, timeZone: timeZone)
  }

  /// Returns the date and time in the time zone; nil when the date is out of the range of calendars.
  fileprivate func local(_ date: DateValue) throws(Diagnostic) -> LocalTime? {
    guard FormatterCache.reaches(date) else { return nil }
    let offset = try formatters.offset(of: timeZone, at: date)
    let (days, seconds) = ISO8601.floorDivide(Int(date.secondsSince1970.rounded(.down)) + offset, 86_400)
    return LocalTime(day: CivilDate(daysSince1970: days), secondOfDay: seconds)
  }
}
