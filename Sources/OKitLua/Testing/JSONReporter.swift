import OKitEngine

/// One JSON object a line: `begin`, the events, `end`; the member `kind` tells them apart.
public struct JSONReporter: TestReporter {
  private let write: (String) throws -> Void

  public init(write: @escaping (String) throws -> Void) { self.write = write }

  public mutating func begin(_ run: TestRun) throws {
    var members: [String: Plain] = ["kind": "begin", "files": .array(run.files.map(Plain.string))]
    members["seed"] = run.seed.map(Plain.int)
    try line(.object(members))
  }

  public mutating func report(_ event: TestEvent) throws { try line(event.plain) }

  public mutating func finish(_ summary: TestSummary) throws {
    try line([
      "kind": "end", "passed": .int(summary.passed), "failed": .int(summary.failed),
      "skipped": .int(summary.skipped), "duration": .double(summary.duration.inSeconds),
    ])
  }

  private func line(_ plain: Plain) throws { try write(try plain.json(pretty: false) + "\n") }
}
