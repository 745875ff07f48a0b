/// The mutants of a run with their results.
package struct MutationReport {
  package struct Entry {
    package let mutant: Mutant
    /// The identifiers of the tests that cover it.
    package internal(set) var coveredBy: [String] = []
    /// The identifiers of the tests that may notice it; more than those that cover it if it is a part of a definition.
    var tests: [String] = []
    /// Nil for one that was not tested.
    package internal(set) var result: MutantResult?

    /// Sets the result of the tests. One that no test covers, and with which none behaves differently, is not covered.
    mutating func set(_ result: MutantResult) {
      self.result = result
      if let test = result.killedBy {
        coveredBy = tests.filter { $0 == test || coveredBy.contains($0) }
      } else if coveredBy.isEmpty {
        if result.status == .survived, result.suggestion == nil {
          self.result = MutantResult(result.id, .notCovered)
        } else {
          coveredBy = tests
        }
      }
    }
  }

  package struct File {
    /// As messages name it.
    package let name: String
    /// Without symbolic links.
    let path: String
    package let source: String
    package internal(set) var entries: [Entry]

    init(name: String, path: String, source: String, mutants: [Mutant]) {
      (self.name, self.path, self.source) = (name, path, source)
      entries = mutants.map { Entry(mutant: $0) }
    }
  }

  package let tests: [CoveringTest]
  package internal(set) var files: [File]
  /// Whether a signal has ended the run.
  package internal(set) var isPartial = false
  /// The number of mutants that were to be tested, and were not.
  package internal(set) var untested = 0
  /// The number of results of earlier runs.
  package internal(set) var cached = 0

  init(tests: [CoveringTest], files: [File]) { (self.tests, self.files) = (tests, files) }

  package var entries: [Entry] { files.flatMap(\.entries) }

  /// The entries with a status, in the order of the files.
  package func entries(_ status: MutantResult.Status) -> [Entry] { entries.filter { $0.result?.status == status } }

  package func count(_ status: MutantResult.Status) -> Int { entries(status).count }

  /// Sets the results that are in a dictionary by the identifiers of mutants.
  mutating func add(_ results: [String: MutantResult]) {
    for file in files.indices {
      for entry in files[file].entries.indices {
        if let result = results[files[file].entries[entry].mutant.id] { files[file].entries[entry].set(result) }
      }
    }
  }

  mutating func removeResults(where isRemoved: (Mutant) -> Bool) {
    for file in files.indices {
      for entry in files[file].entries.indices where isRemoved(files[file].entries[entry].mutant) {
        files[file].entries[entry].result = nil
      }
    }
  }

  // MARK: The score

  /// The mutants that count: killed, and not killed by tests that could have done it.
  package var scored: (killed: Int, of: Int) {
    let killed = count(.killed)
    return (killed, killed + count(.survived) + count(.notCovered))
  }

  /// In percent; nil where no mutant counts.
  package var score: Double? { scored.of == 0 ? nil : Double(scored.killed) * 100 / Double(scored.of) }
}
