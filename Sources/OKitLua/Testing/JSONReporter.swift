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

  public mutating func report(_ event: TestEvent) throws {
    guard !event.failures.isEmpty, case .object(var members) = event.plain else { return try line(event.plain) }
    members["failures"] = .array(event.failures.map(Self.plain))
    try line(.object(members))
  }

  /// A failure is told like any other error, with what the test knows besides.
  private static func plain(_ failure: TestFailure) -> Plain {
    let file = failure.place?.file ?? ""
    let diagnostic = Diagnostic(
      .init(rawValue: "test.\(failure.kind.rawValue)"), failure.message, place: failure.place,
      excerpt: failure.sourceLine.map { .init(source: SourceText(name: file, text: $0), range: nil) },
      notes: failure.traceback)
    guard case .object(var members) = diagnostic.plain, case .object(let known) = failure.plain else {
      return failure.plain
    }
    for name in ["kind", "diff", "actions", "screen", "diagnostics"] { members[name] = known[name] }
    return .object(members)
  }

  public mutating func finish(_ summary: TestSummary) throws {
    try line([
      "kind": "end", "passed": .int(summary.passed), "failed": .int(summary.failed),
      "skipped": .int(summary.skipped), "duration": .double(summary.duration.inSeconds),
    ])
  }

  private func line(_ plain: Plain) throws { try write(try plain.json(pretty: false) + "\n") }
}
