/// One JSON object a line: `begin`, the events, `end`; the member `kind` distinguishes them.
package struct JSONReporter: TestReporter {
  private let write: (String) throws -> Void

  package init(write: @escaping (String) throws -> Void) { self.write = write }

  package mutating func begin(_ run: TestRun) throws {
    var members: [String: JSONValue] = ["kind": "begin", "files": .array(run.files.map(JSONValue.string))]
    members["seed"] = run.seed.map(JSONValue.int)
    try line(.object(members))
  }

  package mutating func report(_ event: TestEvent) throws {
    guard !event.failures.isEmpty, case .object(var members) = event.jsonValue else { return try line(event.jsonValue) }
    members["failures"] = .array(event.failures.map(Self.jsonValue))
    try line(.object(members))
  }

  /// A failure is reported like any other error, with the additional facts of the test.
  private static func jsonValue(_ failure: TestFailure) -> JSONValue {
    let file = failure.place?.file ?? ""
    let range = failure.sourceLine.flatMap { line in failure.sourceColumn.map { SourceRange(in: line, column: $0) } }
    let diagnostic = Diagnostic(
      .init(rawValue: failure.code ?? "test.\(failure.kind.rawValue)"), failure.message, place: failure.place,
      excerpt: failure.sourceLine.map { .init(source: SourceText(name: file, text: $0), range: range) },
      notes: failure.traceback)
    guard case .object(var members) = diagnostic.jsonValue, case .object(let known) = failure.record else {
      return diagnostic.jsonValue
    }
    if let column = failure.column, case .int(let shown)? = members["column"],
      case .int(let end)? = members["endColumn"]
    {
      // Of the whole line.
      (members["column"], members["endColumn"]) = (.int(column), .int(column + end - shown))
    }
    for name in ["kind", "hint", "diff", "actions", "screen", "diagnostics", "steps"] { members[name] = known[name] }
    return .object(members)
  }

  package mutating func finish(_ summary: TestSummary) throws {
    var members: [String: JSONValue] = [
      "kind": "end", "passed": .int(summary.passed), "failed": .int(summary.failed),
      "skipped": .int(summary.skipped), "duration": .double(summary.duration.inSeconds),
    ]
    if summary.isPartial { members["partial"] = true }
    if summary.flaky > 0 { members["flaky"] = .int(summary.flaky) }
    if summary.snapshots > 0 { members["snapshots"] = .int(summary.snapshots) }
    if summary.droppedTraces > 0 { members["droppedTraces"] = .int(summary.droppedTraces) }
    let files = summary.snapshotFiles
    if !files.stale.isEmpty {
      members[files.isPruned ? "prunedSnapshots" : "staleSnapshots"] =
        .array(files.stale.sorted().map(JSONValue.string))
    }
    try line(.object(members))
  }

  private func line(_ jsonValue: JSONValue) throws {
    try write(PrintableText.json(try jsonValue.json(pretty: false)) + "\n")
  }
}

extension SourceRange {
  /// The character at a column, from 1, of a line.
  fileprivate init(in line: String, column: Int) {
    let before = max(0, column - 1)
    let lower = line.prefix(before).utf8.count
    self.init(lower, lower + (line.dropFirst(before).first?.utf8.count ?? 0))
  }
}
