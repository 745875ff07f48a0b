internal import Glibc
internal import OKitCoverage

/// The coverage report that the client names, read again when it has changed.
final class WorkspaceCoverage {
  let path: String
  /// The folder to which the names of files in the report are relative.
  private let folder: String
  private var read: (status: FileStatus, findings: CoverageFindings?)?

  /// What tells that a file was replaced.
  private struct FileStatus: Equatable {
    var (number, size, seconds, nanoseconds): (UInt, Int, Int, Int)

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (number, size) = (status.st_ino, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  init(_ path: String, folder: String) { (self.path, self.folder) = (path, folder) }

  /// Returns what the report says about the files of an application; nothing while it cannot be read.
  func findings(in analysis: ApplicationAnalysis) -> [Finding] { findings?.findings(in: analysis) ?? [] }

  private var findings: CoverageFindings? {
    guard let status = FileStatus(path) else { return nil }
    if let read, read.status == status { return read.findings }
    // The person was told about a file that is not a report when the server began.
    let report = try? report()
    let name = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    let findings = report.map { CoverageFindings($0, name: name, folder: folder) }
    read = (status, findings)
    return findings
  }

  /// Reads the report.
  ///
  /// - Throws: What `CoverageReport.init(contentsOf:)` throws.
  func report() throws(Diagnostic) -> CoverageReport { try CoverageReport(contentsOf: path) }
}
