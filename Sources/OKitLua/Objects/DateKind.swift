/// Dates in one Lua state: moments with comparison, arithmetic and the extension functions of Date as properties.
package final class DateKind {
  private let handler: DateHandler
  private(set) var kind: LuaKind
  /// The days of the same state.
  package let days: DayKind

  /// - Parameter context: locale, time zone and clock for the extension functions.
  package init(_ state: LuaState, context: @escaping () -> FunctionContext) throws {
    handler = DateHandler(context)
    kind = try state.defineKind("date", handler: handler)
    days = try DayKind(state, context: context)
    days.dates = self
    handler.dates = self
    for function in DateHandler.methods {
      let body = function.body
      let member = try state.makeFunction(function.declaration, prefix: "date:", hiddenArguments: 1) {
        [handler] call in try body(handler, call)
      }
      try state.setMember(function.name, to: .function(member), of: kind)
    }
  }

  package func value(_ date: DateValue) -> LuaValue {
    .object(LuaObject(kind: kind, bits: date.secondsSince2001.bitPattern))
  }

  package func date(_ object: LuaObject?) -> DateValue? {
    guard let object, object.kind == kind else { return nil }
    return DateValue(secondsSince2001: Double(bitPattern: object.bits))
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
    case .table(let figures): return try handler.make(figures, context)
    case .object:
      guard let day = days.day(call.object(0)), let date = context.firstMoment(of: day) else { fallthrough }
      return value(date)
    default: throw call.mismatch(0, "string, table, day or number of seconds since 1970")
    }
  }
}

final class DateHandler: LuaObjectHandler {
  weak var dates: DateKind?
  private let context: () -> FunctionContext

  init(_ context: @escaping () -> FunctionContext) { self.context = context }

  var operations: LuaOperations { [.order, .add, .subtract, .text, .concatenate] }

