/// Reading a stored document with its journal.
extension StoredDocument {
  /// Returns the document with its journal folded in: the bytes that the next checkpoint writes. Without a journal, the
  /// document as it is.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document, which may be a mapped file.
  ///   - file: The name of the document in messages.
  /// - Returns: Nil if there is nothing to fold in.
  /// - Throws: `json.syntax`, `storage.journal`, `storage.edited`.
  package static func folded(
    _ document: UnsafeBufferPointer<UInt8>, journal: [UInt8], file: String
  ) throws -> [UInt8]? {
    guard !journal.isEmpty else { return nil }
    return try changed(document, journal: journal, file: file).prettyBytes()
  }

  /// Returns the document with its journal folded in as data.
  func foldedValue(file: String) throws -> JSONValue {
    guard !journal.isEmpty else { return try JSONValue.parse(json: bytes) }
    return try bytes.withUnsafeBufferPointer { try Self.changed($0, journal: journal, file: file).value() }
  }

  /// Returns the document with the patches of the journal applied.
  private static func changed(
    _ document: UnsafeBufferPointer<UInt8>, journal: [UInt8], file: String
  ) throws -> JSONDocument {
    let checksum = XXHash64.checksum(UnsafeRawBufferPointer(document))
    // A damaged document is most probably one that something else has edited.
    try StoredDocument(bytes: [], journal: journal).checkFirstRecord(checksum, file: file)
    var ids: Set<String> = []
    try forEachPatch(of: journal, checksum, file: file) { ids.formUnion(JSONDocument.ids(try $0.readValue())) }
    let tree = try JSONDocument(document, file: file, naming: ids)
    try forEachPatch(of: journal, checksum, file: file) { try tree.apply(try $0.readValue()) }
    return tree
  }

  /// Checks that the journal belongs to the document, as its first record says.
  ///
  /// - Throws: `storage.journal`, `storage.edited`.
  func checkFirstRecord(_ document: UInt64, file: String) throws {
    guard let end = journal.firstIndex(of: JournalRecord.newLine) else { return }
    let isOnly = end + 1 == journal.count
    // A second line, so that the first one does not count as incomplete.
    let first = Array(journal[...end]) + (isOnly ? [] : [UInt8(ascii: "-")])
    try Self.forEachPatch(of: first, document, file: file) { try $0.skipValue() }
  }

  /// Calls `body` with a reader at each patch; its errors get the line of the record.
  @discardableResult
  static func forEachPatch(
    of journal: [UInt8], _ document: UInt64, file: String, _ body: (inout JSONReader) throws -> Void
  ) throws -> JournalReader.Summary {
    try journal.withUnsafeBufferPointer { bytes in
      let name = file + StoragePath.journalSuffix
      var line = 0
      return try JournalReader(bytes: bytes, document: document, file: name, documentFile: file).forEachPatch {
        reader in
        line += 1
        do { try body(&reader) } catch let diagnostic as Diagnostic
          where diagnostic.code == "storage.journal" || diagnostic.code == "json.syntax"
        {
          throw diagnostic.inRecord(line, of: name)
        }
      }
    }
  }
}

extension StoredDocument {
  /// Returns the error of a damaged document with the ways to recover; other errors as they are.
  ///
  /// - Parameter isRemote: Whether the document is on a server.
  package static func explained(_ diagnostic: Diagnostic, name: String, isRemote: Bool = false) -> Diagnostic {
    let damages: [Diagnostic.Code] = [
      "storage.journal", "storage.edited", "storage.damaged", "storage.container", "storage.plain",
    ]
    guard damages.contains(diagnostic.code) else { return diagnostic }
    return diagnostic.appending(.storedState(recovery(from: diagnostic, name: name, isRemote: isRemote)))
  }

  /// Returns what to do about a document that cannot be read, for a note.
  ///
  /// - Parameter isRemote: Whether the document is on a server.
  package static func recovery(from diagnostic: Diagnostic, name: String, isRemote: Bool = false) -> String {
    if isRemote {
      return """
        the document on the server was not changed; store a copy there, such as one of a backup, or remove it: see \
        "Recovering a document on the server" in docs/http.md
        """
    }
    let restore = restoring(name)
    switch diagnostic.code {
    case "storage.journal":
      let line = diagnostic.place?.line ?? 1
      let rest = line == 2 ? "keeping only its first line" : "keeping only its first \(line - 1) lines"
      return """
        the files were not changed; \(restore); \(line <= 1 ? "removing the journal" : rest) restores the state before \
        record \(line)
        """
    case "storage.edited":
      return """
        the files were not changed; \(restore); undo the edit to keep the journal, or remove the journal to keep the \
        edited document
        """
    default: return "the file was not changed; \(restore)"
    }
  }

  /// Returns how the previous version of a document is restored.
  ///
  /// - Parameter name: The name of the model, or `Model/id of a partial`.
  package static func restoring(_ name: String) -> String {
    "\(HintPhrase.restoring(name)) restores the previous version"
  }

  /// Returns the name of a model as an argument of a command, with a space in front; empty for the default one.
  package static func argument(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0)
    }
    let argument = isPlain ? name : "'" + name.replacing(each: "'", with: "'\\''") + "'"
    return name == ModelStore.defaultModelName ? "" : " \(argument)"
  }
}

extension Diagnostic {
  /// Returns the error of the content of a record that is intact.
  func inRecord(_ line: Int, of file: String) -> Diagnostic {
    Diagnostic(
      "storage.journal", "record \(line) of the journal does not fit its document: \(message)",
      place: Place(file: file, line: line))
  }
}
