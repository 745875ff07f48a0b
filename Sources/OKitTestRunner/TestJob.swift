/// One run of a test file: what one process does at a time.
package struct TestJob: Sendable, Hashable {
  package var file: String
  /// The lines whose tests run; none for all.
  package var lines: [Int]
  /// The full names of the tests and blocks that run; none for all.
  package var names: [String]
  /// The number of the repetition of the whole run, from 1.
  package var iteration: Int
  /// The position of the file among all files, from 0; distributes tests to shards.
  package var position: Int
  /// Shuffles the tests.
  package var seed: Int?

  package init(
    file: String, lines: [Int] = [], names: [String] = [], iteration: Int = 1, position: Int = 0, seed: Int? = nil
  ) {
    self.file = file
    self.lines = lines
    self.names = names
    self.iteration = iteration
    self.position = position
    self.seed = seed
  }
}

extension TestJob {
  /// - Throws: `test.worker` for a record that is not a job.
  package init(record: JSONValue) throws {
    guard let file = record["file"]?.text, let iteration = record["iteration"]?.whole,
      let position = record["position"]?.whole
    else {
      throw Diagnostic("test.worker", "a job needs the fields \"file\", \"iteration\" and \"position\"")
    }
    self.init(
      file: file, lines: record["lines"]?.elements.compactMap(\.whole) ?? [], names: record["names"]?.texts ?? [],
      iteration: iteration, position: position, seed: record["seed"]?.whole)
  }

  package var record: JSONValue {
    var members: [String: JSONValue] = [
      "file": .string(file), "lines": .array(lines.map(JSONValue.int)),
      "names": .array(names.map(JSONValue.string)), "iteration": .int(iteration), "position": .int(position),
    ]
    members["seed"] = seed.map(JSONValue.int)
    return .object(members)
  }
}
