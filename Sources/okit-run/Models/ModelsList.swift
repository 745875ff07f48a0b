import ArgumentParser
import OKitEngine
import OKitExchange

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

    @OptionGroup var application: ScriptRun

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        try documents.expectNoModel()
        let storage = try documents.storage(.reader)
        // While another process stores all the time, the last one of several attempts is printed.
        let entries = try ConsistentRead.attempt(state: storage.fingerprint) { try StoredEntries(storage) }.result.get()
        for document in entries.documents { try Self.show(document, output, documents.format) }
        for (name, size) in entries.databases {
          if documents.format == .json {
            try output.json(["name": .string(name), "bytes": .int(size), "kind": "sqlite"])
          } else {
            output.value("\(name)  \(size) bytes, SQLite")
          }
        }
        // Reported after the list, so that it stays together.
        var problems = entries.problems
        try listServer(storage, output, &problems)
        for problem in problems { output.report(problem) }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// Lists the models on the server, and what waits to be sent to it.
    private func listServer(_ storage: FileStorage, _ output: Output, _ problems: inout [Diagnostic]) throws {
      let transport = try application.transport()
      let pending = try PendingModels(storage, endpoint: transport?.url(of: ""))
      problems += pending.problems
      var names = pending.changes.keys.sorted()
      if transport != nil, let script = documents.script {
        let decrypting = documents.keys.decrypting(storage, output, limit: application.memory.derivation)
        if try decrypting.encryption.isInitialized(in: storage) { try decrypting.open() }
        let classes = try ServerModel.classes(script, application, storage, decrypting)
        let http = classes.transport.map { HTTPStorage.reading($0, storage) }
        for name in classes.serverModels {
          do {
            _ = try http?.resumePending(of: name)
            guard let http, let bytes = try http.read(Documents.path(of: name)) else { continue }
            names.removeAll { $0 == name }
            try show(name, bytes, http.location(of: Documents.path(of: name)), pending, output)
          } catch let diagnostic as Diagnostic where diagnostic.code == "http.pending" {
            // Reported above.
            continue
          }
        }
      }
      for name in names {
        guard let change = pending.changes[name], let text = pending.text(name) else { continue }
        guard documents.format == .json else {
          output.value("\(name)  \(text)")
          continue
        }
        try output.json([
          "name": .string(name), "kind": "http", "url": .string(change.url),
          "pending": .int(PendingModels.count(change)),
        ])
      }
    }

    private func show(
      _ name: String, _ bytes: [UInt8], _ url: String, _ pending: PendingModels, _ output: Output
    ) throws {
      let isEncrypted = EncryptedContent.isContainer(bytes)
      guard documents.format == .json else {
        let text = pending.text(name).map { ", " + $0 } ?? ""
        return output.value("\(name)  \(bytes.count) bytes" + (isEncrypted ? ", encrypted" : "") + ", \(url)" + text)
      }
      var members: [String: JSONValue] = [
        "name": .string(name), "bytes": .int(bytes.count), "kind": "http", "url": .string(url),
      ]
      if isEncrypted { members["encrypted"] = true }
      if let change = pending.changes[name] { members["pending"] = .int(PendingModels.count(change)) }
      try output.json(.object(members))
    }

    private static func show(
      _ document: StoredEntries.Document, _ output: Output, _ format: OutputFormat
    ) throws {
      let (name, size, journal) = (document.name, document.size, document.journal)
      if format == .json {
        var members: [String: JSONValue] = ["name": .string(name), "bytes": .int(size)]
        if journal > 0 { members["journalBytes"] = .int(journal) }
        if let previous = document.previous { members["previousBytes"] = .int(previous) }
        if document.isEncrypted { members["encrypted"] = true }
        return try output.json(.object(members))
      }
      output.value(
        "\(name)  \(size) bytes" + (journal > 0 ? ", journal \(journal) bytes" : "")
          + (document.previous.map { ", previous \($0) bytes" } ?? "") + (document.isEncrypted ? ", encrypted" : ""))
    }
  }
}
