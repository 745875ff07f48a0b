/// The XML that continuous integration reads: one `testsuite` a file, written when the run ends.
package struct JUnitReporter: TestReporter {
  private let write: (String) throws -> Void
  private var suites: [(file: String, events: [TestEvent])] = []

  package init(write: @escaping (String) throws -> Void) { self.write = write }

  package mutating func begin(_ run: TestRun) throws { suites = run.files.map { ($0, []) } }

  package mutating func report(_ event: TestEvent) throws {
    guard event.kind != .start else { return }
    if let index = suites.firstIndex(where: { $0.file == event.file }) {
      suites[index].events.append(event)
    } else {
      suites.append((event.file, [event]))
    }
  }

  package mutating func finish(_ summary: TestSummary) throws {
    var xml = XMLText()
    let events = suites.flatMap(\.events)
    xml.open("testsuites", [("name", "okit-run test")] + Self.numbers(events, duration: summary.duration))
    if summary.isPartial {
      xml.open("properties", [])
      xml.empty("property", [("name", "partial"), ("value", "true")])
      xml.close("properties")
    }
    for suite in suites {
      let duration = suite.events.reduce(Duration.zero) { $0 + $1.duration }
      xml.open("testsuite", [("name", suite.file)] + Self.numbers(suite.events, duration: duration))
      for event in suite.events { Self.testCase(event, &xml) }
      xml.close("testsuite")
    }
    xml.close("testsuites")
    try write(xml.text)
  }

  /// A test whose first failure is not an assertion is an error.
  private static func isError(_ event: TestEvent) -> Bool {
    event.kind == .fail && event.failures.first?.kind == .error
  }

  private static func numbers(_ events: [TestEvent], duration: Duration) -> [(String, String)] {
    let failed = events.count { $0.kind == .fail }
    let errors = events.count(where: isError)
    let skipped = events.count { $0.kind == .pending || $0.kind == .skip }
    return [
      ("tests", "\(events.count)"), ("failures", "\(failed - errors)"), ("errors", "\(errors)"),
      ("skipped", "\(skipped)"), ("time", duration.secondsText),
    ]
  }

  private static func testCase(_ event: TestEvent, _ xml: inout XMLText) {
    let blocks = event.path.dropLast().joined(separator: " ")
    var attributes = [
      ("name", event.path.last ?? event.file), ("classname", blocks.isEmpty ? event.file : blocks),
      ("file", event.file),
    ]
    if let line = event.place?.line, line > 0 { attributes.append(("line", "\(line)")) }
    attributes.append(("time", event.duration.secondsText))
    // Attachments in the notation that Jenkins, GitLab and Playwright know.
    let output =
      (event.isFlaky ? ["flaky: passed on attempt \(event.attempt)"] : [])
      + event.traces.map { "[[ATTACHMENT|\($0)]]" } + [event.difference].compactMap(\.self)
    if event.kind == .pass, output.isEmpty, event.steps.isEmpty { return xml.empty("testcase", attributes) }
    xml.open("testcase", attributes)
    if !event.steps.isEmpty {
      xml.open("properties", [])
      for step in event.steps { xml.empty("property", [("name", "step"), ("value", step)]) }
      xml.close("properties")
    }
    switch event.kind {
    case .start, .pass: break
    case .pending, .skip: xml.empty("skipped", [("message", event.reason ?? event.kind.rawValue)])
    case .fail:
      for failure in event.failures {
        xml.element(
          failure.kind == .error ? "error" : "failure",
          [("message", failure.message), ("type", failure.kind.rawValue)],
          FailureText.lines(failure).joined(separator: "\n"))
      }
    }
    if !output.isEmpty { xml.element("system-out", [], output.joined(separator: "\n")) }
    xml.close("testcase")
  }
}
