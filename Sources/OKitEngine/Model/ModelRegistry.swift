/// The models of an application: registering, loading and storing them.
public final class ModelRegistry {
  public let store: ModelStore
  /// Where file models live; opened when the first one is registered, so that an application without any needs none.
  public let storage: LazyStorage
  /// The script's function that says what belongs to the state, by calling `store` for each model.
  public var state: (() throws -> Void)?
  private var collected: [EntityID]?

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
    let document = kind == .file ? try read(type, name) : nil
    let root = try document.map { try store.decode($0.plain, as: type) } ?? store.make(type)
    try store.adoptRoot(root, name: name)
    if document == nil || document?.wasMigrated == true { store.changeCounts[root, default: 0] += 1 }
    try store.runRootHooks(root)
    return root
  }

  static func isValid(_ name: String) -> Bool {
    let letters = name.unicodeScalars
    return !letters.isEmpty && letters.count <= 100 && letters.first != "."
      && letters.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_.".unicodeScalars.contains($0) }
  }

  public func get(_ name: String = ModelStore.defaultModelName) -> EntityID? { store.roots[name] }

  // MARK: Reading

  private func read(_ type: EntityType, _ name: String) throws -> (plain: Plain, wasMigrated: Bool)? {
    let path = Self.path(of: name)
    guard let bytes = try storage.open().read(path) else { return nil }
    let file = Diagnostic.Place(file: storage.name(of: path), offset: 0)
    do {
      return try migrate(try Plain.parse(json: bytes, file: file.file), type, name)
    } catch let diagnostic as Diagnostic {
      var placed = diagnostic.at(file)
      placed.place?.file = file.file
      throw placed.noting("the file was not changed; the version stored before can be brought back with \"okit-run restore\"")
    }
  }

  static let versionKey = "$version"

  /// Brings an older document up to the version of the schema.
  private func migrate(_ plain: Plain, _ type: EntityType, _ name: String) throws -> (plain: Plain, wasMigrated: Bool) {
    guard case .object(var members) = plain else {
      throw Diagnostic("model.decode", "expected an object, found \(plain.summary)")
    }
    var found = 1
    if case .int(let version)? = members.removeValue(forKey: Self.versionKey) { found = version }
    guard found <= type.version else {
      throw Diagnostic(
        "model.version", "the document of model \"\(name)\" has version \(found), this application knows \(type.version)")
    }
    guard found < type.version else { return (.object(members), false) }
    guard let migration = type.migration, let hooks = store.hooks else { return (.object(members), true) }
    return (try hooks.migrate(migration, document: .object(members), from: found), true)
  }

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
    var counts: [EntityID: Int] = [:]
    for model in models where counts[model] == nil {
      guard let count = store.changeCounts[model], count > 0, let type = store.type(of: model),
        type.modelKind == .file, let name = store.rootNames[model]
      else { continue }
      counts[model] = count
      writes.append(StorageWrite(path: Self.path(of: name), bytes: try encode(model, type)))
    }
    guard !writes.isEmpty else { return }
    try storage.open().write(writes)
    for (model, count) in counts where store.changeCounts[model] == count { store.changeCounts[model] = nil }
  }

  private func encode(_ model: EntityID, _ type: EntityType) throws -> [UInt8] {
    guard case .object(var members) = store.plain(model) else { return [] }
    if type.version > 1 { members[Self.versionKey] = .int(type.version) }
    return Array(try Plain.object(members).json(pretty: true).utf8) + [UInt8(ascii: "\n")]
  }

  /// The models that have changes not stored yet.
  public var pending: [String] {
    store.changeCounts.compactMap { $0.value > 0 && store.type(of: $0.key)?.modelKind == .file ? store.rootNames[$0.key] : nil }.sorted()
  }

  // MARK: Loading again

  /// Makes every file model as it is stored; what was never stored stays. Identities are kept by id.
  ///
  /// - Throws: what reading throws; nothing has changed then.
  public func sync() throws {
    try store.transaction {
      for (name, root) in store.roots.sorted(by: { $0.key < $1.key }) {
        guard let type = store.type(of: root), type.modelKind == .file, let document = try read(type, name) else { continue }
        try store.apply(document.plain, to: root)
        store.changeCounts[root] = document.wasMigrated ? 1 : nil
      }
    }
  }
}

extension ModelStore {
  /// Makes an entity the root of a model.
  func adoptRoot(_ root: EntityID, name: String) throws {
    let tree = subtree(root)
    var seen: Set<String> = []
    for entity in tree {
      guard let id = id(of: entity) else { continue }
      if let other = ids[id] {
        throw Diagnostic("model.duplicateId", "the id \"\(id)\" in model \"\(name)\" is already used by \(describe(other))")
      }
      guard seen.insert(id).inserted else {
        throw Diagnostic("model.duplicateId", "the id \"\(id)\" is used twice in model \"\(name)\"")
      }
    }
    records[Int32(bitPattern: root.index)].isRoot = true
    roots[name] = root
    rootNames[root] = name
    graph.changed(rootsSource)
    manage(tree)
  }

  func runRootHooks(_ root: EntityID) throws {
    guard let hooks else { return }
    for entity in subtree(root) {
      guard let function = type(of: entity)?.function(named: "managed") else { continue }
      try hooks.run(function, of: entity, arguments: [parent(of: entity).map(Value.entity) ?? .null])
    }
  }

  /// The root registered under a name; what depends on it is evaluated again when such a model is registered.
  public func root(named name: String) -> EntityID? {
    graph.read(rootsSource)
    return roots[name]
  }

  public func name(ofModel root: EntityID) -> String? { rootNames[root] }
}
