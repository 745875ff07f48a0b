import OKitTrace

/// The test file that a session becomes.
struct RecordedTestFile {
  private let recording: SessionRecording
  private let path: String
  private let options: TestFileRunner.Options

  /// - Parameter options: Those with which the test runs.
  init(_ recording: SessionRecording, path: String, options: TestFileRunner.Options) {
    (self.recording, self.path, self.options) = (recording, path, options)
  }

  /// Checks that the file, and the folder beside it, may be written.
  ///
  /// - Throws: `file.write`.
  static func check(_ path: String) throws {
    try RecordedFolder(besideTest: path).check()
    guard PathKind(of: path) != .missing, try LocalFile.read(path)?.hasPrefix(TraceTest.beginning) != true else {
      return
    }
    throw Diagnostic(
      "file.write", "cannot write \(PrintableText.line(path)): it exists, and okit has not written it",
      hint: "choose another name")
  }

  /// The test as a trace has it.
  ///
  /// - Parameter removesFolder: Whether the folder of an earlier test is removed if this one needs none.
  private func test(removesFolder: Bool = true) throws -> TraceTest {
    let folder = RecordedFolder(besideTest: path)
    let launch = try recording.models.options(in: folder)
    if launch["documents"] == nil, removesFolder { try folder.remove() }
    var surroundings = TraceTest.Surroundings()
    surroundings.path = { [path] in LocalFile.path(of: $0, fromFolderOf: path) }
    surroundings.name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "recorded"
    return TraceTest(recording.trace(launch: launch), surroundings)
  }

  /// Writes the test, and the folder with its models.
  ///
  /// - Parameter note: Prints what the test does not have.
  /// - Returns: The number of actions.
  /// - Throws: `file.write`, `record.models`.
  func write(_ note: (String) -> Void) throws -> Int {
    try Self.check(path)
    let secret = recording.models.secret
    if !secret.isEmpty {
      note("the test begins without what is stored, which has secrets: \(PrintableText.list(secret))")
    }
    let dropped = recording.requests.dropped
    if dropped > 0 { note("the test lacks the answers to the last \(dropped) requests: the session keeps 16 MiB") }
    // Claims are written while the test runs, and the process is to end.
    if ShutdownSignal.number != nil { recording.claimsChanges = false }
    let test = try test()
    let text = recording.shown(try test.text())
    try FileReplacement.replace(
      LocalFile.absolutePath(of: path), with: Array(text.utf8), beginning: TraceTest.beginning)
    let leftOut = Set(test.sessionActions.map(\.what.text).map { $0.prefix { $0 != " " } }).sorted()
    if !leftOut.isEmpty { note("the test has no \(leftOut.joined(separator: ", ")), which only a session can do") }
    try writeClaims()
    return test.actionCount
  }

  /// Returns the text of the test, and writes nothing but a folder with its models, if it needs one.
  func text() throws -> String {
    try RecordedFolder(besideTest: path).check()
    return recording.shown(try test(removesFolder: false).text())
  }

  private func writeClaims() throws {
    guard recording.claimsChanges else { return }
    var selection = TestFileRunner.Selection()
    selection.writeClaims = true
    try run(selection) { _ in }
  }

  /// Runs the test.
  ///
  /// - Parameter count: The number of its actions.
  /// - Returns: What was recorded.
  /// - Throws: `record.failed` with the first failure of the test.
  func run(_ count: Int) throws -> String {
    var failure: TestFailure?
    try run(TestFileRunner.Selection()) { if failure == nil { failure = $0 } }
    let recorded = "\(count == 1 ? "1 action" : "\(count) actions") recorded in \(PrintableText.line(path))"
    guard let failure else { return "\(recorded): the test passes" }
    let text = [failure.message, failure.diff].compactMap(\.self).joined(separator: "\n")
    throw Diagnostic(
      "record.failed", "\(recorded), but the test fails: \(text)", place: failure.place)
  }

  private func run(_ selection: TestFileRunner.Selection, _ report: @escaping (TestFailure) -> Void) throws {
    var execution = TestFileExecution(TestJob(file: path), selection, options) { message in
      if case .event(let event) = message { event.failures.first.map(report) }
    }
    try execution.run()
  }
}
