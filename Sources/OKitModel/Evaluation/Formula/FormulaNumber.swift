/// A number or NULL in plain bytes: what most operators calculate with, so that no references are counted.
enum FormulaNumber: BitwiseCopyable {
  case null
  case int(Int)
  /// Never NaN, which SQLite does not have.
  case double(Double)

  /// Creates the number that a value is; nil for any other value.
  init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .int(let int): self = .int(int)
    case .double(let double) where !double.isNaN: self = .double(double)
    default: return nil
    }
  }

  /// NaN becomes NULL.
  @inline(__always)
  private static func real(_ double: Double) -> FormulaNumber { double.isNaN ? .null : .double(double) }

  /// 1 or 0.
  @inline(__always)
  static func bool(_ bool: Bool) -> FormulaNumber { .int(bool ? 1 : 0) }

  /// 1 or 0, or NULL for nil.
  @inline(__always)
  static func truth(_ truth: Bool?) -> FormulaNumber { truth.map(bool) ?? .null }

  @inline(__always)
  var value: Value {
    switch self {
    case .null: .null
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    }
  }

  @inline(__always)
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether it is not 0; nil for NULL.
  @inline(__always)
  var truth: Bool? {
    switch self {
    case .null: nil
    case .int(let int): int != 0
    case .double(let double): double != 0
    }
  }

  /// The nearest Int; nil for NULL.
  var integer: Int? {
    switch self {
    case .null: nil
    case .int(let int): int
    case .double(let double): FormulaConversion.truncated(double)
    }
  }

  /// Returns a number that is negative, zero or positive, as the first one is before, equal to or after the second
  /// one; nil when one is NULL.
  @inline(__always)
  static func compare(_ left: FormulaNumber, _ right: FormulaNumber) -> Int? {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.double(let left), .double(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.int(let left), .double(let right)): FormulaOrder.compare(left, right)
    case (.double(let left), .int(let right)): -FormulaOrder.compare(right, left)
    case (.null, _), (_, .null): nil
    }
  }
}

// MARK: Arithmetic

/// An operation on integers that overflows is one on real numbers.
extension FormulaNumber {
  /// Returns the result of an arithmetic operator or a bit operator.
  @inline(__always)
  static func calculate(
    _ operation: Formula.BinaryOperator, _ left: FormulaNumber, _ right: FormulaNumber
  ) -> FormulaNumber {
    switch operation {
    case .add: add(left, right)
    case .subtract: subtract(left, right)
    case .multiply: multiply(left, right)
    default: calculateOther(operation, left, right)
    }
  }

  @inline(never)
  private static func calculateOther(
    _ operation: Formula.BinaryOperator, _ left: FormulaNumber, _ right: FormulaNumber
  ) -> FormulaNumber {
    switch operation {
    case .divide: return divide(left, right)
    case .remainder:
      let areIntegers = if case (.int, .int) = (left, right) { true } else { false }
      return remainder(left.integer, right.integer, areIntegers: areIntegers)
    default:
      guard let first = left.integer, let second = right.integer else { return .null }
      return .int(FormulaArithmetic.calculate(operation, bits: first, second))
    }
  }

  @inline(__always)
  static func add(_ left: FormulaNumber, _ right: FormulaNumber) -> FormulaNumber {
    calculate(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  @inline(__always)
  static func subtract(_ left: FormulaNumber, _ right: FormulaNumber) -> FormulaNumber {
    calculate(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  @inline(__always)
  static func multiply(_ left: FormulaNumber, _ right: FormulaNumber) -> FormulaNumber {
    calculate(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  /// Division by zero gives NULL.
  static func divide(_ left: FormulaNumber, _ right: FormulaNumber) -> FormulaNumber {
    if right.truth == false { return .null }
    return calculate(left, right, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 })
  }

  /// Returns the remainder of whole numbers: an integer, or a real number where an operand was one.
  static func remainder(_ dividend: Int?, _ divisor: Int?, areIntegers: Bool) -> FormulaNumber {
    guard let dividend, let divisor, divisor != 0 else { return .null }
    let rest = divisor == -1 ? 0 : dividend % divisor
    return areIntegers ? .int(rest) : .double(Double(rest))
  }

  @inline(__always)
  private static func calculate(
    _ left: FormulaNumber, _ right: FormulaNumber, _ integers: (Int, Int) -> (partialValue: Int, overflow: Bool),
    _ reals: (Double, Double) -> Double
  ) -> FormulaNumber {
    switch (left, right) {
    case (.int(let left), .int(let right)):
      let (value, isLarge) = integers(left, right)
      return isLarge ? real(reals(Double(left), Double(right))) : .int(value)
    case (.double(let left), .double(let right)): return real(reals(left, right))
    case (.double(let left), .int(let right)): return real(reals(left, Double(right)))
    case (.int(let left), .double(let right)): return real(reals(Double(left), right))
    case (.null, _), (_, .null): return .null
    }
  }
}

// MARK: Reading

extension Evaluator {
  /// Returns the record of a context in which numbers can be read one after the other; nil where a name may mean
  /// something else.
  @inline(__always)
  func plainRecord(_ run: inout Run) -> EntityRecord? {
    guard run.isPlain, let context = run.context else { return nil }
    return plainRecord(context)
  }

  @inline(__always)
  private func plainRecord(_ context: EntityID) -> EntityRecord? {
    guard let record = store.record(context), !record.header.pointee.isClosed else { return nil }
    return record
  }

  /// Returns the value of a formula that calculates with numbers alone; nil where it needs more than that.
  @inline(__always)
  func plainValue(_ formula: FormulaProgram, _ context: EntityID) -> Value? {
    guard let record = plainRecord(context), record.header.pointee.type != formula.otherType else { return nil }
    if store.isBudgetExhausted(after: formula.cost) { return .null }
    if let number = formula.root.number(of: record, self) { return number.value }
    formula.otherType = record.header.pointee.type
    return nil
  }

  /// Returns the number at the end of a path, with all reads recorded; nil for another value, and when the way needs
  /// more than stored properties.
  @inline(__always)
  func number(_ path: PropertyPathCache, from record: EntityRecord) -> FormulaNumber? {
    switch owner(path, from: record) {
    case .record(let owner): number(owner, path.location(path.count - 1, owner.header.pointee.type, store))
    case .null: .null
    case .unknown: nil
    }
  }

  @inline(__always)
  private func number(_ record: EntityRecord, _ location: PropertyLocation) -> FormulaNumber? {
    switch location.storage {
    case .int, .double, .bool: break
    default: return nil
    }
    store.recordRead(record, location.slot)
    if record.isNil(location) { return .null }
    switch location.storage {
    case .int: return .int(record.pointer(location, Int.self).pointee)
    case .double:
      let double = record.pointer(location, Double.self).pointee
      return double.isNaN ? nil : .double(double)
    default: return .bool(record.pointer(location, UInt8.self).pointee != 0)
    }
  }
}
