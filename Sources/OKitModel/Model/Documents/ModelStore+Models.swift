/// The registered models.
extension ModelStore {
  /// Thrown when a new model has an id of another entity.
  package struct TakenID: DescribedError {
    let id: String
    package let diagnostic: Diagnostic
  }

  /// Makes an entity the root of a model. - Throws: `TakenID`; nothing has changed then.
  ///
  /// - Parameter index: What reading the model has found by id; it becomes the index of a store without other entities.
  func adoptRoot(_ root: EntityID, name: String, _ index: JournalReplay? = nil) throws {
    let tree = subtree(root)
    if index?.handOver(tree, to: self) != true { try insertIDs(of: tree, name) }
    record(root)?.header.pointee.isRoot = true
    models.insert(root, name: name)
    graph.changed(sources.models)
    manage(tree, hasIDs: true)
    if journal.isOpen { journal.append(root: root) }
  }

  /// - Throws: `TakenID`; nothing has changed then.
  private func insertIDs(of tree: [EntityID], _ name: String) throws {
    ids.reserve(tree.count)
    for (position, entity) in tree.enumerated() {
      guard let id = id(of: entity), let other = ids.insert(entity, id, in: entities) else { continue }
      let isOwn = tree[..<position].contains(other)
      for entity in tree[..<position] { if let id = self.id(of: entity) { ids.remove(entity, id, in: entities) } }
      throw TakenID(
        id: id,
        diagnostic: Diagnostic(
          "model.duplicateId",
          isOwn
            ? "the id \"\(id)\" is used twice in model \"\(name)\""
            : "the id \"\(id)\" in model \"\(name)\" is already used by \(describe(other))"))
    }
  }

  /// Gives the root of a model that was never stored another id, unless something refers to the root or has that id.
  package func setID(_ id: String, ofNew root: EntityID) {
    guard let record = record(root), case let old = record.header.pointee.id, old != id, referrers(of: old).isEmpty,
      ids.find(id, in: entities) == nil
    else { return }
    ids.remove(root, old, in: entities)
    record.header.pointee.id = id
    ids.set(root, record, in: entities)
  }

  /// Undoes `adoptRoot`.
  func abandonRoot(_ root: EntityID) {
    models.remove(root)
    record(root)?.header.pointee.isRoot = false
    counters.restore(root, to: 0)
    graph.changed(sources.models)
    let tree = subtree(root)
    // The stored document keeps its files.
    if hasParts { for entity in tree { parts.setFile(of: entity, nil) } }
    unmanage(tree)
    garbage.append(root)
  }

  func runRootHooks(_ root: EntityID) throws {
    guard hooks != nil, types.made.contains(where: { $0.function(named: "managed") != nil }) else { return }
    for entity in subtree(root) where isManaged(entity) {
      guard let function = type(of: entity)?.function(named: "managed") else { continue }
      let context = parent(of: entity).map(Value.entity) ?? .null
      try runHook(function, of: entity, [context], hookName("managed", of: entity))
    }
  }

  /// Returns the root registered under a name; what depends on it is evaluated again when such a model is registered.
  package func root(named name: String) -> EntityID? {
    graph.read(sources.models)
    return models[name]
  }

  /// The roots of the registered models by name.
  package var roots: [String: EntityID] { models.roots }

  package func name(ofModel root: EntityID) -> String? { models.name(of: root) }
}
