/// The first record: what has written the trace, and when.
package struct TraceHeader: TraceRecordContent {
  /// The version of the format; readers reject others.
  package static let version = 1

  /// The command that was recorded.
  package enum Command: String, Sendable, CaseIterable { case test, run, record, explore }

  package struct Test: Sendable, Hashable {
    package var file: String
    package var line: Int
    package var name: String
    /// The number of the attempt, from 1.
    package var attempt: Int

    package init(file: String, line: Int, name: String, attempt: Int = 1) {
      (self.file, self.line, self.name, self.attempt) = (file, line, name, attempt)
    }
  }

  /// The version of okit.
  package var okit: String
  package var command: Command
  /// The real time in ISO 8601, which differs between equal runs.
  package var started: String
  /// Nil for a session.
  package var test: Test?

  package init(okit: String, command: Command, started: String, test: Test? = nil) {
    (self.okit, self.command, self.started, self.test) = (okit, command, started, test)
  }

  package var members: [(String, JSONValue?)] {
    [
      ("version", .int(Self.version)), ("okit", .string(okit)), ("command", .string(command.rawValue)),
      ("started", .string(started)),
      (
        "test",
        test.map {
          ["file": .string($0.file), "line": .int($0.line), "name": .string($0.name), "attempt": .int($0.attempt)]
        }
      ),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    let version = try object.value("version")
    guard version == .int(Self.version) || version == .double(Double(Self.version)) else {
      let text = (try? version.json()) ?? "another one"  // It was read, so it can be written.
      throw Diagnostic(
        "trace.version", "the trace has the version \(text), and this okit reads version \(Self.version)",
        hint: "use the version of okit that has written it")
    }
    let name = try object.text("command")
    guard let command = Command(rawValue: name) else {
      throw Diagnostic(
        "trace.record", "unknown command \(PrintableText.quoted(name)) of a trace",
        hint: NearestName.hint(for: name, in: Command.allCases.map(\.rawValue)))
    }
    self.init(
      okit: try object.optionalText("okit") ?? "", command: command, started: try object.optionalText("started") ?? "")
    if let part = try object.part("test") {
      test = Test(
        file: try part.text("file"), line: try part.int("line"), name: try part.text("name"),
        attempt: try part.optionalInt("attempt") ?? 1)
    }
  }
}

/// The text of a script, a module or a test file.
package struct TraceSource: TraceRecordContent {
  package var file: String
  package var text: String

  package init(file: String, text: String) { (self.file, self.text) = (file, text) }

  package var members: [(String, JSONValue?)] { [("file", .string(file)), ("text", .string(text))] }

  package init(_ object: TraceObject) throws(Diagnostic) {
    self.init(file: try object.text("file"), text: try object.text("text"))
  }
}

/// The last record; missing in the trace of a process that was killed.
package struct TraceEnd: TraceRecordContent {
  package enum Status: String, Sendable, CaseIterable { case pass, fail, stopped }

  package var status: Status
  /// The messages of the failures.
  package var failures: [String]
  /// The number of records that a limit has left out.
  package var dropped: Int

  package init(_ status: Status, failures: [String] = [], dropped: Int = 0) {
    (self.status, self.failures, self.dropped) = (status, failures, dropped)
  }

  package var members: [(String, JSONValue?)] {
    [
      ("status", .string(status.rawValue)), ("failures", .array(failures.map(JSONValue.string))),
      ("dropped", .int(dropped)),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    let name = try object.text("status")
    guard let status = Status(rawValue: name) else {
      throw Diagnostic(
        "trace.record", "unknown status \(PrintableText.quoted(name)) of a trace",
        hint: NearestName.hint(for: name, in: Status.allCases.map(\.rawValue)))
    }
    self.init(status, failures: try object.texts("failures"), dropped: try object.optionalInt("dropped") ?? 0)
  }
}
