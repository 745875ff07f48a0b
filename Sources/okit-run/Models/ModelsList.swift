import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
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
          let (size, journal): (Int, Int)
          let isEncrypted: Bool
          do {
            let stored = try storage.map(Documents.path(of: name))
            (size, journal) = (stored?.document.bytes.count ?? 0, stored?.journal.count ?? 0)
            isEncrypted = stored.map { EncryptedContent.isContainer($0.document.bytes) } ?? false
          } catch let diagnostic as Diagnostic {
            problems.append(diagnostic)
            continue
          }
          var previous: Int?
          do {
            previous = try storage.mapPrevious(Documents.path(of: name))?.document.bytes.count
          } catch let diagnostic as Diagnostic {
            problems.append(diagnostic)
          }
          try Self.show(
            name, size, journal: journal, previous: previous, isEncrypted: isEncrypted, output, documents.format)
        }
        for name in try Documents.databaseNames(storage) {
          do {
            let size = try Documents.database(name, storage)?.size ?? 0
            if documents.format == .json {
              try output.json(["name": .string(name), "bytes": .int(size), "kind": "sqlite"])
            } else {
              output.value("\(name)  \(size) bytes, SQLite")
            }
          } catch let diagnostic as Diagnostic {
            problems.append(diagnostic)
          }
        }
        for problem in problems { output.report(problem) }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    private static func show(
      _ name: String, _ size: Int, journal: Int, previous: Int?, isEncrypted: Bool, _ output: Output,
      _ format: OutputFormat
    ) throws {
      if format == .json {
        var members: [String: JSONValue] = ["name": .string(name), "bytes": .int(size)]
        if journal > 0 { members["journalBytes"] = .int(journal) }
        if let previous { members["previousBytes"] = .int(previous) }
        if isEncrypted { members["encrypted"] = true }
        return try output.json(.object(members))
      }
      output.value(
        "\(name)  \(size) bytes" + (journal > 0 ? ", journal \(journal) bytes" : "")
          + (previous.map { ", previous \($0) bytes" } ?? "") + (isEncrypted ? ", encrypted" : ""))
    }
  }
}
