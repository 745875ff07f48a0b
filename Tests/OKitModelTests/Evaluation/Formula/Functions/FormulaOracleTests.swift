import Foundation
import OKitModel
import OKitTestSupport
import Testing

/// The functions of formulas give what SQLite gives.
@Suite(.enabled(if: SQLiteOracle.isVersion340)) struct FormulaOracleTests {
  /// Those that SQLite 3.40 does not have, and `random`.
  private static let others = ["compare", "concat", "regexp", "random"]

  @Test(arguments: FormulaFunction.names.filter { !others.contains($0) })
  func functions(name: String) {
    let seed = RandomSteps.seed(of: 3)
    var random = RandomArguments(seed: seed)
    let calls = FormulaDifferences(timeZone: TimeZone.current.identifier)
    var differences: [String] = []
    for _ in 0..<RandomSteps.count(200) where differences.count < 10 {
      differences += calls.difference(name, random.arguments(of: name)).map { [$0] } ?? []
    }
    #expect(differences == [], "seed \(seed)")
  }
}
