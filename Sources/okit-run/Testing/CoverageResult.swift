import OKitCoverage
internal import OKitPages

/// The files and the summary of a coverage report, and what is wrong with it.
struct CoverageResult {
  let folder: String
  let minimums: [CoverageMinimum]
  /// An earlier report, of which nothing may be lost.
  let baseline: CoverageReport?

  /// Creates the folder, so that no test runs whose coverage cannot be written.
  ///
  /// - Throws: `file.write`.
  func makeFolder() throws(Diagnostic) {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: "\(folder)/index.html", mode: 0o700) } catch {
      throw Diagnostic(
        "file.write", "cannot create \(PrintableText.line(folder)): \(error.reason)", hint: error.writingHint)
    }
    if let problem = PathKind(of: folder).problem(of: folder, expected: .folder, code: "file.write") { throw problem }
  }

  /// Warns of the scripts that were not counted.
  static func warn(of uncounted: [String: String], _ messages: Output) {
    for (file, reason) in uncounted.sorted(by: { $0.key < $1.key }) {
      messages.report(
        Diagnostic(
          "coverage.script", "the lines and branches of \(file) are not counted: \(reason)", severity: .warning))
    }
  }

  /// Writes the files, and prints the summary.
  ///
  /// - Parameter line: Prints a line of the summary.
  /// - Returns: Whether nothing is below its minimum or was lost.
  /// - Throws: `file.write`.
  func write(_ report: CoverageReport, _ messages: Output, line: (String) -> Void) throws -> Bool {
    try writeFiles(report)
    let summary = CoverageSummary(report)
    line(summary.line)
    for text in summary.missed(page: "\(folder)/index.html") { line(text) }
    let losses = baseline.map { CoverageLoss.all(in: report, since: $0) } ?? []
    for loss in losses { line(loss.text) }
    let failures = minimums.compactMap { $0.failure(of: report) }
    for failure in failures { messages.report(failure) }
    return failures.isEmpty && losses.isEmpty
  }

  private func writeFiles(_ report: CoverageReport) throws {
    func replace(_ name: String, _ bytes: [UInt8], _ beginning: String) throws {
      try FileReplacement.replace(LocalFile.absolutePath(of: "\(folder)/\(name)"), with: bytes, beginning: beginning)
    }
    try makeFolder()
    try replace("coverage.json", report.file(), CoverageReport.beginning)
    try replace("lcov.info", Array(LcovText(report).text().utf8), LcovText.beginning)
    try replace("cobertura.xml", Array(CoberturaText(report).text().utf8), CoberturaText.beginning)
    let page = try Page(coverage: report, sources: sources(of: report))
    try page.write(to: LocalFile.absolutePath(of: "\(folder)/index.html"))
  }

  /// Returns the texts of the files of a report that are still there.
  private func sources(of report: CoverageReport) throws -> [String: String] {
    var sources: [String: String] = [:]
    for (file, _) in report.itemsByFile where PathKind(of: file) == .file { sources[file] = try LocalFile.read(file) }
    return sources
  }
}
