import ArgumentParser
import OKitEngine
import OKitLua

extension ModelsCommand {
  /// `okit-run models verify`
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks that an application can open every stored model.",
      discussion: """
        Reports damaged and oversized documents, damaged journals and those of another document, links, folders and unknown files. With an application, runs its script, which \
        stores nothing, and checks the documents of the models that it registers against their classes.

        EXAMPLES:
          Checks the models of an application:
            okit-run models verify app.lua
          Checks the form of the models in a folder:
            okit-run models verify --documents demo
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var limits: ScriptLimits

    @Option(
      help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
      completion: .directory, transform: OptionValue.luaPath)
    var luaPath: [String] = []

    @Option(help: ArgumentHelp("The permissions of the script; see run.", valueName: "permissions"))
    var allow: [String] = []

    private var documentLimit: Int { limits.memory.limitDocument ?? LuaApplication.Options().documentLimit }

    func validate() throws { _ = try OptionValue.permissions(allow) }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        try documents.expectNoModel()
        let storage = try documents.storage(.reader, limit: documentLimit)
        let unknown = try storage.unknownEntries(in: ModelRegistry.folder) { name in
          Documents.isKnown(name)
        }
        for diagnostic in unknown { output.report(diagnostic) }
        let classes = try classes(storage)
        for name in try Documents.names(storage) + Documents.databaseNames(storage) where ModelRegistry.isValid(name) {
          do {
            do {
              if let database = try Documents.database(name, storage) {
                try Documents.verify(database)
              } else {
                try verify(name, storage)
              }
            } catch let diagnostic as Diagnostic {
              throw StoredModel.explained(diagnostic, name)
            }
            try classes?.check(name)
          } catch let diagnostic as Diagnostic {
            output.report(diagnostic)
            continue
          }
          if documents.format == .json {
            try output.json(["name": .string(name), "ok": true])
          } else {
            output.value("\(name)  ok")
          }
        }
        // An error in a document is reported already.
        if let failure = classes?.failure, !output.hasErrors { throw failure }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// Nil without an application.
    private func classes(_ storage: FileStorage) throws -> DocumentClasses? {
      guard let script = documents.script else { return nil }
      try ScriptArgument.check(script)
      var options = LuaApplication.Options()
      options.locale = Environment().locale
      options.timeZone = Environment().timeZone
      options.luaPath = luaPath
      options.permissions = try OptionValue.permissions(allow)
      limits.apply(to: &options)
      options.print = { _ in }
      options.write = { _, _ in }
      return try DocumentClasses(script: script, options, storage)
    }

    private func verify(_ name: String, _ storage: FileStorage) throws {
      let file = storage.location(of: Documents.path(of: name))
      let document = try Documents.document(name, storage)
      try document.withBytes { try DocumentCheck.check($0, file: file) }
      guard document.count > documentLimit else { return }
      throw Diagnostic(
        "storage.limit", "the document has \(document.count) bytes, and the limit is \(documentLimit)",
        place: Diagnostic.Place(file: file), hint: "raise it with \(LimitProperty.document.option)")
    }
  }
}
