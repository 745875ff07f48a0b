/// What the functions of formulas read besides their arguments. Belongs to the isolation of one runtime.
///
/// The evaluator makes one, and a copy with another collation for the calls that need it. A function calls `now` and
/// `offset` only when its result depends on them, so that they can record the read: `date(x)` does not depend on the
/// clock, and `date('now')` does. An object, so that a call counts one reference instead of one for each member.
package final class FormulaContext {
  /// Returns the time of the runtime's clock.
  package let now: () -> DateValue
  /// Returns the offset of the runtime's time zone from UTC at a date, in seconds.
  package let offset: (DateValue) throws(Diagnostic) -> Int
  /// Returns a random word of the runtime.
  package let random: () -> UInt64
  package let budget: ExecutionBudget
  /// How `min`, `max` and `nullif` compare texts: the collation of their first argument that has one.
  package let collation: FormulaCollation
  /// The compiled patterns of REGEXP.
  package let expressions: RegularExpressionCache

  package init(
    now: @escaping () -> DateValue, offset: @escaping (DateValue) throws(Diagnostic) -> Int,
    random: @escaping () -> UInt64, budget: ExecutionBudget, expressions: RegularExpressionCache,
    collation: FormulaCollation = .binary
  ) {
    (self.now, self.offset, self.random) = (now, offset, random)
    (self.budget, self.expressions, self.collation) = (budget, expressions, collation)
  }

  func with(_ collation: FormulaCollation) -> FormulaContext {
    FormulaContext(
      now: now, offset: offset, random: random, budget: budget, expressions: expressions, collation: collation)
  }

  /// Charges the reading or writing of a number of bytes.
  func charge(bytes: Int) throws(Diagnostic) { try budget.step(1 + bytes >> 6) }
}
