import Glibc
import OKitCheck
import OKitEngine

/// Checks applications, once or on each save.
struct CheckSession {
  private let command: CheckCommand
  private let output: Output

  init(_ command: CheckCommand, _ output: Output) { (self.command, self.output) = (command, output) }

  /// Checks all files, and prints the findings.
  ///
  /// - Returns: the exit status.
  func check() throws -> Int32 { try run().status }

  /// Checks all files again on each save, until a signal ends the session.
  func watch() throws -> Int32 {
    var status: Int32 = 0
    try ShutdownSignal.handling { status = try checkOnEachSave() }
    return status
  }

  private func checkOnEachSave() throws -> Int32 {
    let watch = try FileWatch()
    var followed: Set<String> = []
    while ShutdownSignal.number == nil {
      // A file that is saved while it is checked has an event.
      watch.follow(followed.union(command.files))
      let result = try run()
      if output.isBroken { return 1 }
      followed = result.files
      watch.follow(followed.union(command.files))
      output.note("watching \(followed.count) \(followed.count == 1 ? "file" : "files")")
      wait(for: watch)
    }
    return 0
  }

  private func wait(for watch: FileWatch) {
    while ShutdownSignal.number == nil, !watch.hasChanged() {
      var descriptors = [watch.descriptor, ShutdownSignal.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&descriptors, nfds_t(descriptors.count), -1)
    }
  }

  private func run() throws -> (status: Int32, files: Set<String>) {
    var findings: [Finding] = []
    var (isIncomplete, files) = (false, Set<String>())
    for file in command.files {
      let result = try ApplicationCheck.check(file, options: try command.options())
      // Applications may share modules.
      for finding in result.findings where !findings.contains(finding) { findings.append(finding) }
      isIncomplete = isIncomplete || result.isIncomplete
      files.formUnion(result.files)
    }
    let report = FindingReport(findings)
    output.write(try report.text(command.format.format, version: OKitRun.version, paint: output.painted), to: .standard)
    if command.format == .text, !findings.isEmpty { output.note(summary(of: findings)) }
    let fails = findings.contains { $0.severity == .error || (command.strict && $0.severity == .warning) }
    return (isIncomplete ? 2 : fails ? 1 : 0, files)
  }

  private func summary(of findings: [Finding]) -> String {
    Diagnostic.Severity.allCases.compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
