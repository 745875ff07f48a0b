import OKitExchange
import OKitModel
import OKitTestSupport

/// Exports as texts.
enum ExportFixture {
  enum Format {
    case csv(String?)
    case sql, plist, xml, json
  }

  /// - Parameter model: The class of the model, with its store; nil for an export without classes.
  static func export(_ json: String, _ format: Format, _ model: (EntityType, ModelStore)? = nil) throws -> String {
    var result: [UInt8] = []
    let writer = PieceWriter { result += $0 }
    try Array(json.utf8).withUnsafeBufferPointer { bytes in
      let document = DocumentExport(bytes, file: "d.json", name: "default", root: model?.0, store: model?.1)
      switch format {
      case .csv(let list):
        var export = try CSVExport(document, list: list)
        try export.run(writer)
      case .sql:
        var export = SQLExport(document)
        try export.run(writer)
      case .plist:
        var export = PropertyListExport(document, writer)
        try export.run()
      case .xml:
        var export = XMLExport(document, writer)
        try export.run()
      case .json: try document.json(writer)
      }
      try writer.flush()
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func model(_ fixture: ModelFixture) throws -> (EntityType, ModelStore) {
    (try fixture.store.requireType("Library", for: "test"), fixture.store)
  }

  /// The document of the library as it is stored.
  static func document(_ fixture: ModelFixture) throws -> String {
    var bytes: [UInt8] = []
    try fixture.store.writeDocument(of: fixture.library, version: 1) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
