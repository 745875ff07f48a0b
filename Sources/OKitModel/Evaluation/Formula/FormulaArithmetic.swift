/// Arithmetic on values that are neither entities nor collections, by the rules of SQLite.
enum FormulaArithmetic {
  /// A text that is not a number is joined with the other operand, as in Action Data; everything else is as in SQLite.
  static func add(_ left: Value, _ right: Value) -> Value {
    if left.isNull || right.isNull { return .null }
    if isOtherText(left) || isOtherText(right) { return concatenate(left, right) }
    switch (left, right) {
    case (.date(let date), .date), (.date(let date), .day), (.day, .date(let date)): return moved(date, by: .nan)
    case (.day, .day): return .null
    case (.day(let day), let number), (let number, .day(let day)):
      return moved(day, by: FormulaConversion.real(number) ?? .nan)
    case (.date(let date), let number), (let number, .date(let date)):
      return moved(date, by: FormulaConversion.real(number) ?? .nan)
    default: return FormulaNumber.add(number(left), number(right)).value
    }
  }

  /// The difference of dates is in seconds, that of days in days.
  static func subtract(_ left: Value, _ right: Value) -> Value {
    switch (left, right) {
    case (.date(let left), .date(let right)): return real(left.secondsSince2001 - right.secondsSince2001)
    case (.day(let left), .day(let right)): return days(from: right, to: left)
    case (.day(let left), .string(let text)):
      if let right = DayValue(text) { return days(from: right, to: left) }
    case (.string(let text), .day(let right)):
      if let left = DayValue(text) { return days(from: right, to: left) }
    case (.date(let left), .string(let text)):
      if let right = ISO8601.parse(text) { return real(left.secondsSince2001 - right.secondsSince2001) }
    case (.string(let text), .date(let right)):
      if let left = ISO8601.parse(text) { return real(left.secondsSince2001 - right.secondsSince2001) }
    default: break
    }
    if case .date(let date) = left, !right.isNull { return moved(date, by: -(FormulaConversion.real(right) ?? .nan)) }
    if case .day(let day) = left, !right.isNull { return moved(day, by: -(FormulaConversion.real(right) ?? .nan)) }
    return FormulaNumber.subtract(number(left), number(right)).value
  }

  static func multiply(_ left: Value, _ right: Value) -> Value {
    FormulaNumber.multiply(number(left), number(right)).value
  }

  /// Division by zero gives NULL.
  static func divide(_ left: Value, _ right: Value) -> Value {
    FormulaNumber.divide(number(left), number(right)).value
  }

  /// The remainder of integers; of real numbers that of their whole parts, as a real number.
  static func remainder(_ left: Value, _ right: Value) -> Value {
    let (first, second) = (FormulaConversion.numeric(left), FormulaConversion.numeric(right))
    if first.isNull || second.isNull { return .null }
    let areIntegers = if case (.int, .int) = (first, second) { true } else { false }
    // The text "1e3" is a real number with the whole part 1.
    return FormulaNumber.remainder(
      FormulaConversion.integer(areIntegers ? first : left), FormulaConversion.integer(areIntegers ? second : right),
      areIntegers: areIntegers
    ).value
  }

  /// Returns the result of a bit operator.
  static func calculate(_ operation: Formula.BinaryOperator, bits first: Int, _ second: Int) -> Int {
    switch operation {
    case .bitAnd: first & second
    case .bitOr: first | second
    case .shiftLeft: shift(first, left: second)
    default: shift(first, left: second == .min ? .max : -second)
    }
  }

  /// Shifting by a negative number shifts to the other side.
  private static func shift(_ value: Int, left count: Int) -> Int {
    // Swift's shifts take any count: all bits leave the number, or become its sign.
    count >= 0 ? value << count : value >> count.magnitude
  }

  static func concatenate(_ left: Value, _ right: Value) -> Value {
    guard let first = FormulaConversion.text(left), let second = FormulaConversion.text(right) else { return .null }
    return .string(first + second)
  }

  // MARK: Operands

  private static func isOtherText(_ value: Value) -> Bool {
    guard case .string = value, case .string = FormulaConversion.apply(.numeric, to: value) else { return false }
    return true
  }

  /// The number of an operand, of which a text gives its beginning.
  private static func number(_ value: Value) -> FormulaNumber {
    FormulaNumber(FormulaConversion.numeric(value)) ?? .null
  }

  /// SQLite has no NaN.
  private static func real(_ value: Double) -> Value { value.isNaN ? .null : .double(value) }

  private static func days(from first: DayValue, to last: DayValue) -> Value {
    .int(Int(last.daysSince1970) - Int(first.daysSince1970))
  }

  /// NULL outside the range of days. A part of a day does not count.
  private static func moved(_ day: DayValue, by days: Double) -> Value {
    Int(exactly: days.rounded(.towardZero)).flatMap(day.adding(days:)).map(Value.day) ?? .null
  }

  /// NULL for a date that has no text.
  private static func moved(_ date: DateValue, by seconds: Double) -> Value {
    let moved = DateValue(secondsSince2001: date.secondsSince2001 + seconds)
    return ISO8601.canWrite(moved) ? .date(moved) : .null
  }
}
