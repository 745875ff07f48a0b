package import OKitCoverage

/// What tests do not cover, as a coverage report has it: findings in the files of an application.
package struct CoverageFindings {
  /// The items of a file that were missed, and the checksum of its text when it was measured.
  private struct MeasuredFile {
    var missed: [CoverageItem]
    var checksum: String?
  }

  /// The name of the report in messages.
  private let name: String
  /// By the paths without symbolic links.
  private let files: [String: MeasuredFile]

  /// - Parameters:
  ///   - name: The name of the report in messages.
  ///   - folder: The folder to which the names of files in the report are relative.
  package init(_ report: CoverageReport, name: String, folder: String) {
    self.name = name
    let gaps = CoverageGaps(report)
    var files: [String: MeasuredFile] = [:]
    for (file, items) in report.itemsByFile {
      // A file that is gone has no findings.
      guard let path = SystemFile.realPath(file.hasPrefix("/") ? file : "\(folder)/\(file)") else { continue }
      files[path] = MeasuredFile(missed: items.filter(gaps.contains), checksum: report.checksums[file])
    }
    self.files = files
  }

  /// Returns the findings in the files of an application, sorted by place.
  package func findings(in analysis: ApplicationAnalysis) -> [Finding] {
    let ignored = IgnoreComments(analysis.scripts, [])
    let scripts = analysis.definitions?.scripts ?? []
    let found = scripts.enumerated().flatMap { index, file -> [Finding] in
      guard let measured = SystemFile.realPath(file.name).flatMap({ files[$0] }) else {
        // A module may have nothing that is counted.
        return index == 0 ? [unmeasured(file)] : []
      }
      guard measured.checksum == CoverageReport.checksum(of: file.text) else { return [changed(file)] }
      let places = CoveragePlaces(file)
      return measured.missed.map(places.finding)
    }
    return found.filter { !ignored.contains($0) }.sorted(by: Finding.isOrdered)
  }

  private func unmeasured(_ file: ScriptDefinitions.File) -> Finding {
    note(
      "coverage.stale", "\(PrintableText.line(name)) has nothing about this file", file,
      hint: "no test has loaded it, or the tests ran in another folder")
  }

  private func changed(_ file: ScriptDefinitions.File) -> Finding {
    note(
      "coverage.stale", "this file has changed since its coverage was measured", file,
      hint: "run okit-run test --coverage again")
  }

  private func note(_ code: String, _ message: String, _ file: ScriptDefinitions.File, hint: String) -> Finding {
    Finding(
      code: code, severity: .note, message: message, hint: hint, file: file.name, line: 1, column: 1, endColumn: 1,
      excerpt: .none)
  }
}
