import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models list`
  struct List: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the stored models.",
      discussion: """
        Lists also what waits to be sent to a server. With an application and an endpoint, runs its script, which stores nothing, and \
        lists its models on the server.

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
        let decrypting = documents.keys.decrypting(storage, output)
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
