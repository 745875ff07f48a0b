import OKitCheck
import OKitEngine
import OKitLua
import OKitScaffold
import OKitTesting

/// Checks and tests the files of a new application in a temporary folder.
struct NewTrial {
  /// Filling a model with a large document takes longer than a turn may.
  private static let timeLimit = Duration.seconds(60)

  private var options: LuaApplication.Options {
    var options = LuaApplication.Options()
    options.limits.time = Self.timeLimit
    return options
  }

  /// Returns the errors and warnings of the application; their places have the names of the files without folders.
  func check(_ files: [ApplicationFiles.File]) throws -> [Diagnostic] {
    try inTemporaryFolder(files) { folder in
      try ApplicationCheck.check("\(folder)/app.lua", options: options).findings.filter { $0.severity != .note }
        .map { finding in
          let file = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
          return Diagnostic(
            .init(rawValue: finding.code), finding.message, severity: finding.severity,
            place: .init(file: file, line: finding.line, column: finding.column), hint: finding.hint)
        }
    }
  }

  /// Runs the tests of the application, and returns their failures by their names; nil for a test that has passed.
  ///
  /// - Throws: what `TestRunner.run` throws.
  func test(_ files: [ApplicationFiles.File]) throws -> [String: String?] {
    try inTemporaryFolder(files) { folder in
      var results: [String: String?] = [:]
      var options = TestRunner.Options()
      options.paths = ["\(folder)/app_test.lua"]
      options.host.print = { _ in }
      options.host.timeout = Self.timeLimit
      options.observe = { _, message in
        guard case .event(let event) = message, [.pass, .fail].contains(event.kind) else { return }
        results[event.name] = .some(event.kind == .pass ? nil : event.failures.first.map(Self.text) ?? "")
      }
      _ = try TestRunner(options, reporter: SilentReporter()).run()
      return results
    }
  }

  /// The reason of a failure: what the application has reported, or what the test has found.
  private static func text(_ failure: TestFailure) -> String {
    let text = failure.diagnostics.first ?? failure.message
    return text.split(separator: "\n").first.map(String.init) ?? text
  }

  /// Returns the annotations of the application's classes.
  func annotations(of files: [ApplicationFiles.File]) throws -> ApplicationAnnotations {
    try inTemporaryFolder(files) { folder in
      try ApplicationAnnotations(script: "\(folder)/app.lua", options: options)
    }
  }

  /// Runs `body` with the scripts of an application in a folder. Definitions read no documents.
  private func inTemporaryFolder<Result>(
    _ files: [ApplicationFiles.File], _ body: (String) throws -> Result
  ) throws -> Result {
    let scripts = files.filter { !$0.path.begins(with: "documents/") }
    return try FolderWriter.withTemporaryFolder(in: Environment()["TMPDIR"] ?? "/tmp", scripts, body)
  }
}

/// A reporter for tests whose results are read by `TestRunner.Options.observe`.
private struct SilentReporter: TestReporter {
  func begin(_ run: TestRun) {}
  func report(_ event: TestEvent) {}
  func finish(_ summary: TestSummary) {}
}
