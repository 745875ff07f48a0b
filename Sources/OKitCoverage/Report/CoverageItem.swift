/// A test, by its declaration. Tests with the same name at the same line are one.
package struct CoverageTest: Sendable, Hashable {
  package var file: String
  package var line: Int
  package var name: String

  package init(file: String, line: Int, name: String) { (self.file, self.line, self.name) = (file, line, name) }
}

/// Something in the files of an application that tests reach or miss: a line, a branch, a binding.
package struct CoverageItem: Sendable, Hashable {
  /// The same for the same source, also when its lines have moved: `branch:app.lua:Shop.total:2`.
  package var id: String
  package var kind: CoverageKind
  package var file: String
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  /// The source of the item, or a name for it: `tasks/cell/detailPath "due/formatDate"`.
  package var text: String
  /// How often each of its outcomes was reached; 0 for one that was missed.
  package var outcomes: [CoverageOutcome: Int]
  /// The tests that have reached it, as indices in the report, sorted.
  package var tests: [Int]

  package init(
    id: String, kind: CoverageKind, file: String, line: Int, column: Int, text: String,
    outcomes: [CoverageOutcome: Int], tests: [Int] = []
  ) {
    (self.id, self.kind, self.file, self.line, self.column) = (id, kind, file, line, column)
    (self.text, self.outcomes, self.tests) = (text, outcomes, tests)
  }

  package var isReached: Bool { outcomes.values.contains { $0 > 0 } }

  /// The outcomes that were not reached, in the order of `CoverageOutcome`.
  package var missed: [CoverageOutcome] { CoverageOutcome.allCases.filter { outcomes[$0] == 0 } }

  /// The outcomes that were reached, in the order of `CoverageOutcome`.
  package var reached: [CoverageOutcome] { CoverageOutcome.allCases.filter { outcomes[$0, default: 0] > 0 } }
}

extension CoverageItem: Comparable {
  /// The order of a report: by place.
  package static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column, left.kind.rawValue, left.id)
      < (right.file, right.line, right.column, right.kind.rawValue, right.id)
  }
}