  private func date(_ object: LuaObject) -> DateValue { DateValue(secondsSince2001: Double(bitPattern: object.bits)) }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.string(0)
    if name == "timestamp" {
      let seconds = date(object).secondsSince1970
      return .value(Int(exactly: seconds).map(LuaValue.int) ?? .double(seconds))
    }
    guard let function = BuiltInFunctions.function(name, of: "Date") else {
      throw Diagnostic(
        "lua.unknownMember", "a date has no property \"\(name)\"",
        hint: NearestName.hint(
          for: name, in: ["timestamp", "add"] + BuiltInFunctions.names(of: "Date")))
    }
    return .value(lua(try function.call(.date(date(object)), [], context())))
  }

  private func lua(_ value: Value) -> LuaValue {
    switch value {
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .date(let date): dates?.value(date) ?? .null
    default: .null
    }
  }

  func invoke(_ function: BuiltInFunction, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let date = dates?.date(call.object(0)) else { throw call.mismatch(0, "date") }
    var arguments: [Value] = []
    for index in 1..<max(1, call.count) {
      switch try call[index] {
      case .string(let text): arguments.append(.string(text))
      case .int(let int): arguments.append(.int(int))
      case .double(let double): arguments.append(.double(double))
      default: throw call.mismatch(index, "string")
      }
    }
    return .value(lua(try function.call(.date(date), arguments, context())))
  }

  func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool {
    guard let a = dates?.date(call.object(0)), let b = dates?.date(call.object(1)) else {
      throw Diagnostic("lua.argument", "a date can only be compared with a date")
    }
    switch comparison {
    case .equal: return a == b
    case .less: return a < b
    case .lessOrEqual: return a <= b
    }
  }

  /// `date + seconds`, `date - seconds`, and `date - date` in seconds.
  func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    if operation == .concatenate { return .string(try text(of: 0, call) + text(of: 1, call)) }
    let (a, b) = (dates?.date(call.object(0)), dates?.date(call.object(1)))
    switch (a, b) {
    case (let a?, let b?) where operation == .subtract:
      let seconds = a.secondsSince2001 - b.secondsSince2001
      return Int(exactly: seconds).map(LuaValue.int) ?? .double(seconds)
    case (let date?, nil):
      let seconds = try call.double(1)
      return try shifted(date, operation == .add ? seconds : -seconds)
    case (nil, let date?) where operation == .add: return try shifted(date, call.double(0))
    default: throw Diagnostic("lua.argument", "dates support date + seconds, date - seconds and date - date")
    }
  }

  private func text(of index: Int, _ call: borrowing LuaCall) throws -> String {
    if let date = dates?.date(call.object(index)) { return Value.date(date).scalarText ?? "date" }
    switch try call[index] {
    case .string(let text): return text
    case .int(let int): return String(int)
    case .double(let double): return Value.double(double).scalarText ?? ""
    default: throw call.mismatch(index, "string")
    }
  }

  /// - Throws: `function.date` when no calendar reaches the result.
  private func shifted(_ date: DateValue, _ seconds: Double) throws -> LuaValue {
    let shifted = DateValue(secondsSince2001: date.secondsSince2001 + seconds)
    _ = try context().figures(of: shifted)
    return dates?.value(shifted) ?? .null
  }

  func text(of object: LuaObject) throws -> String { Value.date(date(object)).scalarText ?? "date" }

  // MARK: By the calendar

  private func figures(_ table: LuaTable) throws -> [String: Double] {
    var figures: [String: Double] = [:]
    let names = DateTypes.shift.memberNames
    for pair in table.pairs {
      guard case .string(let name) = pair.key, names.contains(name) else {
        let given = if case .string(let name) = pair.key { name } else { "\(pair.key.typeName)" }
        throw Diagnostic(
          "lua.argument", "a date has no field \"\(given)\"", hint: NearestName.hint(for: given, in: names)
        ).about(given)
      }
      switch pair.value {
      case .int(let int): figures[name] = Double(int)
      case .double(let double) where double.isFinite: figures[name] = double
      default: throw Diagnostic("lua.argument", "\(name) needs a number, got \(pair.value.typeName)")
      }
    }
    guard table.array.isEmpty else {
      throw Diagnostic("lua.argument", "a date needs named fields, such as { year = 2020 }")
    }
    return figures
  }

  private func whole(_ figures: [String: Double], _ name: String, _ otherwise: Int) throws -> Int {
    guard let figure = figures[name] else { return otherwise }
    guard figure == figure.rounded() else { throw Diagnostic("lua.argument", "\(name) needs an integer") }
    // More than there is of any figure, and sums of these do not overflow.
    guard figure.magnitude <= 1e9, let whole = Int(exactly: figure) else {
      throw Diagnostic("function.date", "the date is outside the range of the calendar")
    }
    return whole
  }

  /// `okit.date { year = 2020, month = 1, day = 31 }`, by the clocks of the time zone.
  func make(_ table: LuaTable, _ context: FunctionContext) throws -> LuaValue {
    let figures = try figures(table)
    guard figures["year"] != nil, figures["week"] == nil else {
      throw Diagnostic("lua.argument", "a date needs at least a year: okit.date { year = 2020 }")
    }
    let date = try context.date(
      year: whole(figures, "year", 0), month: whole(figures, "month", 1), day: whole(figures, "day", 1),
      hour: whole(figures, "hour", 0), minute: whole(figures, "minute", 0), second: figures["second"] ?? 0)
    return dates?.value(date) ?? .null
  }

  /// `date:add { day = 1 }`, by the calendar: the clocks show the same time on the other day.
  func add(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let date = dates?.date(call.object(0)) else { throw call.mismatch(0, "date") }
    let figures = try figures(call.table(1))
    let context = context()
    let now = try context.figures(of: date)
    // The end of a month is the most that adding months and years gives: 31 January and a month is 29 February.
    let months = now.year * 12 + now.month - 1 + (try whole(figures, "year", 0)) * 12 + (try whole(figures, "month", 0))
    let month = ((months % 12) + 12) % 12
    let year = (months - month) / 12
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = min(now.day, lengths[month]) + (try whole(figures, "day", 0)) + 7 * (try whole(figures, "week", 0))
    let base = try context.date(
      year: year, month: month + 1, day: day, hour: now.hour, minute: now.minute, second: now.second)
    let seconds = (figures["hour"] ?? 0) * 3600 + (figures["minute"] ?? 0) * 60 + (figures["second"] ?? 0)
    return .value(try shifted(base, seconds))
  }
}
