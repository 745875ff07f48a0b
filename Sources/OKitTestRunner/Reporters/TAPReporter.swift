/// The Test Anything Protocol, version 13: one line a test, a YAML block below each that failed, the plan at the end.
package struct TAPReporter: TestReporter {
  private let write: (String) throws -> Void
  private var number = 0

  package init(write: @escaping (String) throws -> Void) { self.write = write }

  package mutating func begin(_ run: TestRun) throws {
    try write("TAP version 13\n")
    if let seed = run.seed { try write("# seed \(seed)\n") }
  }

  package mutating func report(_ event: TestEvent) throws {
    guard event.kind != .start else { return }
    number += 1
    let result = event.kind == .fail ? "not ok" : "ok"
    var line = "\(result) \(number) - \(Self.escaped(event.name))"
    if event.kind == .pending || event.kind == .skip {
      line += " # SKIP " + Self.escaped(event.reason ?? event.kind.rawValue)
    }
    if event.isFlaky { line += " # flaky: passed on attempt \(event.attempt)" }
    try write(line + "\n")
    if event.kind == .fail { try write(Self.block(event)) }
  }

  package mutating func finish(_ summary: TestSummary) throws {
    try write("1..\(number)\n" + (summary.remarks + [summary.line]).map { "# \($0)\n" }.joined())
  }

  /// One line in which `#` begins no directive.
  private static func escaped(_ text: String) -> String {
    let line = text.printableLine
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "#") }) else { return line }
    var result = ""
    for character in line {
      if character == "\\" || character == "#" { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func block(_ event: TestEvent) -> String {
    var yaml = YAMLText(indent: 2)
    yaml.begin()
    yaml.member("file", event.file)
    yaml.member("duration", number: event.duration.secondsText)
    yaml.member("tags", event.tags.isEmpty ? nil : event.tags.joined(separator: ", "))
    yaml.member("traces", lines: event.traces)
    yaml.member("difference", event.difference)
    yaml.listOfRecords("failures", event.failures) { failure, yaml in
      yaml.member("message", failure.message)
      yaml.member("kind", failure.kind.rawValue)
      yaml.member("diff", failure.diff)
      yaml.member("place", failure.place?.description)
      yaml.member("source", failure.sourceLine)
      if let column = failure.column { yaml.member("column", number: "\(column)") }
      yaml.member("steps", lines: failure.steps)
      yaml.member("actions", lines: failure.actions)
      yaml.member("screen", failure.screen)
      yaml.member("diagnostics", lines: failure.diagnostics)
      yaml.member("traceback", lines: failure.traceback.map(\.description))
    }
    yaml.end()
    return yaml.text
  }
}
