import OKitDocuments

extension ModelsCommand {
  /// `okit-run models show`
  struct Show: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Prints a stored model as JSON.",
      discussion: """
        Prints the model "default" unless another one is named, with the changes of its journal. A model on a server \
        needs the application, or an endpoint; what waits to be sent is a part of it.

        EXAMPLES:
          Prints the default model of an application:
            okit-run models show app.lua
          Prints the model settings in a folder, on one line:
            okit-run models show settings --documents demo --format json
          Prints a model on a server:
            okit-run models show shop --documents demo --endpoint https://data.example.org/shop
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      let progress = ProgressLine(printsResult: true)
      try output.reporting {
        defer { progress.clear() }
        let models = try documents.open(.reader, output, application, progress: progress)
        try models.show(
          documents.model ?? ModelStore.defaultModelName, isPretty: documents.format == .text, to: output.value)
      }
    }
  }
}
