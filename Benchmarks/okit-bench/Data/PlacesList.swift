import OKitEngine
import OKitLua
import OKitSQLite

/// `scripts/world/places.lua` with a document, driven as a person drives it.
final class PlacesList {
  private let application: LuaApplication
  private let storage = TransientStorage()
  private let root: EntityID
  private let place: EntityID
  private var buttons: [String: ScreenAction] = [:]
  private var number = 0

  /// Launches the application and shows its first screen.
  ///
  /// - Parameters:
  ///   - document: The stored model; nil for one in a database.
  ///   - databases: The databases.
  init(script: String, document: [UInt8]?, databases: SQLiteDatabases? = nil) throws {
    if let document { try storage.write([StorageWrite(path: SameWork.documentPath, bytes: document)]).wait() }
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.storage = storage
    options.databases = databases
    if databases != nil { options.arguments = ["sqlite"] }
    application = try LuaApplication(script: script, options: options)
    let store = application.runtime.store
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let places) = store.get(root, "places"), let place = store.entities(places).first
    else { throw BenchError("no places") }
    (self.root, self.place) = (root, place)
    show()
    for button in application.runtime.screen().barButtons {
      buttons[button.button.title] = .tapBarButton(button.id)
    }
  }

  /// Stores the document in a database.
  func convert(to databases: SQLiteDatabases) throws {
    let registry = ModelRegistry(store: application.runtime.store, storage: storage, databases: databases)
    guard try registry.convert(ModelStore.defaultModelName, toRows: true) else {
      throw BenchError("the places were not converted")
    }
  }

  private func show() { use(application.runtime.screen().sections.count) }

  func search(_ text: String) throws {
    try application.runtime.perform(.search(text))
    show()
  }

  /// Opens the list behind a button.
  func open(_ button: String) throws {
    guard let tap = buttons[button] else { throw BenchError("no button \(button)") }
    try application.runtime.perform(tap)
    show()
  }

  func back() throws { try application.runtime.perform(.back) }

  /// Moves the first place to the end of the list, or to its start.
  func change() throws {
    number += 1
    let name = number & 1 == 0 ? "!a" : "zz"
    try application.runtime.turn { try application.runtime.store.set(place, "name", .string(name)) }
    show()
  }

  func store() throws { try application.runtime.registry.store(root) }

  /// The size of the document with the changes in its journal.
  func storedSize() throws -> Int {
    guard let stored = try storage.readDocument(SameWork.documentPath) else { return 0 }
    let folded = try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: SameWork.documentPath)
    }
    return folded?.count ?? stored.bytes.count
  }

  /// The number of rows and a checksum of the first twenty texts, to compare lists.
  func fingerprint() -> Int {
    let screen = application.runtime.screen()
    let rows = screen.sections.flatMap(\.rows)
    let text = rows.prefix(20).map { $0.text ?? "" }.joined(separator: "\n")
    return text.utf8.reduce(screen.window?.total ?? rows.count) { ($0 * 31 + Int($1)) % 1_000_003 }
  }
}
