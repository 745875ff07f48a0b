import OKitCheck
internal import OKitCoverage

/// Checks applications, once or on each save.
struct CheckSession {
  private let command: CheckCommand
  private let output: Output

  init(_ command: CheckCommand, _ output: Output) { (self.command, self.output) = (command, output) }

  /// Checks all files, and prints the findings.
  ///
  /// - Returns: the exit status.
  func check() throws -> Int32 {
    if let language = command.writeTexts { try writeTexts(language) }
    return try run().status
  }

  /// Adds the texts that the applications lack in a language. The check reports a script that cannot be run.
  private func writeTexts(_ language: String) throws {
    for file in command.files {
      let analysis = try ApplicationCheck.analyze(file, options: try command.options())
      defer { analysis.close() }
      guard analysis.isComplete else { continue }
      guard let missing = analysis.missingTexts(in: language) else {
        output.note("\(file): no text is missing in \"\(language)\"")
        continue
      }
      let path = LocalFile.absolutePath(of: missing.file)
      // As the file is, with its byte order mark.
      try LocalFile.write((LocalFile.read(path) ?? "") + missing.addition, to: path, isShared: true)
      let count = missing.keys.count
      output.note("\(count) \(count == 1 ? "text" : "texts") added to \(missing.file)")
    }
  }

  /// Checks all files again on each save, until a signal ends the session.
  func watch() throws -> Int32 {
    try SaveLoop(command.files + [command.coverage].compactMap(\.self), output).run {
      let result = try run()
      return .init(files: result.files, isIncomplete: result.status == 2)
    }
  }

  private func run() throws -> (status: Int32, files: Set<String>) {
    var findings: [Finding] = []
    var known: Set<Finding> = []
    var (isIncomplete, files) = (false, Set<String>())
    let coverage = try coverage()
    for file in command.files {
      let analysis = try ApplicationCheck.analyze(file, options: try command.options())
      defer { analysis.close() }
      let result = analysis.result
      // Applications may share modules.
      for finding in result.findings + (coverage?.findings(in: analysis) ?? []) where known.insert(finding).inserted {
        findings.append(finding)
      }
      isIncomplete = isIncomplete || result.isIncomplete
      files.formUnion(result.files)
    }
    let report = FindingReport(findings)
    output.write(try report.text(command.format, version: OKitRun.version, paint: output.painted), to: .standard)
    if command.format == .text, !findings.isEmpty { output.note(summary(of: findings)) }
    let fails = findings.contains { $0.severity == .error || (command.strict && $0.severity == .warning) }
    return (isIncomplete ? 2 : fails ? 1 : 0, files)
  }

  /// What the report of `--coverage` says.
  private func coverage() throws -> CoverageFindings? {
    guard let path = command.coverage else { return nil }
    do { return CoverageFindings(try CoverageReport(contentsOf: path), name: path, folder: ".") } catch {
      throw CommandFailure.usage(error)
    }
  }

  private func summary(of findings: [Finding]) -> String {
    Diagnostic.Severity.allCases.compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
