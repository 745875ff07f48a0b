import Glibc
import OKitScaffold

/// `okit-run new NAME`
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a new application.",
    discussion: """
      Creates the folder NAME with the scripts of an application, its texts in English and German, tests, and the \
      configuration of editors, luacheck and a CI. With --from, the classes, screens and the first content come from a \
      file: a JSON document, JSON Lines, a CSV file, a SQLite database or a storyboard. The folder must not exist, or \
      be empty.

      EXAMPLES:
        Writes an application with a list of tasks:
          okit-run new shop
        Makes classes, screens and content of a document:
          okit-run new shop --from shop.json
        Opens an existing database:
          okit-run new music --from music.sqlite
      """)

  @ArgumentParser.Argument(help: "The folder to create; its name is that of the application.", completion: .directory)
  var name: String

  @Option(
    help: ArgumentHelp("The file that the application is made from.", valueName: "file"),
    completion: .file(extensions: ["json", "jsonl", "csv", "sqlite", "storyboard"]))
  var from: String?

  @OptionGroup var encoding: EncodingOption

  func run() throws {
    let output = Output()
    try output.reporting {
      let name: ApplicationName
      do { name = try ApplicationName(self.name) } catch let problem as Diagnostic {
        throw CommandFailure.usage(problem)
      }
      try FolderWriter.check(name.folder)
      if let from { try LocalFile.expect(.file, at: from) }
      let progress = StepProgress()
      defer { progress.clear() }
      if from == nil, encoding.encoding != nil {
        throw CommandFailure.usage(Diagnostic("cli.usage", "--encoding is about the file of --from"))
      }
      let source = try from.map { try ScaffoldSource($0, encoding: encoding.encoding) }
      if let note = source?.note { output.report(note) }
      progress.begin("reading", isLong: (source?.size ?? 0) >= Self.longSize)
      let trial = NewTrial(progress: progress)
      var files = try ApplicationFiles(
        name, from: source, trial: ScaffoldTrial(check: trial.check, missingTexts: trial.missingTexts, test: trial.test)
      )
      files.add(".okit/okit.d.lua", try Declarations.text(.luals, of: Declarations.all))
      files.add(".okit/okit.luacheckrc", try Declarations.text(.luacheck, of: Declarations.all))
      try addAnnotations(to: &files, trial)
      progress.clear()
      if !files.needsDocuments, let warning = otherDocuments(name.folder) { files.warnings.append(warning) }
      // An interrupted command leaves the whole application, or nothing.
      try SignalMask.deferring(SIGINT, SIGTERM, SIGHUP) { try FolderWriter.write(files.files, to: name.folder) }
      for warning in files.warnings { output.report(warning) }
      output.write(
        """
        created \(PrintableText.line(name.folder)): \(files.summary)
          cd \(ShellText.quoted(PrintableText.line(name.folder)))
          okit-run app.lua\(files.needsDocuments ? " --documents documents" : "")
          okit-run test

        """, to: .standard)
    }
  }

  /// The size of a file in bytes from which reading it counts as long.
  private static let longSize = 1 << 20

  /// Adds the annotations of the application's classes, as `okit-run api app.lua` prints them.
  private func addAnnotations(to files: inout ApplicationFiles, _ trial: NewTrial) throws {
    let annotations = try trial.annotations(of: files.files)
    if let text = annotations.text { files.add(".okit/app.d.lua", text) }
    if let failure = annotations.failure {
      files.warnings.append(Diagnostic("new.annotations", failure.message, severity: .warning))
    }
  }

  /// A warning when the application would open the documents of another one with its name.
  private func otherDocuments(_ folder: String) -> Diagnostic? {
    // Without a home folder, the command that runs the application says so.
    guard let documents = try? DocumentsDirectory.standard(for: "\(folder)/app.lua", Environment()),
      SystemFile.names(in: documents)?.isEmpty == false
    else { return nil }
    return Diagnostic(
      "new.documents",
      "\(PrintableText.line(documents)) has documents, which the application opens in place of its content",
      severity: .warning, hint: "run it with --documents and a folder of its own, or remove that folder")
  }
}
