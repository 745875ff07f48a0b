package import OKitTrace

/// Where and when the traces of tests are written.
package struct TestTracing: Sendable {
  package var folder: String
  /// Whether passed tests keep their traces.
  package var includesPassed = false
  /// The number of bytes that the traces of a run may have together.
  package var limit = 200 << 20
  /// The model paths of values that are masked.
  package var redacted: [String] = []
  /// What writes the traces.
  package var command = TraceHeader.Command.test
  /// The folder with the traces of passed tests with which failed ones are compared; nil for none.
  package var baseline: String?

  package init(folder: String) { self.folder = folder }

  /// Returns the file for the trace of a test: `FILE-LINE[.CASE][-ATTEMPT].okittrace`, below the folder.
  package func path(of event: TestEvent, attempt: Int) -> String {
    self.path(of: event, attempt: attempt, in: folder)
  }

  private func path(of event: TestEvent, attempt: Int, in folder: String) -> String {
    // Whatever the test file is called, the trace is in the folder.
    var parts = event.file.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "_" : String($0) }
    let file = parts.popLast() ?? "test"
    var name = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
    name += "-\(event.place?.line ?? 0)"
    if let number = event.caseNumber { name += ".\(number)" }
    if attempt > 1 { name += "-\(attempt)" }
    return ([folder] + parts + [name + ".okittrace"]).joined(separator: "/")
  }

  /// Creates the folder, so that no test runs whose trace cannot be kept.
  ///
  /// - Throws: `file.write`.
  package func makeFolder() throws(Diagnostic) {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: "\(folder)/index.html", mode: 0o700) } catch {
      throw Diagnostic(
        "file.write", "cannot create \(PrintableText.line(folder)): \(error.reason)", hint: error.writingHint)
    }
    let kind = PathKind(of: folder)
    if let problem = kind.problem(of: folder, expected: .folder, code: "file.write") { throw problem }
  }

  // MARK: The baseline

  /// Returns the first difference between the trace of a failed test and that of its passed run, on one line.
  func difference(of event: TestEvent, trace: String) -> String? {
    guard let baseline else { return nil }
    do {
      guard let passed = try passed(event, in: baseline) else { return "no passed trace of it in \(baseline)" }
      return TraceComparison(passed, try Trace(contentsOf: trace)).summary
    } catch {
      let diagnostic = error.asDiagnostic
      return (diagnostic.place.map { "\($0): " } ?? "") + diagnostic.message
    }
  }

  /// The trace of the passed run of a test, whose line may have changed since.
  private func passed(_ event: TestEvent, in baseline: String) throws -> Trace? {
    let own = path(of: event, attempt: 1, in: baseline)
    if PathKind(of: own) == .file, let trace = try passed(event, at: own) { return trace }
    let folder = LuaApplication.folder(of: own)
    let beginning = own.dropFirst(folder.count + 1).prefix { $0 != "-" } + "-"
    for name in (SystemFile.names(in: folder) ?? []).sorted()
    where name.hasPrefix(beginning) && name.hasSuffix(".okittrace") {
      if let trace = try passed(event, at: "\(folder)/\(name)") { return trace }
    }
    return nil
  }

  private func passed(_ event: TestEvent, at path: String) throws -> Trace? {
    guard try Trace.header(ofFile: path).test?.name == event.name else { return nil }
    let trace = try Trace(contentsOf: path)
    return trace.end?.status == .pass ? trace : nil
  }
}

/// The trace of a test that was kept.
package struct TestTrace: Sendable, Hashable {
  package let event: TestEvent
  package let path: String
}

extension TestFileRunner {
  /// Begins the trace of the test that runs.
  func beginTrace() {
    guard let recorder, let tracing = options.tracing, let test = running else { return }
    // Repetitions of a run have files of their own.
    let number = (iteration - 1) * (retries + 1) + attempt
    let path = tracing.path(of: test, attempt: number)
    let started = ISO8601.text(of: RuntimeClock.system.now) ?? ""
    recorder.begin(
      TraceHeader(
        okit: EngineVersion.text, command: tracing.command, started: started,
        test: .init(file: file, line: test.place?.line ?? 0, name: test.name, attempt: number)),
      path: path, sources: [file])
  }

  /// Ends the trace of the test that runs, which is kept if the test has failed or all are.
  package func endTrace(failures: [String]) {
    guard let recorder, recorder.isActive else { return }
    guard !failures.isEmpty || options.tracing?.includesPassed == true else { return recorder.abandon() }
    if let path = recorder.end(failures.isEmpty ? .pass : .fail, failures: failures) { traces.append(path) }
    if let failure = recorder.failure { reportTrace(failure) }
  }

  /// A trace that cannot be written fails no test.
  private func reportTrace(_ failure: Diagnostic) { options.print("warning: \(failure.message)") }
}
