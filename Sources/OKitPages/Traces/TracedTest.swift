package import OKitTrace

/// A test of a run, in the list of the run's traces.
package struct TracedTest: Sendable, Hashable {
  package var test: TraceHeader.Test
  package var status: TraceEnd.Status
  /// The duration in microseconds.
  package var us: Int
  /// The message of the first failure.
  package var failure: String?
  /// The names of its files, beside the list; nil for one that was not written.
  package var trace: String?
  package var page: String?

  package init(
    _ test: TraceHeader.Test, _ status: TraceEnd.Status, us: Int, failure: String? = nil, trace: String? = nil,
    page: String? = nil
  ) {
    (self.test, self.status, self.us, self.failure) = (test, status, us, failure)
    (self.trace, self.page) = (trace, page)
  }

  var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "file": .string(test.file), "line": .int(test.line), "name": .string(test.name), "attempt": .int(test.attempt),
      "status": .string(status.rawValue), "us": .int(us),
    ]
    members["failure"] = failure.map(JSONValue.string)
    members["trace"] = trace.map(JSONValue.string)
    members["page"] = page.map(JSONValue.string)
    return .object(members)
  }
}

extension Page {
  /// The list of tests with links to their pages.
  ///
  /// - Parameter note: What the list leaves out.
  package init(tests: [TracedTest], note: String? = nil) throws {
    var members: [String: JSONValue] = ["tests": .array(tests.map(\.jsonValue))]
    members["note"] = note.map(JSONValue.string)
    self.init(.tests, title: "Traces", data: try JSONValue.object(members).jsonBytes())
  }
}
