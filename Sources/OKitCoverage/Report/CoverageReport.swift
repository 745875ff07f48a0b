internal import OKitStorage

/// What tests have reached in the files of applications, and which tests have reached it: the content of
/// `coverage.json`.
package struct CoverageReport: Sendable, Hashable {
  /// The number of outcomes that were reached, and of all.
  package struct Total: Sendable, Hashable {
    package var covered = 0
    package var of = 0

    package init(covered: Int = 0, of: Int = 0) { (self.covered, self.of) = (covered, of) }

    /// In percent, rounded down, so that 100 means all of them; 100 where there is nothing to reach.
    package var percent: Int { of == 0 ? 100 : covered * 100 / of }
  }

  /// Sorted by place, without duplicates.
  package let tests: [CoverageTest]
  /// Sorted by place, without duplicates.
  package let items: [CoverageItem]
  /// The checksum of each file with items, by its name, as it was measured; empty for one that differed
  /// between runs, and for a storyboard that was gone at the end.
  package let checksums: [String: String]
  /// What hooks have counted.
  package let hooks: [CoverageHook: CoverageHook.Counts]
  /// Whether a signal has ended the run before all tests have run.
  package var isPartial = false

  /// - Parameters:
  ///   - tests: The tests to which the items refer; in any order.
  ///   - items: In any order. Items with the same id are added up.
  ///   - checksums: Those of the texts of their files.
  ///   - hooks: The part of the counts of the items that hooks have.
  package init(
    tests: [CoverageTest] = [], items: [CoverageItem] = [], checksums: [String: String] = [:],
    hooks: [CoverageHook: CoverageHook.Counts] = [:]
  ) {
    self.init([(tests, items)], checksums, [hooks])
  }

  /// Adds up reports: the result of one run of all their tests.
  package init(merging reports: [CoverageReport]) {
    let checksums = reports.map(\.checksums).reduce(into: [:]) { all, some in
      all.merge(some) { $0 == $1 ? $0 : "" }
    }
    self.init(reports.map { ($0.tests, $0.items) }, checksums, reports.map(\.hooks))
    isPartial = reports.contains(where: \.isPartial)
  }

  private init(
    _ parts: [(tests: [CoverageTest], items: [CoverageItem])], _ checksums: [String: String],
    _ hooks: [[CoverageHook: CoverageHook.Counts]]
  ) {
    let tests = Set(parts.flatMap(\.tests)).sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }
    let numbers = Dictionary(uniqueKeysWithValues: zip(tests, tests.indices))
    var items: [String: CoverageItem] = [:]
    for part in parts {
      let new = part.tests.map { numbers[$0] ?? 0 }
      for var item in part.items {
        item.tests = item.tests.map { new[$0] }
        items[item.id] = items[item.id]?.merged(with: item) ?? item
      }
    }
    self.hooks = hooks.reduce(into: [:]) { all, some in
      for (hook, counts) in some {
        guard let known = all[hook] else {
          all[hook] = counts
          continue
        }
        // A hook runs once in one run.
        for (id, repeated) in known.repeated(by: counts) { items[id]?.remove(repeated) }
        all[hook] = known.merged(with: counts)
      }
    }
    self.tests = tests
    self.items = items.values.map { $0.normalized }.sorted()
    self.checksums = checksums
  }

  /// Returns the checksum of the text of a file.
  package static func checksum(of text: String) -> String { XXHash64.text(XXHash64.checksum(Array(text.utf8))) }

  /// The outcomes of each kind that the report has items of.
  package var totals: [CoverageKind: Total] {
    items.reduce(into: [:]) { totals, item in
      totals[item.kind, default: Total()].covered += item.reached.count
      totals[item.kind, default: Total()].of += item.outcomes.count
    }
  }

  /// Returns the items of a line.
  package func items(ofLine line: Int, in file: String) -> ArraySlice<CoverageItem> {
    let first = items.partitionPoint { ($0.file, $0.line) < (file, line) }
    return items[first...].prefix { $0.file == file && $0.line == line }
  }

  /// Returns the tests that have reached an item of a line, sorted; of one kind, or of any.
  package func tests(ofLine line: Int, in file: String, kind: CoverageKind? = nil) -> [Int] {
    let found = items(ofLine: line, in: file)
    return Set(found.filter { kind == nil || $0.kind == kind }.flatMap(\.tests)).sorted()
  }
}

extension CoverageItem {
  /// The item with the outcomes and the tests of another run. The place is that of the first.
  fileprivate func merged(with other: CoverageItem) -> CoverageItem {
    var item = self
    item.outcomes.merge(other.outcomes) { left, right in
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      return isTooLarge ? .max : sum
    }
    item.tests += other.tests
    return item
  }

  /// Removes counts that are in others.
  fileprivate mutating func remove(_ counts: [CoverageOutcome: Int]) {
    outcomes.merge(counts) { all, count in all == .max ? all : max(0, all - count) }
  }

  fileprivate var normalized: CoverageItem {
    var item = self
    item.tests = Set(tests).sorted()
    return item
  }
}
