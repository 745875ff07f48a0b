/// Arithmetic on values that are neither entities nor collections, by the rules of SQLite.
enum FormulaArithmetic {
  /// A text that is no number is joined with the other operand, as in Action Data; everything else is as in SQLite.
  static func add(_ left: Value, _ right: Value) -> Value {
    if left.isNull || right.isNull { return .null }
    if isOtherText(left) || isOtherText(right) { return concatenate(left, right) }
    switch (left, right) {
    case (.date(let date), .date): return moved(date, by: .nan)
    case (.date(let date), let number), (let number, .date(let date)):
      return moved(date, by: FormulaConversion.real(number) ?? .nan)
    default: return numbers(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
    }
  }

  /// The difference of dates is in seconds.
  static func subtract(_ left: Value, _ right: Value) -> Value {
    switch (left, right) {
    case (.date(let left), .date(let right)): return real(left.secondsSince2001 - right.secondsSince2001)
    case (.date(let left), .string(let text)):
      if let right = ISO8601.parse(text) { return real(left.secondsSince2001 - right.secondsSince2001) }
    case (.string(let text), .date(let right)):
      if let left = ISO8601.parse(text) { return real(left.secondsSince2001 - right.secondsSince2001) }
    default: break
    }
    if case .date(let date) = left, !right.isNull { return moved(date, by: -(FormulaConversion.real(right) ?? .nan)) }
    return numbers(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  static func multiply(_ left: Value, _ right: Value) -> Value {
    numbers(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  /// Division by zero gives NULL.
  static func divide(_ left: Value, _ right: Value) -> Value {
    numbers(left, right, { $1 == 0 ? nil : $0.dividedReportingOverflow(by: $1) }, { $1 == 0 ? .nan : $0 / $1 })
  }

  /// The remainder of integers; of real numbers that of their whole parts, as a real number.
  static func remainder(_ left: Value, _ right: Value) -> Value {
    let (first, second) = (FormulaConversion.numeric(left), FormulaConversion.numeric(right))
    if first.isNull || second.isNull { return .null }
    let areIntegers = if case (.int, .int) = (first, second) { true } else { false }
    // The text "1e3" is a real number with the whole part 1.
    guard let dividend = FormulaConversion.integer(areIntegers ? first : left),
      let divisor = FormulaConversion.integer(areIntegers ? second : right), divisor != 0
    else { return .null }
    let rest = divisor == -1 ? 0 : dividend % divisor
    return areIntegers ? .int(rest) : .double(Double(rest))
  }

  /// Shifting by a negative number shifts to the other side.
  static func shift(_ value: Int, left count: Int) -> Int {
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

  /// An operation on integers that overflows is one on real numbers.
  private static func numbers(
    _ left: Value, _ right: Value, _ integers: (Int, Int) -> (partialValue: Int, overflow: Bool)?,
    _ reals: (Double, Double) -> Double
  ) -> Value {
    let (first, second) = (FormulaConversion.numeric(left), FormulaConversion.numeric(right))
    if case (.int(let first), .int(let second)) = (first, second) {
      guard let result = integers(first, second) else { return .null }
      if !result.overflow { return .int(result.partialValue) }
    }
    guard let first = FormulaConversion.real(first), let second = FormulaConversion.real(second) else { return .null }
    return real(reals(first, second))
  }

  /// SQLite has no NaN.
  private static func real(_ value: Double) -> Value { value.isNaN ? .null : .double(value) }

  private static func moved(_ date: DateValue, by seconds: Double) -> Value {
    let moment = date.secondsSince2001 + seconds
    return moment.isFinite ? .date(DateValue(secondsSince2001: moment)) : .null
  }
}
