/// One document on its way: its new bytes and what it replaces, aside, waiting to be renamed.
struct StagedDocument: Hashable {
  var path: StoragePath
  /// Name in the staging folder.
  var staged: String
  /// Name in the staging folder of what the document holds now; nil if it is new.
  var previous: String?
}

/// What is written aside to make one store of several documents whole: once this record is durable, the store has
/// happened, and whoever opens the directory next completes it.
///
/// Every step can be repeated: a name that is no longer in the staging folder has arrived.
struct StorageCommit: Hashable {
  static let folder = ["okit", ".storing"]
  static let path = StoragePath(folder: folder, name: "commit.json")

  var documents: [StagedDocument]

  init(documents: [StagedDocument]) { self.documents = documents }

  /// - Throws: `storage.recovery` for bytes that are not a record.
  init(json: [UInt8]) throws {
    do {
      guard case .array(let members)? = try JSONValue.parse(json: json, file: Self.path.text)["documents"] else {
        throw Diagnostic("json.syntax", "expected \"documents\"")
      }
      documents = try members.map { member in
        guard case .string(let path)? = member["path"], case .string(let staged)? = member["staged"] else {
          throw Diagnostic("json.syntax", "expected \"path\" and \"staged\"")
        }
        var previous: String?
        if case .string(let name)? = member["previous"] { previous = try Self.name(name) }
        return StagedDocument(path: try StoragePath(path), staged: try Self.name(staged), previous: previous)
      }
    } catch let error as Diagnostic {
      throw Diagnostic(
        "storage.recovery", "the record of an interrupted store is damaged: \(error.message)", place: error.place)
    }
  }

  var json: [UInt8] {
    get throws {
      let members = documents.map { document -> JSONValue in
        [
          "path": .string(document.path.text), "staged": .string(document.staged),
          "previous": document.previous.map { .string($0) } ?? .null,
        ]
      }
      return try JSONValue.object(["documents": .array(members)]).jsonBytes()
    }
  }

  static func staged(_ name: String) -> StoragePath { StoragePath(folder: folder, name: name) }

  private static func name(_ name: String) throws -> String {
    let path = try StoragePath(name)
    guard path.folder.isEmpty else { throw Diagnostic("storage.path", "expected a name, found \"\(name)\"") }
    return name
  }
}
