import OKitEngine
import OKitTestSupport

extension FuzzTarget {
  /// The journal of a model: as it could lie beside the document, or, after a line `patches`, patches that become
  /// records.
  public static let journal = FuzzTarget(name: "journal") {
    { input in
      let document = Array(library.utf8)
      let (first, rest) = input.splitLine()
      let isPatches = first.elementsEqual("patches".utf8)
      let journal = isPatches ? records(of: rest, XXHash64.checksum(document)) : input
      let stored = StoredDocument(bytes: document, journal: journal)
      let storage = TransientStorage()
      try storage.write([StorageWrite(path: path, bytes: document, journal: journal)]).wait()
      let fixture: ModelFixture
      do { fixture = try ModelFixture(storage: storage) } catch let error as Diagnostic {
        let codes = ["storage.journal", "storage.edited", "json.syntax"]
        try require(
          codes.contains(error.code.rawValue) || isPatches && error.code.rawValue.hasPrefix("model."),
          "refused with \(error.code.rawValue)")
        return try require(try storage.readDocument(path) == stored, "a journal that was refused has changed")
      }
      // Ids that the library has generated differ.
      guard fixture.store.generatedValues == 0 else { return }
      try checkFolded(stored, fixture)
      try checkContinued(fixture, storage)
    }
  }

  private static let path = "okit/data/default.json"

  private static let library = """
    {"books": [{"id": "b1", "title": "one", "author": {"id": "r1", "refKey": "p1"}, "chapters": [{"id": "c1"}, {"id": \
    "c2"}],
    "labels": ["x"], "tags": ["t", "u"], "prices": {"eur": 1}, "parts": {"a": {"id": "c3"}}, "released": 0},
    {"$type": "Novel", "id": "b2", "author": {"id": "r2"}, "released": 5}], "id": "library", "motto": "m",
    "persons": [{"id": "p1", "name": "P"}], "shelf": [{"id": "r3", "refKey": "b1"}], "more": {"id": "x"}}
    """

  private static func records(of patches: ArraySlice<UInt8>, _ document: UInt64) -> [UInt8] {
    let lines = patches.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    return lines.enumerated().flatMap { index, patch in
      JournalRecord.bytes(patch: Array(patch), sequence: index + 1, document: document)
    }
  }

  /// Entities and JSON understand a journal in the same way.
  private static func checkFolded(_ stored: StoredDocument, _ fixture: ModelFixture) throws {
    let folded: [UInt8]?
    do {
      folded = try stored.bytes.withUnsafeBufferPointer {
        try StoredDocument.folded($0, journal: stored.journal, file: path)
      }
    } catch {
      throw FuzzFinding("read, but not folded: \(error)")
    }
    let storage = try RecordingStorage([path: folded ?? stored.bytes])
    let again: ModelFixture
    do { again = try ModelFixture(storage: storage) } catch { throw FuzzFinding("folded, but not read: \(error)") }
    try require(again.snapshot.isSame(as: fixture.snapshot), "folded otherwise than read")
  }

  /// What is stored after a change is read back.
  private static func checkContinued(_ fixture: ModelFixture, _ storage: TransientStorage) throws {
    try fixture.store.transaction { try fixture.store.set(fixture.library, "motto", .string("changed")) }
    try fixture.registry.storeState()
    let again: ModelFixture
    do { again = try ModelFixture(storage: storage) } catch { throw FuzzFinding("stored, but not read: \(error)") }
    try require(again.snapshot.isSame(as: fixture.snapshot), "read otherwise than it was stored")
  }
}
