import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints a stored model as JSON.")
    @OptionGroup var documents: Documents
    @ArgumentParser.Argument(help: "The name of the model.")
    var model = ModelStore.defaultModelName

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let bytes = try Documents.read(model, try documents.storage(.reader))
        try output.json(JSONValue.parse(json: bytes, file: model), pretty: documents.format == .text)
      }
    }
  }
}
