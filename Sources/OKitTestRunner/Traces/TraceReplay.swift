package import OKitCoverage
package import OKitTrace

/// Performs the actions of a trace once more, with the present scripts.
///
/// The applications begin with the recorded models, clocks, seeds and answers of servers, as in the test that the trace
/// becomes.
package enum TraceReplay {
  /// What messages call the test.
  private static let file = "replay"

  /// - Parameter covered: Gets what the actions reach, and the scripts that were not counted, if coverage is measured.
  /// - Returns: The trace of what the actions do now; an action whose element is not there is its last one.
  /// - Throws: `trace.replay` if the application does not start; what reading and writing a trace throws.
  package static func run(
    _ trace: Trace, _ options: TestFileRunner.Options,
    covered: @escaping (CoverageReport, [String: String]) -> Void = { _, _ in }
  ) throws -> Trace {
    let folder = try TemporaryDirectory()
    var options = options
    var surroundings = TraceTest.Surroundings()
    surroundings.isReplay = true
    var folders: [String] = []
    surroundings.documents = { models in
      let documents = RecordedFolder("\(folder.path)/\(folders.count + 1)_documents")
      try documents.replace(with: models)
      folders.append(documents.path)
      return documents.path
    }
    options.text = try TraceTest(trace, surroundings).text()
    options.documentFolders = folders + trace.launches.compactMap(\.folder)
    options.tracing = TestTracing(folder: folder.path)
    options.tracing?.includesPassed = true
    var (path, failure): (String?, Diagnostic?)
    var execution = TestFileExecution(TestJob(file: file), TestFileRunner.Selection(), options) { message in
      if case .end(let end) = message, let report = end.coverage { covered(report, end.uncounted) }
      guard case .event(let event) = message, event.kind != .start else { return }
      path = event.traces.first
      failure = event.failures.first.map { failure in
        Diagnostic(
          "trace.replay", failure.message, place: failure.place?.file == file ? nil : failure.place,
          hint: failure.hint == nil ? "run it in the folder in which the trace was written" : nil)
      }
    }
    try execution.run()
    let replayed = try path.map { try Trace(contentsOf: $0) }
    guard let replayed, !replayed.launches.isEmpty else {
      throw failure ?? Diagnostic("trace.replay", "the trace has no application to replay")
    }
    return replayed
  }
}

extension TraceReplay {
  /// Performs the actions of traces once more, and returns what they reach.
  ///
  /// - Returns: The report, in which each trace is its test, or the session; and the scripts that were not counted.
  /// - Throws: `trace.replay`, and what reading and writing a trace throws.
  package static func coverage(
    of traces: [Trace], _ options: TestFileRunner.Options
  ) throws -> (report: CoverageReport, uncounted: [String: String]) {
    var (reports, uncounted) = ([CoverageReport](), [String: String]())
    var options = options
    options.coverage = CoverageCollector()
    for trace in traces {
      _ = try run(trace, options) { report, reasons in
        reports.append(report.assigned(to: CoverageTest(trace)))
        uncounted.merge(reasons) { first, _ in first }
      }
    }
    return (CoverageReport(merging: reports), uncounted)
  }
}

extension CoverageTest {
  /// The test of a trace; that of a session is named by its file.
  fileprivate init(_ trace: Trace) {
    let test = trace.header.test
    self.init(
      file: test?.file ?? trace.file, line: test?.line ?? 0, name: test?.name ?? trace.header.command.rawValue)
  }
}

extension CoverageReport {
  /// The report as that of one test.
  fileprivate func assigned(to test: CoverageTest) -> CoverageReport {
    CoverageReport(
      tests: [test],
      items: items.map { item in
        var item = item
        item.tests = item.isReached ? [0] : []
        return item
      }, checksums: checksums)
  }
}

extension TraceLaunch {
  /// The folder whose copy was the documents directory.
  fileprivate var folder: String? { if case .string(let folder)? = options["documents"] { folder } else { nil } }
}
