internal import Glibc
internal import OKitCoverage

/// The coverage report that the client names, read again when it has changed.
final class WorkspaceCoverage {
  let path: String
  /// The folder to which the names of files in the report are relative.
  private let folder: String
  /// The file as it was read last; nil for one that was not there, and without findings for one that is not a report.
  private var read: (status: FileStatus?, findings: CoverageFindings?)?
  /// Why the report cannot be read, until someone takes it.
  private var problem: String?

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
  func findings(in analysis: ApplicationAnalysis) -> [Finding] {
    update()
    return read?.findings?.findings(in: analysis) ?? []
  }

  /// Reads the report if it has changed.
  func update() {
    let status = FileStatus(path)
    if let read, read.status == status { return }
    let name = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    do throws(Diagnostic) {
      read = (status, CoverageFindings(try CoverageReport(contentsOf: path), name: name, folder: folder))
      problem = nil
    } catch {
      read = (status, nil)
      problem = error.description
    }
  }

  /// Returns why the report cannot be read, once for each state of the file.
  func takeProblem() -> String? {
    defer { problem = nil }
    return problem
  }
}
