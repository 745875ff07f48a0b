import CSQLite
import OKitTestSupport
import Testing

@testable import OKitEngine

/// Formulas give what SQLite gives for the same expression over the same row.
@Suite(.enabled(if: sqlite3_libversion_number() / 1000 == 3040)) struct ExpressionOracleTests {
  @Test func `random expressions`() throws {
    let seed = RandomSteps.seed(of: 1)
    var random = RandomExpressions(seed: seed)
    let table = try ExpressionTable()
    for _ in 0..<12 { try table.add(random.row()) }
    var differences: [String] = []
    for _ in 0..<min(RandomSteps.count(1500), 100_000) where differences.count < 10 {
      let isClosed = random.number(0...2) == 0
      let expression = random.expression(depth: random.number(1...4), isClosed: isClosed)
      guard let difference = try table.difference(expression.formula, expression.sql),
        !isDocumented(expression.formula)
      else { continue }
      differences.append(difference)
    }
    #expect(differences == [], "seed \(seed)")
  }

  /// Whether the article about formulas lists the difference: `IS` before an empty list, and the last bit of `round`.
  private func isDocumented(_ formula: String) -> Bool {
    formula.contains("IN ()") && formula.contains("IS") || formula.contains("round(")
  }
}
