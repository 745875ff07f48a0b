/// The order of values in formulas (https://sqlite.org/datatype3.html#comparisons): NULL, numbers, texts, bytes. No
/// affinity applies here.
package enum FormulaOrder {
  /// Returns a number that is negative, zero or positive, as the first value is before, equal to or after the second
  /// one.
  ///
  /// Dates compare by time with each other and with texts of ISO 8601, days as days; with others, a date or a day is
  /// its text. Bool is 0 or 1.
  package static func compare(_ first: Value, _ second: Value, _ collation: FormulaCollation = .binary) -> Int {
    switch (first, second) {
    case (.int(let first), .int(let second)): return compare(first, second)
    case (.date(let first), .date(let second)): return compare(first.secondsSince2001, second.secondsSince2001)
    case (.day(let first), .day(let second)): return compare(Int(first.daysSince1970), Int(second.daysSince1970))
    case (.day(let first), .string(let text)):
      if let second = DayValue(text) { return compare(Int(first.daysSince1970), Int(second.daysSince1970)) }
    case (.string(let text), .day(let second)):
      if let first = DayValue(text) { return compare(Int(first.daysSince1970), Int(second.daysSince1970)) }
    case (.date(let first), .string(let text)):
      if let second = ISO8601.parse(text) { return compare(first.secondsSince2001, second.secondsSince2001) }
    case (.string(let text), .date(let second)):
      if let first = ISO8601.parse(text) { return compare(first.secondsSince2001, second.secondsSince2001) }
    default: break
    }
    let (one, other) = (StorageClass(first), StorageClass(second))
    switch (one, other) {
    case (.integer(let first), .integer(let second)): return compare(first, second)
    case (.real(let first), .real(let second)): return compare(first, second)
    case (.integer(let first), .real(let second)): return compare(first, second)
    case (.real(let first), .integer(let second)): return -compare(second, first)
    case (.text(let first), .text(let second)): return collation.compare(first, second)
    case (.blob(let first), .blob(let second)):
      return first.lexicographicallyPrecedes(second) ? -1 : first == second ? 0 : 1
    default: return one.rank - other.rank
    }
  }

  private static func compare<Number: Comparable>(_ first: Number, _ second: Number) -> Int {
    first < second ? -1 : first > second ? 1 : 0
  }

  /// Compares exactly: not every Int is a Double.
  static func compare(_ first: Int, _ second: Double) -> Int {
    if second.isNaN || second < -0x1p63 { return 1 }
    if second >= 0x1p63 { return -1 }
    let whole = second.rounded(.towardZero)
    let order = compare(first, Int(whole))
    return order == 0 ? compare(whole, second) : order
  }
}
