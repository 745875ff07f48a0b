/// The models of an application: registering, loading and storing them.
public final class ModelRegistry {
  public let store: ModelStore
  /// Where file models live; opened when the first one is registered, so that an application without any needs none.
  public let storage: LazyStorage
  /// The script's function that says what belongs to the state, by calling `store` for each model.
  public var state: (() throws -> Void)?
  private var collected: [EntityID]?
  /// Models that were handed over and not yet registered.
  var inherited: [String: ModelSnapshot.Model] = [:]

  public init(store: ModelStore, storage: LazyStorage) {
    self.store = store
    self.storage = storage
  }

  /// Folder of the model documents below the documents directory.
  public static let folder = "okit/data"

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  // MARK: Registering

  /// The root entity of a model under a name: loaded, or new when nothing is stored.
  ///
  /// - Throws: `model.registered`, `model.notAModel`, `model.name`, `model.duplicateId`, `model.version`, and what reading
  ///   throws: a document that cannot be read is an error and stays as it is.
  public func register(_ type: EntityType, name: String = ModelStore.defaultModelName) throws -> EntityID {
    guard let kind = type.modelKind, type.superType?.modelKind != nil else {
      throw Diagnostic(
        "model.notAModel", "\(type.name) is no model; only a class that extends okit.Model can be registered")
    }
    guard store.roots[name] == nil else {
      throw Diagnostic("model.registered", "a model \"\(name)\" is registered already")
    }
    guard Self.isValid(name) else {
      throw Diagnostic(
        "model.name", "\"\(name)\" cannot name a model",
        hint: "letters, digits, blanks, \"-\", \"_\" and \".\" are possible, at most 100, not first a \".\"")
    }
    let inherited = try takeInherited(type, name)
    let stored = kind == .file && inherited == nil ? try load(type, name) : nil
    let root = inherited?.root ?? stored?.root ?? store.make(type)
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try explained(taken, $0.bytes, name) } ?? taken.diagnostic
      }
      store.documentSizes[root] = stored?.bytes.count
      if inherited?.isCurrent ?? stored?.isCurrent != true { store.markPending(root: root) }
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

  public func get(_ name: String = ModelStore.defaultModelName) -> EntityID? { store.roots[name] }

  // MARK: Storing

  /// Stores a model now, or, inside the function given to `state`, together with the others.
  ///
  /// A model without changes is not written. - Throws: what the storage throws; the model stays pending then.
  public func store(_ model: EntityID) throws {
    guard store.rootNames[model] != nil else {
      throw Diagnostic("model.notAModel", "\(store.describe(model)) is not a registered model")
    }
    if collected != nil { collected?.append(model) } else { try write([model]) }
  }

  /// Stores all models of the state, all or none. Without a state function: all registered models.
  public func storeState() throws {
    guard let state else { return try write(store.roots.sorted { $0.key < $1.key }.map(\.value)) }
    collected = []
    defer { collected = nil }
    try state()
    try write(collected ?? [])
  }

  private func write(_ models: [EntityID]) throws {
    var writes: [StorageWrite] = []
    var numbers: [EntityID: Int] = [:]
    for model in models where numbers[model] == nil && store.isPending(model) {
      guard let type = store.type(of: model), type.modelKind == .file, let name = store.rootNames[model] else {
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
    store.rootNames.filter { store.type(of: $0.key)?.modelKind == .file && store.isPending($0.key) }.values.sorted()
  }

  // MARK: Loading again

  /// Makes every file model as it is stored; what was never stored stays. Identities are kept by id.
  ///
  /// - Throws: what reading throws; nothing has changed then.
  public func sync() throws {
    let models = store.roots.sorted { $0.key < $1.key }
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

extension ModelStore {
  /// An id of a new model that another entity has.
  struct TakenID: Error {
    let id: String
    let diagnostic: Diagnostic
  }

  /// Makes an entity the root of a model. - Throws: `TakenID`; nothing has changed then.
  func adoptRoot(_ root: EntityID, name: String) throws {
    let tree = subtree(root)
    ids.reserve(tree.count)
    for (position, entity) in tree.enumerated() {
      guard let id = id(of: entity), let other = ids.insert(entity, id, in: records) else { continue }
      let isOwn = tree[..<position].contains(other)
      for entity in tree[..<position] { if let id = self.id(of: entity) { ids.remove(entity, id, in: records) } }
      throw TakenID(
        id: id,
        diagnostic: Diagnostic(
          "model.duplicateId",
          isOwn
            ? "the id \"\(id)\" is used twice in model \"\(name)\""
            : "the id \"\(id)\" in model \"\(name)\" is already used by \(describe(other))"))
    }
    row(root)?.header.pointee.isRoot = true
    roots[name] = root
    rootNames[root] = name
    graph.changed(rootsSource)
    manage(tree, hasIDs: true)
    if transactionDepth > 0 { journalRoots.append(JournalRoot(position: journal.count, root: root)) }
  }

  /// Takes back `adoptRoot`.
  func abandonRoot(_ root: EntityID) {
    if let name = rootNames.removeValue(forKey: root) { roots[name] = nil }
    documentSizes[root] = nil
    row(root)?.header.pointee.isRoot = false
    changeNumbers.restore(root, to: 0)
    graph.changed(rootsSource)
    unmanage(subtree(root))
    garbage.append(root)
  }

  func runRootHooks(_ root: EntityID) throws {
    guard hooks != nil, types.contains(where: { $0.function(named: "managed") != nil }) else { return }
    for entity in subtree(root) where isManaged(entity) {
      guard let function = type(of: entity)?.function(named: "managed") else { continue }
      let context = parent(of: entity).map(Value.entity) ?? .null
      try runHook(function, of: entity, [context], hookName("managed", of: entity))
    }
  }

  /// The root registered under a name; what depends on it is evaluated again when such a model is registered.
  public func root(named name: String) -> EntityID? {
    graph.read(rootsSource)
    return roots[name]
  }

  public func name(ofModel root: EntityID) -> String? { rootNames[root] }
}
