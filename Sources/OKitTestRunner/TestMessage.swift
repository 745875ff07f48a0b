package import OKitCoverage

/// A message from the run of a test file to the runner, which may be in another process.
package enum TestMessage: Sendable, Hashable {
  case event(TestEvent)
  /// A line that a script has printed.
  case print(String)
  /// The hooks of a block run.
  case hook
  /// The last message of a job.
  case end(TestFileEnd)
}

/// The facts about a test file that are known when it has run.
package struct TestFileEnd: Sendable, Hashable {
  /// The number of tests in the file.
  package var total = 0
  /// The number of tests that were selected.
  package var selected = 0
  /// The files that the tests depend on: the test file, modules, scripts of applications.
  package var files: Set<String> = []
  /// Those of the files that the test file itself has read.
  package var modules: Set<String> = []
  /// The snapshots that no test has asked for.
  package var snapshots = SnapshotFiles()
  /// What the tests have reached; nil unless coverage is measured.
  package var coverage: CoverageReport?
  /// The scripts that run without counters, with the reason.
  package var uncounted: [String: String] = [:]

  package init(
    total: Int = 0, selected: Int = 0, files: Set<String> = [], modules: Set<String> = [],
    snapshots: SnapshotFiles = SnapshotFiles()
  ) {
    self.total = total
    self.selected = selected
    (self.files, self.modules) = (files, modules)
    self.snapshots = snapshots
  }
}

extension TestMessage {
  /// - Throws: `test.worker` for a record that is not a message, `test.event`.
  package init(record: JSONValue) throws {
    if let event = record["event"] {
      self = .event(try TestEvent(record: event))
    } else if record["hook"] != nil {
      self = .hook
    } else if let text = record["print"]?.text {
      self = .print(text)
    } else if let end = record["end"] {
      var file = TestFileEnd(
        total: end["total"]?.whole ?? 0, selected: end["selected"]?.whole ?? 0,
        files: Set(end["files"]?.texts ?? []), modules: Set(end["modules"]?.texts ?? []),
        snapshots: SnapshotFiles(record: end["snapshots"]))
      file.coverage = try end["coverage"].map { json throws(Diagnostic) in try CoverageReport(json: json) }
      if case .object(let reasons)? = end["uncounted"] { file.uncounted = reasons.compactMapValues(\.text) }
      self = .end(file)
    } else {
      throw Diagnostic(
        "test.worker", "a message needs one of the fields \"event\", \"hook\", \"print\" and \"end\"")
    }
  }

  package var record: JSONValue {
    switch self {
    case .event(let event): ["event": event.record]
    case .print(let text): ["print": .string(text)]
    case .hook: ["hook": true]
    case .end(let end):
      ["end": .object(end.record)]
    }
  }
}

extension TestFileEnd {
  fileprivate var record: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "total": .int(total), "selected": .int(selected), "files": .array(files.sorted().map(JSONValue.string)),
      "modules": .array(modules.sorted().map(JSONValue.string)), "snapshots": snapshots.record,
    ]
    members["coverage"] = coverage?.jsonValue
    if !uncounted.isEmpty { members["uncounted"] = .object(uncounted.mapValues(JSONValue.string)) }
    return members
  }
}
