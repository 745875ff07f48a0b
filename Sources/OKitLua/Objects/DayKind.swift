/// Days in one Lua state: comparison, arithmetic in days and the extension functions of Day as properties.
package final class DayKind: CalendarKind {
  package static let names = (kind: "day", type: "Day", unit: "days")
  package static let ownProperties = ["add", "date"]
  package static let comparisonHint: String? =
    "okit.day(date) is the day of a date, and day:date() the first moment of a day"

  package let context: () -> FunctionContext
  package private(set) var kind = LuaKind(rawValue: 0)
  /// The dates of the same state.
  weak var dates: DateKind?

  /// - Parameter context: locale, time zone and clock for the extension functions.
  init(_ context: @escaping () -> FunctionContext) { self.context = context }

  func define(_ state: LuaState) throws { kind = try define(state, Self.methods) }

  package func moment(_ bits: UInt64) -> DayValue? { DayValue(daysSince1970: Int(Int32(truncatingIfNeeded: bits))) }
  package func bits(_ day: DayValue) -> UInt64 { UInt64(UInt32(bitPattern: day.daysSince1970)) }
  package func text(_ day: DayValue) -> String { day.text }
  package func argument(_ day: DayValue) -> Value { .day(day) }

  package func result(_ value: Value) -> LuaValue {
    switch value {
    case .int(let int): .int(int)
    case .string(let text): .string(text)
    default: .null
    }
  }

  package func difference(_ a: DayValue, _ b: DayValue) -> LuaValue {
    .int(Int(a.daysSince1970) - Int(b.daysSince1970))
  }

  /// - Throws: `function.date` outside the range of days.
  package func shifted(
    _ day: DayValue, backwards: Bool, by index: Int, _ call: borrowing LuaCall
  ) throws -> LuaValue {
    let count = try call.int(index)
    guard let shifted = day.adding(days: backwards ? 0 - max(count, -.max) : count) else { throw Self.outOfRange }
    return value(shifted)
  }

  /// `okit.day(…)`: a text such as `2024-06-15`, a date, a day, or figures of the calendar.
  package func read(_ call: borrowing LuaCall, _ context: FunctionContext) throws -> LuaValue {
    switch try call[0] {
    case .string(let text):
      guard let day = context.day(.string(text)) else {
        throw Diagnostic("function.date", "\"\(text)\" is not a day", hint: "use 2020-01-31")
      }
      return value(day)
    case .object(let object):
      if let day = moment(object) { return value(day) }
      guard let date = dates?.moment(object) else { throw call.mismatch(0, "string, date, day or table") }
      guard let day = context.day(of: date) else { throw Self.outOfRange }
      return value(day)
    case .table(let figures): return value(try DayFigures(figures).day)
    default: throw call.mismatch(0, "string, date, day or table")
    }
  }

  /// `okit.today()`, in the time zone.
  package func today(_ context: FunctionContext) throws -> LuaValue {
    guard let day = context.day(of: context.now) else { throw Self.outOfRange }
    return value(day)
  }

  // MARK: By the calendar

  /// `day:format(pattern)`
  func format(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let function = BuiltInFunctions.function("format", of: "Day") else { return .nothing }
    let day = try receiver(call)
    return .value(result(try function.call(.day(day), [.string(call.string(1))], context())))
  }

  /// `day:add { month = 1 }`
  func add(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let day = try receiver(call)
    return .value(value(try DayFigures(call.table(1), isShift: true).moving(day)))
  }

  /// `day:date()`: the first moment in the time zone.
  func date(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let date = context().firstMoment(of: try receiver(call)), let dates else { throw Self.outOfRange }
    return .value(dates.value(date))
  }
}

/// The whole numbers of years, months, weeks and days in a table.
private struct DayFigures {
  private let figures: CalendarFigures

  /// - Parameter isShift: Whether the figures move a day, which weeks do too.
  init(_ table: LuaTable, isShift: Bool = false) throws {
    let names = (isShift ? DayTypes.shift : DayTypes.figures).memberNames
    figures = try CalendarFigures(table, of: "day", names, areWhole: true)
    guard table.array.isEmpty, isShift || figures["year"] != nil else {
      throw Diagnostic(
        "lua.argument",
        isShift
          ? "a day needs named fields, such as { month = 1 }" : "a day needs at least a year: okit.day { year = 2020 }")
    }
  }

  /// The day with these figures. Those outside their ranges carry over, as in dates.
  var day: DayValue {
    get throws {
      try Self.day(months: figures.whole("year", 0) * 12 + figures.whole("month", 1) - 1, day: figures.whole("day", 1))
    }
  }

  /// Returns a day moved by these figures. The end of a month is the most that months and years give: 31 January and a
  /// month is 29 February.
  func moving(_ day: DayValue) throws -> DayValue {
    let civil = day.civil
    let shift = (try figures.whole("year", 0)) * 12 + (try figures.whole("month", 0))
    let months = civil.year * 12 + civil.month - 1 + shift
    let first = try Self.day(months: months, day: 1).civil
    let last = CivilDate.days(inMonth: first.month, of: first.year)
    return try Self.day(
      months: months, day: min(civil.day, last) + figures.whole("day", 0) + 7 * figures.whole("week", 0))
  }

  private static func day(months: Int, day: Int) throws -> DayValue {
    let month = ((months % 12) + 12) % 12
    guard let first = DayValue(year: (months - month) / 12, month: month + 1, day: 1)?.adding(days: day - 1) else {
      throw DayKind.outOfRange
    }
    return first
  }
}
