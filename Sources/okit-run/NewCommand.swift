import ArgumentParser
import OKitCheck
import OKitEngine
import OKitLua
import OKitScaffold

/// `okit-run new NAME`
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a new application.",
    discussion: """
      Creates the folder NAME with the scripts of an application, its texts in English and German, tests, and the configuration of \
      editors, luacheck and a CI. With --from, the classes, screens and the first content come from a file: a JSON document, a CSV \
      file, a SQLite database or a storyboard. The folder must not exist, or be empty.

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
    completion: .file(extensions: ["json", "csv", "sqlite", "storyboard"]))
  var from: String?

  func run() throws {
    let output = Output()
    try output.reporting {
      let name: ApplicationName
      do { name = try ApplicationName(self.name) } catch let problem as Diagnostic {
        throw CommandFailure.usage(problem)
      }
      try FolderWriter.check(name.folder)
      if let from, LocalFile.kind(of: from) != .file {
        throw CommandFailure.usage(Diagnostic("cli.file", "no such file: \(from)"))
      }
      let source = try from.map { try ScaffoldSource($0) }
      var files = try ApplicationFiles(name, from: source, check: check)
      files.add(".okit/okit.d.lua", try Declarations.text(.luals, of: Declarations.all))
      files.add(".okit/okit.luacheckrc", try Declarations.text(.luacheck, of: Declarations.all))
      try addAnnotations(to: &files)
      try FolderWriter.write(files.files, to: name.folder)
      for warning in files.warnings { output.report(warning) }
      output.write(
        """
        created \(PrintableText.line(name.folder)): \(files.summary)
          cd \(PrintableText.line(name.folder))
          okit-run app.lua\(files.needsDocuments ? " --documents documents" : "")
          okit-run test

        """, to: .standard)
    }
  }

  /// Adds the annotations of the application's classes, as `okit-run api app.lua` prints them.
  private func addAnnotations(to files: inout ApplicationFiles) throws {
    let annotations = try inTemporaryFolder(files.files) { folder in
      try ApplicationAnnotations(script: "\(folder)/app.lua", options: options)
    }
    if let text = annotations.text { files.add(".okit/app.d.lua", text) }
    if let failure = annotations.failure {
      files.warnings.append(Diagnostic("new.annotations", failure.message, severity: .warning))
    }
  }

  /// Filling a model with a large document takes longer than a turn may.
  private var options: LuaApplication.Options {
    var options = LuaApplication.Options()
    options.limits.time = .seconds(60)
    return options
  }

  /// Runs `body` with the scripts of an application in a folder. Definitions read no documents.
  private func inTemporaryFolder<Result>(
    _ files: [ApplicationFiles.File], _ body: (String) throws -> Result
  ) throws -> Result {
    let scripts = files.filter { !$0.path.begins(with: "documents/") }
    return try FolderWriter.withTemporaryFolder(in: Environment()["TMPDIR"] ?? "/tmp", scripts, body)
  }

  /// Checks the files of an application in a temporary folder.
  private func check(_ files: [ApplicationFiles.File]) throws -> [ApplicationFiles.Finding] {
    try inTemporaryFolder(files) { folder in
      let result = try ApplicationCheck.check("\(folder)/app.lua", options: options)
      return result.findings.filter { $0.severity != .note }.map { finding in
        let file = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
        return .init(file: file, line: finding.line, message: finding.message)
      }
    }
  }
}
