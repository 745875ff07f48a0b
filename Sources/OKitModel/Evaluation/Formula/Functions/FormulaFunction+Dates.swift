extension FormulaFunction {
  /// Functions of a time and modifiers. The result is NULL for anything that is not a date, and for dates before
  /// -4713-11-24 or after 9999-12-31.
  static let dates: [FormulaFunction] = [
    date("date", .text) { (date) throws(SQLDate.OutOfRange) in .string(try date.dayText()) },
    date("time", .text) { (date) throws(SQLDate.OutOfRange) in .string(try date.timeText()) },
    date("datetime", .text) { (date) throws(SQLDate.OutOfRange) in
      .string(try date.dayText() + " " + date.timeText())
    },
    date("julianday", .real) { (date) throws(SQLDate.OutOfRange) in .double(Double(try date.result()) / 86_400_000) },
    date("unixepoch", .integer) { (date) throws(SQLDate.OutOfRange) in
      .int(try date.result() / 1000 - SQLDate.unixEpoch / 1000)
    },
    FormulaFunction("strftime", 1...Int.max, .text, isPure: false) { (arguments, context) throws(Diagnostic) in
      guard let format = FormulaConversion.text(arguments[0]) else { return .null }
      let text = try SQLText(format, context).bytes
      return try evaluating(arguments.dropFirst(), context) { (date) throws(SQLDate.OutOfRange) in
        try date.text(text).map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
      }
    },
  ]

  private typealias DateBody = @Sendable (inout SQLDate) throws(SQLDate.OutOfRange) -> Value

  private static func date(_ name: String, _ result: Result, _ body: @escaping DateBody) -> FormulaFunction {
    FormulaFunction(name, 0...Int.max, result, isPure: false) { (arguments, context) throws(Diagnostic) in
      try evaluating(arguments[...], context, body)
    }
  }

  /// Evaluates a function of the date that arguments give: a time, by default the current one, and modifiers.
  private static func evaluating(
    _ arguments: ArraySlice<Value>, _ context: FormulaContext,
    _ body: (inout SQLDate) throws(SQLDate.OutOfRange) -> Value
  ) throws(Diagnostic) -> Value {
    do {
      guard var date = try time(arguments.first, context) else { return .null }
      for (index, argument) in arguments.dropFirst().enumerated() {
        guard let modifier = FormulaConversion.text(argument),
          try date.apply(
            SQLText(modifier, context).bytes, isFirst: index == 0,
            offset: { (moment) throws(Diagnostic) in
              try context.offset(DateValue(secondsSince1970: Double(moment - SQLDate.unixEpoch) / 1000))
            })
        else { return .null }
      }
      _ = try date.result()
      return try body(&date)
    } catch let problem as Diagnostic {
      throw problem
    } catch {
      // Out of range.
      return .null
    }
  }

  /// Reads a time; nil for a value that is not a time.
  private static func time(_ value: Value?, _ context: FormulaContext) throws -> SQLDate? {
    guard let value else { return try SQLDate(context.now()) }
    switch StorageClass(value) {
    case .null: return nil
    case .integer(let int): return SQLDate(number: Double(int))
    case .real(let double): return SQLDate(number: double)
    case .text, .blob: break
    }
    if case .date(let date) = value { return try SQLDate(date) }
    if case .day(let day) = value { return try SQLDate(day.midnightUTC) }
    guard let given = FormulaConversion.text(value) else { return nil }
    let text = try SQLText(given, context).bytes
    if text.elementsEqual("now".utf8, by: { $0.asciiLowercased == $1 }) { return try SQLDate(context.now()) }
    return SQLDate(text: text)
  }
}
