import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models show`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints a stored model as JSON.")
    @OptionGroup var documents: Documents

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let model = documents.model ?? ModelStore.defaultModelName
        let document = try Documents.document(model, documents.storage(.reader))
        try JSONPrinter.print(document.bytes, file: model, isPretty: documents.format == .text, write: output.value)
      }
    }
  }
}
