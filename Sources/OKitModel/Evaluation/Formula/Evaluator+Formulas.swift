/// What operators of formulas do with values of every type.
extension Evaluator {
  /// Returns a value as an operand: entities, collections and colors are their texts, and a Bool is 0 or 1.
  @inline(__always)
  func scalar(_ value: Value) -> Value {
    switch value {
    case .null, .int, .double, .string, .data, .date, .day: value
    default: otherScalar(value)
    }
  }

  @inline(never)
  private func otherScalar(_ value: Value) -> Value {
    switch value {
    case .bool(let bool): .int(bool ? 1 : 0)
    case .image(.data(let data)): .data(data)
    default: text(value).map(Value.string) ?? .null
    }
  }

  /// Returns two operands of one kind: beside a day, a date or a text with a time is its day in the time zone; beside a
  /// date, a text is its date, that of a day its first moment there.
  @inline(__always)
  private func aligned(_ left: Value, _ right: Value) -> (Value, Value) {
    switch (left, right) {
    case (.day, .date), (.day, .string): (left, day(of: right))
    case (.date, .day), (.string, .day): (day(of: left), right)
    case (.date, .string): (left, moment(of: right))
    case (.string, .date): (moment(of: left), right)
    default: (left, right)
    }
  }

  private func day(of value: Value) -> Value { functionContext().day(value).map(Value.day) ?? value }

  private func moment(of value: Value) -> Value { date(value).map(Value.date) ?? value }

  /// Returns whether a value counts as true; nil for NULL. Entities, collections and dates do.
  func formulaTruth(_ value: Value) -> Bool? {
    switch value {
    case .null: nil
    case .bool(let bool): bool
    case .int(let int): int != 0
    case .double(let double): double != 0
    case .string, .data: FormulaConversion.truth(value)
    case .date, .day, .color, .image, .entity, .collection, .list, .map, .function, .handle: true
    }
  }

  /// Returns a number that is negative, zero or positive, as the first value is before, equal to or after the second
  /// one; nil when one is NULL.
  ///
  /// A number that has an affinity makes a number of a text that is one; else a text that has one makes a text of the
  /// number.
  func compare(
    _ left: Value, _ leftHasAffinity: Bool, _ right: Value, _ rightHasAffinity: Bool, _ collation: FormulaCollation
  ) -> Int? {
    if left.isNull || right.isNull { return nil }
    // Two entities with the same description are not the same.
    if case (.entity(let first), .entity(let second)) = (left, right), first == second { return 0 }
    let (first, second) = aligned(scalar(left), scalar(right))
    if first.isNull || second.isNull { return nil }
    if case (.entity, .entity) = (left, right) {
      let order = FormulaOrder.compare(first, second, collation)
      return order == 0 ? (left.order(to: right) == .before ? -1 : 1) : order
    }
    switch (first, second) {
    case (.string(let one), .string(let other)):
      if store.isBudgetExhausted(after: min(one.utf8.count, other.utf8.count) >> 10) { return nil }
    case (.int, .string), (.double, .string):
      if leftHasAffinity {
        return FormulaOrder.compare(first, FormulaConversion.apply(.numeric, to: second), collation)
      }
      if rightHasAffinity { return FormulaOrder.compare(FormulaConversion.apply(.text, to: first), second, collation) }
    case (.string, .int), (.string, .double):
      if rightHasAffinity {
        return FormulaOrder.compare(FormulaConversion.apply(.numeric, to: first), second, collation)
      }
      if leftHasAffinity { return FormulaOrder.compare(first, FormulaConversion.apply(.text, to: second), collation) }
    default: break
    }
    return FormulaOrder.compare(first, second, collation)
  }

  /// Returns the result of an operator that gives a number, a text or a date.
  @inline(never)
  func calculate(_ operation: Formula.BinaryOperator, _ left: Value, _ right: Value, _ run: inout Run) -> Value {
    var (left, right) = (scalar(left), scalar(right))
    if operation == .subtract { (left, right) = aligned(left, right) }
    switch operation {
    case .add: return hasRoom(for: left.size, right.size, run) ? FormulaArithmetic.add(left, right) : .null
    case .subtract: return FormulaArithmetic.subtract(left, right)
    case .multiply: return FormulaArithmetic.multiply(left, right)
    case .divide: return FormulaArithmetic.divide(left, right)
    case .remainder: return FormulaArithmetic.remainder(left, right)
    default:
      guard let first = FormulaConversion.integer(left), let second = FormulaConversion.integer(right) else {
        return .null
      }
      return .int(FormulaArithmetic.calculate(operation, bits: first, second))
    }
  }

  /// Whether a text of some bytes may grow: it takes time and memory.
  func hasRoom(for bytes: Int, _ more: Int, _ run: Run) -> Bool {
    let bytes = bytes + more
    if store.isBudgetExhausted(after: more >> 10) { return false }
    guard bytes > BoundedStringBuilder.maximumBytes else { return true }
    mistakeCount += 1
    report(located(BoundedStringBuilder.failure("the text of \"\(run.program.text.prefix(40))\""), in: run.program))
    return false
  }
}

extension Value {
  /// The number of bytes of a text or of data; 0 for other values, which have short texts.
  fileprivate var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data): data.bytes.count
    default: 0
    }
  }
}
