/// Functions of days: those of dates that need no time. No time zone plays a part, except in which day is today.
enum DayFunctions {
  static let all: [BuiltInFunction] = [
    format("formatDate", "`January 31, 2020`", .long),
    format("formatFullDate", "`Friday, January 31, 2020`", .full),
    BuiltInFunction("formatISO", "ISO 8601, `2020-01-31`", gives: .text) { (call) throws(Diagnostic) in
      .string(try receiver(call).text)
    },
    relative("formatRelativeDate", "a word for near days, else as `formatDate`", .long),
    relative("formatRelativeFullDate", "a word for near days, else as `formatFullDate`", .full),
    BuiltInFunction(
      "format", "formatted by a Unicode date pattern", parameters: 1...1, called: "pattern", gives: .text,
      traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      try call.context.text(of: receiver(call), pattern: call.text(0)).map(Value.string) ?? .null
    },
    part("year", "the year") { $0.year },
    part("month", "the month, from 1") { $0.month },
    part("day", "the day of the month, from 1") { $0.day },
    part("weekday", "the day of the week, from 1, Sunday") { $0.weekday },
  ]

  private static func receiver(_ call: FunctionCall) throws(Diagnostic) -> DayValue {
    guard case .day(let day) = call.receiver else { throw call.wrongReceiver("Day") }
    return day
  }

  private static func format(_ name: String, _ meaning: String, _ style: DateStyle) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .text, traits: .readsLocale) { (call) throws(Diagnostic) in
      try call.context.text(of: receiver(call), style).map(Value.string) ?? .null
    }
  }

  /// Replaces a near day by its word (`Today`).
  private static func relative(_ name: String, _ meaning: String, _ style: DateStyle) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .text, traits: [.readsLocale, .readsDay]) { (call) throws(Diagnostic) in
      let (day, context) = (try receiver(call), call.context)
      if let today = context.day(of: context.now),
        let word = context.formatters.word(
          forDay: Int(day.daysSince1970) - Int(today.daysSince1970), locale: context.locale)
      {
        return .string(word)
      }
      return try context.text(of: day, style).map(Value.string) ?? .null
    }
  }

  private static func part(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (CivilDate) -> Int
  ) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: .int) { (call) throws(Diagnostic) in .int(part(try receiver(call).civil)) }
  }
}

extension FunctionContext {
  /// Returns a day as text; nil when it is out of the range of calendars.
  package func text(of day: DayValue, _ style: DateStyle) throws(Diagnostic) -> String? {
    try formatters.text(of: day.midnightUTC, style: style, locale: locale, timeZone: "UTC")
  }

  /// Returns a day in the form of a pattern; nil when it is out of the range of calendars.
  ///
  /// - Throws: `function.pattern` for an invalid pattern.
  func text(of day: DayValue, pattern: String) throws(Diagnostic) -> String? {
    try dayFormat(pattern).text(of: day.midnightUTC).map(FormatterCache.withPlainBlanks)
  }

  /// The format of days: a day has no time zone.
  package func dayFormat(_ pattern: String) throws(Diagnostic) -> DateFormat {
    try formatters.dateFormat(pattern, locale: locale, timeZone: "UTC")
  }
}
