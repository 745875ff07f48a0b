import OKitModel
import OKitTestSupport

/// A library whose document is large enough for a journal.
final class JournalFixture {
  let storage: any DocumentStorage
  let fixture: ModelFixture
  var store: ModelStore { fixture.store }
  var registry: ModelRegistry { fixture.registry }
  static let path = "okit/data/default.json"

  /// - Parameter storage: A new storage, which gets the document.
  init(seed: UInt64 = 1, storage: any DocumentStorage = TransientStorage()) throws {
    self.storage = storage
    fixture = try ModelFixture(seed: seed, storage: storage)
    try store.transaction {
      for name in ["a", "b"] { try fixture.add("Book", ["id": .string(name), "title": .string(name)], to: "books") }
      let name = Value.string(String(repeating: "x", count: 70_000))
      try fixture.add("Person", ["id": .string("large"), "name": name], to: "persons")
    }
    try registry.storeState()
    store.history.clear(store)
  }

  var stored: StoredDocument {
    get throws { try storage.readDocument(Self.path) ?? StoredDocument(bytes: []) }
  }

  var records: [String] {
    get throws { String(decoding: try stored.journal, as: UTF8.self).split(separator: "\n").map(String.init) }
  }

  /// The steps of the patch of the last record.
  var lastPatch: String {
    get throws { try JSONValue.parse(json: try records.last ?? "{}")["patch"].map { try $0.json() } ?? "none" }
  }

  func entity(_ id: String) throws -> EntityID {
    guard let entity = store.find(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  /// Sets a property in a transaction.
  func set(_ id: String, _ name: String, _ value: Value) throws {
    try store.transaction { try store.set(try entity(id), name, value) }
  }

  /// Changes the title of a book and stores it.
  func store(title: String, of id: String = "a") throws {
    try set(id, "title", .string(title))
    try registry.storeState()
  }

  /// The snapshot of the library that a new application reads.
  func reloaded() throws -> JSONValue { try ModelFixture(seed: 77, storage: storage).snapshot }

  /// The document with its journal folded in.
  func folded() throws -> [UInt8] {
    let stored = try stored
    return try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: "default.json")
    } ?? stored.bytes
  }
}
