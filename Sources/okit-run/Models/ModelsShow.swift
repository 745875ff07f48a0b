import ArgumentParser
import OKitEngine

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

    @OptionGroup var application: ScriptRun

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let model = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.reader)
        try Documents.expectOneForm(model, storage)
        if let database = try Documents.database(model, storage) {
          let document = try database.reading { try DatabaseDocument(of: model, in: database, printsResult: true) }
          return try document.withBytes {
            try JSONPrinter.print($0, file: model, isPretty: documents.format == .text, write: output.value)
          }
        }
        if let document = try Documents.partial(model, storage) {
          return try document.withUnsafeBufferPointer {
            try JSONPrinter.print($0, file: model, isPretty: documents.format == .text, write: output.value)
          }
        }
        let decrypting = documents.keys.decrypting(storage, output, limit: application.memory.derivation)
        let isLocal = try storage.map(Documents.path(of: model)) != nil
        let server =
          isLocal
          ? nil : try ServerModel.find(model, script: documents.script, application, storage, decrypting)
        let document = try server?.document() ?? Documents.document(model, storage, decrypting)
        try document.withBytes { bytes in
          try JSONPrinter.print(bytes, file: model, isPretty: documents.format == .text, write: output.value)
        }
      }
    }
  }
}
