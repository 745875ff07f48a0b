import OKitExchange

extension StoredModels {
  /// A stored model, a document of a partial, or a model of which only changes are known that wait to be sent.
  public struct Entry: Sendable {
    /// Where it is stored.
    package enum Form: String, Sendable { case file, sqlite, http }

    /// The name of the model.
    public let name: String
    /// Where and how the model is stored.
    package let form: Form
    /// The size of its document or database in bytes; nil for one that is only on a server.
    public var size: Int?
    /// The size of its journal in bytes.
    package var journalSize = 0
    /// The size in bytes of the previous version of its document; nil if there is none.
    package var previousSize: Int?
    /// Whether the model is encrypted.
    public var isEncrypted = false
    /// Where it is on a server.
    public var url: String?
    /// The number of changes that wait to be sent to the server; nil for none.
    package var pendingCount: Int?
    /// What waits to be sent, in words.
    package var pendingText: String?
  }

  /// Returns the documents and databases of the directory, with the models of the application on a server and what
  /// waits to be sent to it.
  ///
  /// - Returns: the entries, and what cannot be read.
  public func list() throws -> (entries: [Entry], problems: [Diagnostic]) {
    // While another process stores all the time, the last one of several attempts counts.
    var (entries, problems) = try ConsistentRead.attempt(state: storage.fingerprint, entries).result.get()
    try listServer(&entries, &problems)
    return (entries, problems)
  }

  private func entries() throws -> (entries: [Entry], problems: [Diagnostic]) {
    var entries: [Entry] = []
    var problems = try misplaced()
    for name in try names() {
      do { entries.append(try entry(ofDocument: name) { problems.append($0) }) } catch let diagnostic as Diagnostic {
        problems.append(diagnostic)
      }
    }
    for name in try databaseNames() {
      do {
        entries.append(Entry(name: name, form: .sqlite, size: try database(name)?.size ?? 0))
      } catch let diagnostic as Diagnostic { problems.append(diagnostic) }
    }
    return (entries, problems)
  }

  private func entry(ofDocument name: String, report: (Diagnostic) -> Void) throws -> Entry {
    let path = Self.path(of: name)
    var entry = Entry(name: name, form: .file, size: 0)
    if let stored = try storage.map(path) {
      (entry.size, entry.journalSize) = (stored.document.bytes.count, stored.journal.count)
      entry.isEncrypted = EncryptedContent.isContainer(stored.document.bytes)
    }
    do { entry.previousSize = try storage.mapPrevious(path)?.document.bytes.count } catch let diagnostic as Diagnostic {
      report(diagnostic)
    }
    return entry
  }

  /// Lists the models on the server, and what waits to be sent to it.
  private func listServer(_ entries: inout [Entry], _ problems: inout [Diagnostic]) throws {
    let transport = transport()
    let pending = try PendingModels(storage, endpoint: transport?.url(of: ""))
    problems += pending.problems
    var names = pending.changes.keys.sorted()
    if transport != nil, let script = options.script {
      if try hasKeys { try decrypting.open() }
      let classes = try classes(script)
      let http = classes.transport.map { HTTPStorage.reading($0, storage) }
      for name in classes.serverModels {
        do {
          _ = try http?.resumePending(of: name)
          guard let http, let bytes = try http.read(Self.path(of: name)) else { continue }
          names.removeAll { $0 == name }
          var entry = Entry(name: name, form: .http, size: bytes.count, url: http.location(of: Self.path(of: name)))
          entry.isEncrypted = EncryptedContent.isContainer(bytes)
          entry.pendingCount = pending.changes[name].map(PendingModels.count)
          entry.pendingText = pending.text(name)
          entries.append(entry)
        } catch let diagnostic as Diagnostic where diagnostic.code == "http.pending" {
          // Reported above.
          continue
        }
      }
    }
    for name in names {
      guard let change = pending.changes[name] else { continue }
      var entry = Entry(name: name, form: .http, url: change.url)
      (entry.pendingCount, entry.pendingText) = (PendingModels.count(change), pending.text(name))
      entries.append(entry)
    }
  }
}
