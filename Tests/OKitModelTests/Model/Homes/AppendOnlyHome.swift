import Foundation

@testable import OKitModel

/// A kind of storage that no other code knows: all models of it are in one file, to which each store appends a line.
final class AppendOnlyHome: ModelHome {
  unowned let registry: ModelRegistry
  let type: EntityType
  let name: String
  let location: String
  var replaced: ReplacedForm?
  var isKnownStored = false

  static func kind(file: String) -> ModelKind {
    ModelKind { registry, type, name in AppendOnlyHome(registry, type, name, file: file) }
  }

  private init(_ registry: ModelRegistry, _ type: EntityType, _ name: String, file: String) {
    (self.registry, self.type, self.name, location) = (registry, type, name, file)
  }

  func load(isRestored: Bool) throws -> LoadedModel? {
    guard !isRestored, let (document, isCurrent) = try read() else { return nil }
    isKnownStored = true
    return LoadedModel(root: try store.decode(document, as: type, model: name), isCurrent: isCurrent)
  }

  func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) throws {
    // After a reload that has changed the kind, the file has nothing of the model.
    if isRestored, try read() == nil { store.markPending(root: root) }
  }

  func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    guard let data = FileManager.default.contents(atPath: location) else { return nil }
    let records = try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONValue.parse(json: Array($0), file: location)
    }
    guard let document = records.last(where: { $0["model"] == .string(name) })?["document"] else { return nil }
    return try registry.migrated(document, type, name)
  }

  func storeAlone(_ root: EntityID) throws {
    guard store.isPending(root), !registry.holdsBack(root) else { return }
    let number = store.numberForStoring(root)
    let parts = try store.partChanges(of: root, named: name) { _ in nil }
    if !parts.writes.isEmpty { try storage.write(parts.writes).wait() }
    var document: [UInt8] = []
    try store.writeDocument(of: root, version: type.version) { document += $0 }
    let record = JSONValue.object([
      "model": .string(name), "document": try JSONValue.parse(json: document, file: location),
    ])
    var file = FileManager.default.contents(atPath: location) ?? Data()
    file += try record.jsonBytes() + [UInt8(ascii: "\n")]
    try file.write(to: URL(fileURLWithPath: location))
    store.markStored(root, as: number)
    noteStored()
    registry.finishStoring([parts])
  }
}
