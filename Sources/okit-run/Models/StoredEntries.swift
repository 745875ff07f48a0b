import OKitEngine

/// The documents and databases in a documents directory with their sizes.
struct StoredEntries {
  struct Document {
    let name: String
    /// The sizes in bytes: of the document, of its journal, and of its previous version.
    let size: Int
    let journal: Int
    let previous: Int?
    let isEncrypted: Bool
  }

  private(set) var documents: [Document] = []
  private(set) var databases: [(name: String, size: Int)] = []
  /// What cannot be read.
  private(set) var problems: [Diagnostic] = []

  /// - Throws: what listing the folder throws.
  init(_ storage: FileStorage) throws {
    typealias Documents = ModelsCommand.Documents
    problems = try Documents.misplaced(storage)
    for name in try Documents.names(storage) {
      do { try add(document: name, storage) } catch let diagnostic as Diagnostic { problems.append(diagnostic) }
    }
    for name in try Documents.databaseNames(storage) {
      do {
        databases.append((name, try Documents.database(name, storage)?.size ?? 0))
      } catch let diagnostic as Diagnostic {
        problems.append(diagnostic)
      }
    }
  }

  private mutating func add(document name: String, _ storage: FileStorage) throws {
    let path = ModelsCommand.Documents.path(of: name)
    let stored = try storage.map(path)
    var previous: Int?
    do { previous = try storage.mapPrevious(path)?.document.bytes.count } catch let diagnostic as Diagnostic {
      problems.append(diagnostic)
    }
    documents.append(
      Document(
        name: name, size: stored?.document.bytes.count ?? 0, journal: stored?.journal.count ?? 0, previous: previous,
        isEncrypted: stored.map { EncryptedContent.isContainer($0.document.bytes) } ?? false))
  }
}
