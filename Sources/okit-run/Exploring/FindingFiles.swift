internal import OKitExplore
internal import OKitPages
internal import OKitTrace

/// The test, the trace and the page of each finding.
struct FindingFiles {
  let folder: String
  let source: ExplorationFile
  let options: TestFileRunner.Options

  struct Written {
    var test: String
    /// Nil if the test did not fail as the exploration did.
    var trace: String?
    /// What the test has failed with.
    var failure: TestFailure?
  }

  /// Creates the folder, so that nothing is searched for in vain.
  ///
  /// - Throws: `file.write`, also for a file that okit has not written and that has the name of one of a finding.
  func check() throws {
    try TestTracing(folder: folder).makeFolder()
    for name in (SystemFile.names(in: folder) ?? []).sorted() {
      let end = name.drop { ("0"..."9").contains($0) }
      guard end.count < name.count, let beginning = Self.beginnings[String(end)] else { continue }
      try FileReplacement.check(LocalFile.absolutePath(of: "\(folder)/\(name)"), beginning: beginning)
    }
  }

  /// What the files of a finding begin with, by what follows its number in their names.
  private static let beginnings = [
    "_test.lua": TraceTest.beginning, ".okittrace": "{\"kind\":\"trace\"", ".html": Page.beginning,
  ]

  /// - Throws: `file.write`.
  func write(_ finding: ExploredFinding, of exploration: DeclaredExploration, number: Int) throws -> Written {
    let path = "\(folder)/\(number)_test.lua"
    guard let flow = finding.flow else { return Written(test: path) }
    try FileReplacement.replace(
      LocalFile.absolutePath(of: path), with: Array(text(of: flow, exploration, path).utf8),
      beginning: TraceTest.beginning)
    var written = Written(test: path)
    let temporary = try TemporaryDirectory()
    var options = options
    options.tracing = TestTracing(folder: temporary.path)
    options.tracing?.command = .explore
    var traces: [String] = []
    var execution = TestFileExecution(TestJob(file: path), TestFileRunner.Selection(), options) { message in
      guard case .event(let event) = message, event.kind == .fail else { return }
      (written.failure, traces) = (event.failures.first, event.traces)
    }
    try execution.run()
    guard let trace = traces.first else { return written }
    let bytes = try Trace.bytes(of: trace)
    let copy = "\(folder)/\(number).okittrace"
    try FileReplacement.replace(LocalFile.absolutePath(of: copy), with: bytes, beginning: "{\"kind\":\"trace\"")
    try Page(trace: bytes, file: copy).write(to: "\(folder)/\(number).html")
    written.trace = copy
    return written
  }

  /// The text of the test.
  private func text(of flow: Shrinker.Flow, _ exploration: DeclaredExploration, _ path: String) -> String {
    let fault = flow.fault
    let place = fault.diagnostic.place.map { " at \($0.fileAndLine)" } ?? ""
    let title = "\(fault.oracle.rawValue)\(place): \(PrintableText.line(fault.diagnostic.message))"
    var lines = [
      "local app = "
        + Self.launch(
          exploration, source, fixture: flow.fixture, sendsRequests: !flow.requests.isEmpty, from: path)
    ]
    lines += ExplorationText.statements(of: flow) + ["app:terminate()"]
    return TraceTest.beginning + "\nit(\(LuaText.quoted(String(title.prefix(120)))), function()\n"
      + lines.map { "  \($0)\n" }.joined() + "end)\n"
  }

  /// The call that launches the application of an exploration.
  ///
  /// - Parameters:
  ///   - fixture: Nil for that of the exploration.
  ///   - sendsRequests: Whether the flow depends on the answers of the exploration.
  ///   - path: The test file with the call.
  static func launch(
    _ exploration: DeclaredExploration, _ source: ExplorationFile, fixture: JSONValue?, sendsRequests: Bool,
    from path: String
  ) -> String {
    func quoted(_ file: String) -> String { LuaText.quoted(LocalFile.path(of: file, fromFolderOf: path)) }
    if !source.isApplication, sendsRequests || exploration.needsFile {
      let options = fixture.map { ", { fixture = \(LuaText.literal($0)) }" } ?? ""
      return "okit.explored(\(quoted(source.file)), \(LuaText.quoted(exploration.name))\(options))"
    }
    let folder = LuaApplication.folder(of: source.file)
    let script = quoted(folder == "." ? exploration.app : "\(folder)/\(exploration.app)")
    if source.isApplication, sendsRequests { return "okit.explored(\(script))" }
    var launch = exploration.launch
    launch["fixture"] = fixture ?? launch["fixture"]
    let options = launch.sorted { $0.key < $1.key }.map { "\($0.key) = \(LuaText.literal($0.value))" }
    return "okit.launch(\(script)" + (options.isEmpty ? ")" : ", { \(options.joined(separator: ", ")) })")
  }
}
