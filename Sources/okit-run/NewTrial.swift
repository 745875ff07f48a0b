import OKitCheck
import OKitScaffold

/// Checks and tests the files of a new application in a temporary folder.
///
/// It has the limits that `okit-run` has, so that an application that exceeds them is not written.
struct NewTrial {
  let progress: StepProgress

  /// Returns the errors and warnings of the application; their places have the names of the files without folders.
  func check(_ files: [ApplicationFiles.File]) throws -> [Diagnostic] {
    progress.begin("checking")
    return try inTemporaryFolder(files) { folder in
      try ApplicationCheck.check("\(folder)/app.lua", options: options).findings.filter { $0.severity != .note }
        .map { finding in
          let file = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
          return Diagnostic(
            .init(rawValue: finding.code), finding.message, severity: finding.severity,
            place: .init(file: file, line: finding.line, column: finding.column), hint: finding.hint)
        }
    }
  }

  /// Returns the keys that the application looks up, and that have no text in its base language.
  func missingTexts(_ files: [ApplicationFiles.File]) throws -> [String] {
    try inTemporaryFolder(files) { folder in
      let analysis = try ApplicationCheck.analyze("\(folder)/app.lua", options: options)
      defer { analysis.close() }
      return analysis.missingTexts(in: "en")?.keys ?? []
    }
  }

  /// Runs the tests of the application, and returns their failures by their names; nil for a test that has passed.
  ///
  /// - Parameter names: The names of tests; none for all.
  /// - Throws: what `TestRunner.run` throws.
  func test(_ files: [ApplicationFiles.File], names: [String]) throws -> [String: String?] {
    progress.begin("testing")
    return try inTemporaryFolder(files, withDocuments: true) { folder in
      var results: [String: String?] = [:]
      let progress = progress
      var options = TestRunner.Options()
      options.paths = ["\(folder)/app_test.lua"]
      options.host.print = { _ in }
      options.host.configure = { $0.parts = .all() }
      options.names = { _ in names }
      options.observe = { _, message in
        guard case .event(let event) = message, [.pass, .fail].contains(event.kind) else { return }
        results[event.name] = .some(event.kind == .pass ? nil : event.failures.first.map(Self.text) ?? "")
        progress.count(results.count)
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

  private var options: LuaApplication.Options {
    var options = LuaApplication.Options()
    options.parts = .all()
    options.hint = OptionHint.text
    return options
  }

  /// Returns the annotations of the application's classes.
  func annotations(of files: [ApplicationFiles.File]) throws -> ApplicationAnnotations {
    try inTemporaryFolder(files) { folder in
      try ApplicationAnnotations(script: "\(folder)/app.lua", options: options)
    }
  }

  /// Runs `body` with the scripts of an application in a folder. Definitions read no documents.
  private func inTemporaryFolder<Result>(
    _ files: [ApplicationFiles.File], withDocuments: Bool = false, _ body: (String) throws -> Result
  ) throws -> Result {
    let scripts = files.filter { withDocuments || !$0.path.begins(with: "documents/") }
    return try FolderWriter.withTemporaryFolder(in: Environment()[.temporaryFolder] ?? "/tmp", scripts) { folder in
      SignalCleanup.add(folder)
      defer { SignalCleanup.remove(folder) }
      return try body(folder)
    }
  }
}

/// A reporter for tests whose results are read by `TestRunner.Options.observe`.
private struct SilentReporter: TestReporter {
  func begin(_ run: TestRun) {}
  func report(_ event: TestEvent) {}
  func finish(_ summary: TestSummary) {}
}
