import ArgumentParser
import OKitEngine
import OKitLua

extension ModelsCommand {
  /// `okit-run models verify`
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks that an application can open every stored model.",
      discussion: "Reports damaged and oversized documents, links, folders and unknown files.")
    @OptionGroup var documents: Documents

    @Option(
      help: ArgumentHelp(
        "The size limit of a stored model that is opened, such as 1G (default: 256M).", valueName: "size"),
      transform: OptionValue.memorySize)
    var limitDocument = 256 << 20

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        try documents.expectNoModel()
        let storage = try documents.storage(.reader)
        let unknown = try storage.unknownEntries(in: ModelRegistry.folder) { name in
          name.hasSuffix(".json") && ModelRegistry.isValid(String(name.dropLast(".json".count)))
        }
        for diagnostic in unknown { output.report(diagnostic) }
        for name in try Documents.names(storage) where ModelRegistry.isValid(name) {
          do { try verify(name, storage) } catch let diagnostic as Diagnostic {
            output.report(diagnostic)
            continue
          }
          if documents.format == .json {
            try output.json(["name": .string(name), "ok": true])
          } else {
            output.value("\(name)  ok")
          }
        }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    private func verify(_ name: String, _ storage: FileStorage) throws {
      let file = storage.location(of: Documents.path(of: name))
      let document = try Documents.document(name, storage)
      try DocumentCheck.check(document.bytes, file: file)
      guard document.bytes.count > limitDocument else { return }
      throw Diagnostic(
        "storage.limit", "the document has \(document.bytes.count) bytes, and the limit is \(limitDocument)",
        place: Diagnostic.Place(file: file), hint: "raise it with \(LimitProperty.document.option)")
    }
  }
}
