import OKitDocuments

extension ModelsCommand {
  /// `okit-run models list`
  struct List: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the stored models.",
      discussion: """
        Lists also what waits to be sent to a server. With an application and an endpoint, runs its script, which \
        stores nothing, and lists its models on the server.

        EXAMPLES:
          Lists the models of an application:
            okit-run models list app.lua
          Lists the models in a folder, one JSON object per line:
            okit-run models list --documents demo --format json
          Lists the models on a server, too:
            okit-run models list app.lua --endpoint https://data.example.org/shop
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      try Output.reporting(documents.format) { output in
        try documents.expectNoModel()
        let (entries, problems) = try documents.open(.reader, output, application).list()
        for entry in entries {
          if documents.format == .json { try output.json(Self.json(entry)) } else { output.value(Self.text(entry)) }
        }
        // Reported after the list, so that it stays together.
        for problem in problems { output.report(problem) }
      }
    }

    private static func text(_ entry: StoredModels.Entry) -> String {
      let parts = [
        entry.size.map { "\($0) bytes" }, entry.form == .sqlite ? "SQLite" : nil,
        entry.journalSize > 0 ? "journal \(entry.journalSize) bytes" : nil,
        entry.previousSize.map { "previous \($0) bytes" }, entry.isEncrypted ? "encrypted" : nil,
        entry.size == nil ? nil : entry.url, entry.pendingText,
      ]
      return "\(entry.name)  \(parts.compactMap { $0 }.joined(separator: ", "))"
    }

    private static func json(_ entry: StoredModels.Entry) -> JSONValue {
      var members: [String: JSONValue] = ["name": .string(entry.name)]
      if let size = entry.size { members["bytes"] = .int(size) }
      if entry.form != .file { members["kind"] = .string(entry.form.rawValue) }
      if entry.journalSize > 0 { members["journalBytes"] = .int(entry.journalSize) }
      if let previous = entry.previousSize { members["previousBytes"] = .int(previous) }
      if entry.isEncrypted { members["encrypted"] = true }
      if let url = entry.url { members["url"] = .string(url) }
      if let count = entry.pendingCount { members["pending"] = .int(count) }
      return .object(members)
    }
  }
}
