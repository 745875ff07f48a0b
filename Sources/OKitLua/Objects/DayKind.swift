/// Days in one Lua state: comparison, arithmetic in days and the extension functions of Day as properties.
package final class DayKind {
  private let handler: DayHandler
  private(set) var kind: LuaKind
  /// The dates of the same state.
  weak var dates: DateKind?

  /// - Parameter context: locale, time zone and clock for the extension functions.
  init(_ state: LuaState, context: @escaping () -> FunctionContext) throws {
    handler = DayHandler(context)
    kind = try state.defineKind("day", handler: handler)
    handler.days = self
    for function in DayHandler.methods {
      let body = function.body
      let member = try state.makeFunction(function.declaration, prefix: "day:", hiddenArguments: 1) {
        [handler] call in try body(handler, call)
      }
      try state.setMember(function.name, to: .function(member), of: kind)
    }
  }

  package func value(_ day: DayValue) -> LuaValue {
    .object(LuaObject(kind: kind, bits: UInt64(UInt32(bitPattern: day.daysSince1970))))
  }

  package func day(_ object: LuaObject?) -> DayValue? {
    guard let object, object.kind == kind else { return nil }
    return DayValue(daysSince1970: Int(Int32(truncatingIfNeeded: object.bits)))
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
      if let day = day(object) { return value(day) }
      guard let date = dates?.date(object) else { throw call.mismatch(0, "string, date, day or table") }
      guard let day = context.day(of: date) else { throw DayHandler.outOfRange }
      return value(day)
    case .table(let figures): return value(try DayFigures(figures).day)
    default: throw call.mismatch(0, "string, date, day or table")
    }
  }

  /// `okit.today()`, in the time zone.
  package func today(_ context: FunctionContext) throws -> LuaValue {
    guard let day = context.day(of: context.now) else { throw DayHandler.outOfRange }
    return value(day)
  }
}

final class DayHandler: LuaObjectHandler {
  weak var days: DayKind?
  private let context: () -> FunctionContext

  init(_ context: @escaping () -> FunctionContext) { self.context = context }

  static var outOfRange: Diagnostic { Diagnostic("function.date", "the day is outside the range of the calendar") }

  var operations: LuaOperations { [.order, .add, .subtract, .text, .concatenate] }

  private func day(_ object: LuaObject) throws -> DayValue {
    guard let day = days?.day(object) else { throw Self.outOfRange }
    return day
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.string(0)
    guard let function = BuiltInFunctions.function(name, of: "Day") else {
      throw Diagnostic(
        "lua.unknownMember", "a day has no property \"\(name)\"",
        hint: NearestName.hint(for: name, in: ["add", "date"] + BuiltInFunctions.names(of: "Day")))
    }
    return .value(Self.lua(try function.call(.day(day(object)), [], context())))
  }

  private static func lua(_ value: Value) -> LuaValue {
    switch value {
    case .int(let int): .int(int)
    case .string(let text): .string(text)
    default: .null
    }
  }

  /// `day:format(pattern)`
  func format(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let function = BuiltInFunctions.function("format", of: "Day") else { return .nothing }
    let day = try receiver(call)
    return .value(Self.lua(try function.call(.day(day), [.string(call.string(1))], context())))
  }

  private func receiver(_ call: borrowing LuaCall) throws -> DayValue {
    guard let day = days?.day(call.object(0)) else { throw call.mismatch(0, "day") }
    return day
  }

  func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool {
    guard let a = days?.day(call.object(0)), let b = days?.day(call.object(1)) else {
      throw Diagnostic(
        "lua.argument", "a day can only be compared with a day",
        hint: "okit.day(date) is the day of a date, and day:date() the first moment of a day")
    }
    switch comparison {
    case .equal: return a == b
    case .less: return a < b
    case .lessOrEqual: return a <= b
    }
  }

