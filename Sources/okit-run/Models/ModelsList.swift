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
        // Reported after the list, so that it stays together.
        var problems: [Diagnostic] = []
        for name in try Documents.names(storage) {
          let size: Int
          do { size = try storage.map(Documents.path(of: name))?.bytes.count ?? 0 } catch let diagnostic as Diagnostic {
            problems.append(diagnostic)
            continue
          }
          var previous: Int?
          do {
            previous = try storage.mapPrevious(Documents.path(of: name))?.bytes.count
          } catch let diagnostic as Diagnostic {
            problems.append(diagnostic)
          }
          if documents.format == .json {
            let members: [String: JSONValue] = ["name": .string(name), "bytes": .int(size)]
            let earlier = previous.map { ["previousBytes": JSONValue.int($0)] } ?? [:]
            try output.json(.object(members.merging(earlier) { $1 }))
          } else {
            output.value("\(name)  \(size) bytes" + (previous.map { ", previous \($0) bytes" } ?? ""))
          }
        }
        for problem in problems { output.report(problem) }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }
  }
}
