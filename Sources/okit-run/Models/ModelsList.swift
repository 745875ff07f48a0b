import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the stored models.",
      discussion: """
        EXAMPLES:
          Lists the models of an application:
            okit-run models list app.lua
          Lists the models in a folder, one JSON object per line:
            okit-run models list --documents demo --format json
        """)
    @OptionGroup var documents: Documents

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        try documents.expectNoModel()
        let storage = try documents.storage(.reader)
        for name in try Documents.names(storage) {
          let size = try storage.map(Documents.path(of: name))?.bytes.count ?? 0
          let previous = try storage.mapPrevious(Documents.path(of: name))?.bytes.count
          if documents.format == .json {
            let members: [String: JSONValue] = ["name": .string(name), "bytes": .int(size)]
            let earlier = previous.map { ["previousBytes": JSONValue.int($0)] } ?? [:]
            try output.json(.object(members.merging(earlier) { $1 }))
          } else {
            output.value("\(name)  \(size) bytes" + (previous.map { ", previous \($0) bytes" } ?? ""))
          }
        }
      }
    }
  }
}
