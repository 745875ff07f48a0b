/// Dates in one Lua state: moments with comparison, arithmetic and the extension functions of Date as properties.
package final class DateKind: CalendarKind {
  package static let names = (kind: "date", type: "Date", unit: "seconds")
  package static let ownProperties = ["timestamp", "add"]
  package static let comparisonHint: String? = nil

  package let context: () -> FunctionContext
  package private(set) var kind = LuaKind(rawValue: 0)
  /// The days of the same state.
  package let days: DayKind

  /// - Parameter context: locale, time zone and clock for the extension functions.
  package init(_ state: LuaState, context: @escaping () -> FunctionContext) throws {
    self.context = context
    days = DayKind(context)
    days.dates = self
    kind = try define(state, Self.methods)
    try days.define(state)
  }

  package func moment(_ bits: UInt64) -> DateValue? { DateValue(secondsSince2001: Double(bitPattern: bits)) }
  package func bits(_ date: DateValue) -> UInt64 { date.secondsSince2001.bitPattern }
  package func text(_ date: DateValue) -> String { Value.date(date).scalarText ?? "date" }
  package func argument(_ date: DateValue) -> Value { .date(date) }

  package func result(_ value: Value) -> LuaValue {
    switch value {
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .date(let date): self.value(date)
    default: .null
    }
  }

  package func difference(_ a: DateValue, _ b: DateValue) -> LuaValue {
    let seconds = a.secondsSince2001 - b.secondsSince2001
    return Int(exactly: seconds).map(LuaValue.int) ?? .double(seconds)
  }

  package func shifted(
    _ date: DateValue, backwards: Bool, by index: Int, _ call: borrowing LuaCall
  ) throws -> LuaValue {
    let seconds = try call.double(index)
    return try shifted(date, backwards ? -seconds : seconds)
  }

  /// - Throws: `function.date` when no calendar reaches the result.
  private func shifted(_ date: DateValue, _ seconds: Double) throws -> LuaValue {
    let shifted = DateValue(secondsSince2001: date.secondsSince2001 + seconds)
    _ = try context().figures(of: shifted)
    return value(shifted)
  }

  /// `okit.date(…)`: an ISO 8601 text, seconds since 1970, or figures by the clocks of the time zone.
  package func read(_ call: borrowing LuaCall, _ context: FunctionContext) throws -> LuaValue {
    switch try call[0] {
    case .string(let text):
      guard let date = ISO8601.parse(text) else {
        throw Diagnostic(
          "function.date", "\"\(text)\" is not a date", hint: "use 2020-01-31 or 2020-01-31T12:00:00Z")
      }
      return value(date)
    case .int(let seconds): return value(DateValue(secondsSince1970: Double(seconds)))
    case .double(let seconds): return value(DateValue(secondsSince1970: seconds))
    case .table(let figures): return try make(figures, context)
    case .object:
      guard let day = days.moment(call.object(0)), let date = context.firstMoment(of: day) else { fallthrough }
      return value(date)
    default: throw call.mismatch(0, "string, table, day or number of seconds since 1970")
    }
  }

  package func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let (name, date) = (try call.string(0), try known(object))
    guard name == "timestamp" else { return .value(try property(name, of: date)) }
    let seconds = date.secondsSince1970
    return .value(Int(exactly: seconds).map(LuaValue.int) ?? .double(seconds))
  }

  func invoke(_ function: BuiltInFunction, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let date = try receiver(call)
    var arguments: [Value] = []
    for index in 1..<max(1, call.count) {
      switch try call[index] {
      case .string(let text): arguments.append(.string(text))
      case .int(let int): arguments.append(.int(int))
      case .double(let double): arguments.append(.double(double))
      default: throw call.mismatch(index, "string")
      }
    }
    return .value(result(try function.call(.date(date), arguments, context())))
  }

  // MARK: By the calendar

  private func figures(_ table: LuaTable) throws -> CalendarFigures {
    let figures = try CalendarFigures(table, of: "date", DateTypes.shift.memberNames)
    guard table.array.isEmpty else {
      throw Diagnostic("lua.argument", "a date needs named fields, such as { year = 2020 }")
    }
    return figures
  }

  /// `okit.date { year = 2020, month = 1, day = 31 }`, by the clocks of the time zone.
  private func make(_ table: LuaTable, _ context: FunctionContext) throws -> LuaValue {
    let figures = try figures(table)
    guard figures["year"] != nil, figures["week"] == nil else {
      throw Diagnostic("lua.argument", "a date needs at least a year: okit.date { year = 2020 }")
    }
    return value(
      try context.date(
        year: figures.whole("year", 0), month: figures.whole("month", 1), day: figures.whole("day", 1),
        hour: figures.whole("hour", 0), minute: figures.whole("minute", 0), second: figures["second"] ?? 0))
  }

  /// `date:add { day = 1 }`, by the calendar: the clocks show the same time on the other day.
  func add(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let date = try receiver(call)
    let figures = try figures(call.table(1))
    let context = context()
    let now = try context.figures(of: date)
    // The end of a month is the most that adding months and years gives: 31 January and a month is 29 February.
    let months = now.year * 12 + now.month - 1 + (try figures.whole("year", 0)) * 12 + (try figures.whole("month", 0))
    let month = ((months % 12) + 12) % 12
    let year = (months - month) / 12
    let last = CivilDate.days(inMonth: month + 1, of: year)
    let day = min(now.day, last) + (try figures.whole("day", 0)) + 7 * (try figures.whole("week", 0))
    let base = try context.date(
      year: year, month: month + 1, day: day, hour: now.hour, minute: now.minute, second: now.second)
    let seconds = (figures["hour"] ?? 0) * 3600 + (figures["minute"] ?? 0) * 60 + (figures["second"] ?? 0)
    return .value(try shifted(base, seconds))
  }
}