  /// `day + days`, `day - days`, and `day - day` in days.
  func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    if operation == .concatenate { return .string(try text(of: 0, call) + text(of: 1, call)) }
    let (a, b) = (days?.day(call.object(0)), days?.day(call.object(1)))
    switch (a, b) {
    case (let a?, let b?) where operation == .subtract: return .int(Int(a.daysSince1970) - Int(b.daysSince1970))
    case (let day?, nil):
      let count = try call.int(1)
      return try shifted(day, operation == .add ? count : 0 - max(count, -.max))
    case (nil, let day?) where operation == .add: return try shifted(day, call.int(0))
    default: throw Diagnostic("lua.argument", "days support day + days, day - days and day - day")
    }
  }

  private func text(of index: Int, _ call: borrowing LuaCall) throws -> String {
    if let day = days?.day(call.object(index)) { return day.text }
    switch try call[index] {
    case .string(let text): return text
    case .int(let int): return String(int)
    case .double(let double): return Value.double(double).scalarText ?? ""
    default: throw call.mismatch(index, "string")
    }
  }

  /// - Throws: `function.date` outside the range of days.
  private func shifted(_ day: DayValue, _ count: Int) throws -> LuaValue {
    guard let shifted = day.adding(days: count), let days else { throw Self.outOfRange }
    return days.value(shifted)
  }

  func text(of object: LuaObject) throws -> String { try day(object).text }

  // MARK: By the calendar

  /// `day:add { month = 1 }`
  func add(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let day = try receiver(call)
    let moved = try DayFigures(call.table(1), isShift: true).moving(day)
    return .value(days?.value(moved) ?? .null)
  }

  /// `day:date()`: the first moment in the time zone.
  func date(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let date = context().firstMoment(of: try receiver(call)), let dates = days?.dates else {
      throw Self.outOfRange
    }
    return .value(dates.value(date))
  }
}

/// The whole numbers of years, months, weeks and days in a table.
private struct DayFigures {
  private var figures: [String: Int] = [:]

  /// - Parameter isShift: Whether the figures move a day, which weeks do too.
  init(_ table: LuaTable, isShift: Bool = false) throws {
    let names = (isShift ? DayTypes.shift : DayTypes.figures).memberNames
    for pair in table.pairs {
      guard case .string(let name) = pair.key, names.contains(name) else {
        let given = if case .string(let name) = pair.key { name } else { "\(pair.key.typeName)" }
        throw Diagnostic(
          "lua.argument", "a day has no field \"\(given)\"", hint: NearestName.hint(for: given, in: names)
        ).about(given)
      }
      figures[name] = try Self.whole(pair.value, name)
    }
    guard table.array.isEmpty, isShift || figures["year"] != nil else {
      throw Diagnostic(
        "lua.argument",
        isShift
          ? "a day needs named fields, such as { month = 1 }" : "a day needs at least a year: okit.day { year = 2020 }")
    }
  }

  private static func whole(_ value: LuaValue, _ name: String) throws -> Int {
    let number: Double
    switch value {
    case .int(let int): number = Double(int)
    case .double(let double) where double.isFinite: number = double
    default: throw Diagnostic("lua.argument", "\(name) needs a number, got \(value.typeName)")
    }
    guard number == number.rounded() else { throw Diagnostic("lua.argument", "\(name) needs an integer") }
    // More than there is of any figure, and sums of these do not overflow.
    guard number.magnitude <= 1e9, let whole = Int(exactly: number) else { throw DayHandler.outOfRange }
    return whole
  }

  /// The day with these figures. Those outside their ranges carry over, as in dates.
  var day: DayValue {
    get throws {
      try Self.day(months: (figures["year"] ?? 0) * 12 + (figures["month"] ?? 1) - 1, day: figures["day"] ?? 1)
    }
  }

  /// Returns a day moved by these figures. The end of a month is the most that months and years give: 31 January and a
  /// month is 29 February.
  func moving(_ day: DayValue) throws -> DayValue {
    let civil = day.civil
    let months = civil.year * 12 + civil.month - 1 + (figures["year"] ?? 0) * 12 + (figures["month"] ?? 0)
    let first = try Self.day(months: months, day: 1).civil
    let last = CivilDate.days(inMonth: first.month, of: first.year)
    return try Self.day(
      months: months, day: min(civil.day, last) + (figures["day"] ?? 0) + 7 * (figures["week"] ?? 0))
  }

  private static func day(months: Int, day: Int) throws -> DayValue {
    let month = ((months % 12) + 12) % 12
    guard let first = DayValue(year: (months - month) / 12, month: month + 1, day: 1)?.adding(days: day - 1) else {
      throw DayHandler.outOfRange
    }
    return first
  }
}
