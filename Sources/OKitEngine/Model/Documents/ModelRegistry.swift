/// The models of an application: registering, loading and storing them.
public final class ModelRegistry {
  public let store: ModelStore
  /// Where file models live; opened when the first one is registered, so that an application without any needs none.
  package let storage: LazyStorage
  /// The function of the script that stores the state by calling `store` for each model.
  package var state: (() throws -> Void)?
  private var collected: [EntityID]?
  /// Models of the snapshot that the registry began with, not registered yet.
  var restored: [String: ModelSnapshot.Model] = [:]

  package init(store: ModelStore, storage: LazyStorage) {
    self.store = store
    self.storage = storage
  }

  /// Folder of the model documents below the documents directory.
  package static let folder = "okit/data"

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  // MARK: Registering

  /// Registers a model and returns its root entity: loaded, or new when nothing is stored.
  ///
  /// - Throws: `model.registered`, `model.notAModel`, `model.name`, `model.duplicateId`, `model.version`, and what
  ///   reading throws: a document that cannot be read is an error and stays as it is.
  public func register(_ type: EntityType, name: String = ModelStore.defaultModelName) throws -> EntityID {
    guard let kind = type.modelKind, type.superType?.modelKind != nil else {
      throw Diagnostic(
        "model.notAModel", "\(type.name) is not a model; only a class that extends okit.Model can be registered")
    }
    guard store.models[name] == nil else {
      throw Diagnostic("model.registered", "a model \"\(name)\" is already registered")
    }
    guard Self.isValid(name) else {
      throw Diagnostic(
        "model.name", "\"\(name)\" cannot name a model",
        hint: "use at most 100 letters, digits, spaces, \"-\", \"_\" and \".\", and no \".\" first")
    }
    let restored = try takeRestored(type, name)
    let stored = kind == .file && restored == nil ? try load(type, name) : nil
    let root = restored?.root ?? stored?.root ?? store.make(type)
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try explained(taken, $0.bytes, name) } ?? taken.diagnostic
      }
      store.models.setDocumentSize(stored?.bytes.count, of: root)
      if restored?.isCurrent ?? stored?.isCurrent != true { store.markPending(root: root) }
      try store.runRootHooks(root)
    }
    return root
  }

  static func isValid(_ name: String) -> Bool {
    let letters = name.unicodeScalars
    return !letters.isEmpty && letters.count <= 100 && letters.first != "."
      && letters.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_.".unicodeScalars.contains($0)
      }
  }

  public func get(_ name: String = ModelStore.defaultModelName) -> EntityID? { store.models[name] }

  // MARK: Storing

  /// Stores a model now, or, inside the function given to `state`, together with the others.
  ///
  /// A model without changes is not written. - Throws: what the storage throws; the model stays pending then.
  public func store(_ model: EntityID) throws {
    guard store.models.name(of: model) != nil else {
      throw Diagnostic("model.notAModel", "\(store.describe(model)) is not a registered model")
    }
    if collected != nil { collected?.append(model) } else { try write([model]) }
  }

  /// Stores all models of the state, all or none. Without a state function: all registered models.
  public func storeState() throws {
    guard let state else { return try write(store.models.sorted.map(\.root)) }
    collected = []
    defer { collected = nil }
    try state()
    try write(collected ?? [])
  }

  private func write(_ models: [EntityID]) throws {
    var writes: [StorageWrite] = []
    var numbers: [EntityID: Int] = [:]
    for model in models where numbers[model] == nil && store.isPending(model) {
      guard let type = store.type(of: model), type.modelKind == .file, let name = store.models.name(of: model) else {
        continue
      }
      numbers[model] = store.numberForStoring(model)
      writes.append(
        StorageWrite(path: Self.path(of: name), bytes: try store.document(of: model, version: type.version)))
    }
    guard !writes.isEmpty else { return }
    try storage.open().write(writes)
    for (model, number) in numbers { store.markStored(model, as: number) }
  }

  /// The models that have changes not stored yet.
  public var pending: [String] {
    store.models.sorted.filter { store.type(of: $0.root)?.modelKind == .file && store.isPending($0.root) }.map(\.name)
  }

  // MARK: Loading again

  /// Reloads every file model; models that were never stored stay. Entities keep their identity by id.
  ///
  /// - Throws: what reading throws; nothing has changed then.
  package func sync() throws {
    let models = store.models.sorted
    let loaded = try models.compactMap { name, root in
      try store.type(of: root).flatMap { type in
        type.modelKind == .file ? try read(type, name).map { (root: root, document: $0) } : nil
      }
    }
    try store.transaction {
      for (root, document) in loaded { try store.apply(document.jsonValue, to: root) }
    }
    for (root, document) in loaded where document.isCurrent {
      store.markStored(root, as: store.numberForStoring(root))
    }
  }
}
