import OKitCheck

/// Writes the annotations of an application, once or on each save.
struct AnnotationSession {
  private let command: APICommand
  private let script: String
  private let output: Output

  init(_ command: APICommand, script: String, _ output: Output) {
    (self.command, self.script, self.output) = (command, script, output)
  }

  /// Writes the annotations again on each save, until a signal ends the session. A script that has failed keeps those
  /// before.
  ///
  /// - Returns: the exit status.
  func watch() throws -> Int32 {
    try SaveLoop([script], output).run {
      let result = try run()
      return .init(files: result.files, isIncomplete: result.status == 2)
    }
  }

  /// Writes the annotations, or the error of the script.
  ///
  /// - Returns: the exit status, as that of a check.
  func run() throws -> (status: Int32, files: Set<String>) {
    let annotations = try ApplicationAnnotations(script: script, options: try command.application.options())
    if let failure = annotations.failure {
      output.write(try FindingReport([failure]).text(.text, version: OKitRun.version), to: .error)
      return (annotations.isIncomplete ? 2 : 1, annotations.files)
    }
    guard let text = annotations.text else { return (1, annotations.files) }
    if let path = command.output {
      try checkOutput(path, annotations.files)
      try FileReplacement.replace(path, with: text)
    } else {
      output.write(text, to: .standard)
    }
    return (0, annotations.files)
  }

  /// Checks that the annotations do not replace a script of the application. Annotations that it has read are replaced.
  ///
  /// - Throws: `cli.output`.
  private func checkOutput(_ path: String, _ files: Set<String>) throws {
    guard files.contains(where: { LocalFile.isSame($0, path) }), try LocalFile.read(path)?.hasPrefix("---@meta") != true
    else { return }
    throw CommandFailure.usage(
      Diagnostic(
        "cli.output", "the annotations would replace \(path), a file of the application",
        hint: "name another file, such as app.d.lua"))
  }
}
