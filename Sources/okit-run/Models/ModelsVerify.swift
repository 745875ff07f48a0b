import OKitDocuments

extension ModelsCommand {
  /// `okit-run models verify`
  struct Verify: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Checks that an application can open every stored model.",
      discussion: """
        Reports damaged and oversized documents, damaged journals and those of another document, missing and damaged \
        blobs, links, folders and unknown files, and files or rows of blobs and partials to which nothing refers. With \
        an application, runs its script, which stores nothing, and checks the documents of the models that it \
        registers against their classes, also of those on a server. Without one, a name and an endpoint check a \
        document on a server. Reports what waits to be sent, and sends nothing.

        EXAMPLES:
          Checks the models of an application:
            okit-run models verify app.lua
          Checks the form of the models in a folder:
            okit-run models verify --documents demo
          Checks a model on a server:
            okit-run models verify shop --documents demo --endpoint https://data.example.org/shop
          Passes an argument to the script:
            okit-run models verify app.lua -- sqlite
          Removes the files to which no document refers:
            okit-run models verify --documents demo --repair
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @Flag(help: "Remove the files and rows of blobs and partials to which nothing refers.")
    var repair = false

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      try Output.reporting(documents.format) { output in
        if documents.script != nil || application.endpoint.endpoint == nil { try documents.expectNoModel() }
        let models = try documents.open(repair ? .owner : .reader, output, application) {
          $0.documentLimit = $0.application.documentLimit
        }
        for finding in try models.verify(remote: documents.model, repairs: repair).all {
          switch finding {
          case .intact(let name) where documents.format == .json:
            try output.json(["name": .string(name), "ok": true])
          case .intact(let name): output.value("\(name)  ok")
          case .problem(let diagnostic): output.report(diagnostic)
          case .note(let text): output.note(text)
          }
        }
      }
    }
  }
}
