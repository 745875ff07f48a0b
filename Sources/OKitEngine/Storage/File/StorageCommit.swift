/// A document whose new bytes, and the version that they replace, wait in the staging folder to be renamed.
struct StagedDocument: Hashable {
  var path: StoragePath
  /// The name of the new bytes in the staging folder.
  var staged: String
  /// The name of the current version in the staging folder; nil for a new document.
  var previous: String?
}

/// The record that makes a store of several documents atomic: once it is durable, the next owner of the directory
/// completes the store.
///
/// Every step can be repeated: a name that is missing in the staging folder has been renamed already.
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
