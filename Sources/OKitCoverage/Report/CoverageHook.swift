/// The hooks before or after all tests of a block. They run once in a run, and in each shard that has a test of the
/// block.
package struct CoverageHook: Sendable, Hashable {
  /// How often the outcomes of items were reached, by the ids of these.
  package typealias Counts = [String: [CoverageOutcome: Int]]

  package var file: String
  /// The names of the blocks, outer ones first; none for the file as a whole.
  package var path: [String]
  /// `before_all` or `after_all`.
  package var name: String

  package init(file: String, path: [String], name: String) { (self.file, self.path, self.name) = (file, path, name) }
}

extension CoverageHook.Counts {
  /// The counts that are in both of two runs.
  func repeated(by other: Self) -> Self {
    other.reduce(into: [:]) { repeated, entry in
      let own = self[entry.key] ?? [:]
      for (outcome, count) in entry.value {
        if let known = own[outcome] { repeated[entry.key, default: [:]][outcome] = Swift.min(known, count) }
      }
    }
  }

  /// The counts of a run with both.
  func merged(with other: Self) -> Self {
    merging(other) { $0.merging($1, uniquingKeysWith: Swift.max) }
  }
}
