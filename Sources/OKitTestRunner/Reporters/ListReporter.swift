/// Lists tests instead of their results: `file:line: name`, or one JSON object per line.
package struct ListReporter: TestReporter {
  private let asJSON: Bool
  private let write: (String) throws -> Void

  package init(asJSON: Bool, write: @escaping (String) throws -> Void) {
    self.asJSON = asJSON
    self.write = write
  }

  package mutating func begin(_ run: TestRun) {}

  package mutating func report(_ event: TestEvent) throws {
    guard event.kind == .start else {
      for failure in event.failures {
        try write(FailureText.lines(failure).map { $0.printableLine + "\n" }.joined())
      }
      return
    }
    guard asJSON, case .object(var members) = event.jsonValue else {
      let place = event.place ?? Diagnostic.Place(file: event.file, line: 0)
      return try write("\("\(place)".printableLine): \(event.name.printableLine)\n")
    }
    members["kind"] = "test"
    members["iteration"] = nil
    try write(PrintableText.json(try JSONValue.object(members).json(pretty: false)) + "\n")
  }

  package mutating func finish(_ summary: TestSummary) {}
}
