/// Entering and leaving models.
extension ModelStore {
  // MARK: Entering

  /// - Throws: `model.owned` when the entity is somewhere already or would own itself, `model.duplicateId`.
  ///
  /// - Parameters:
  ///   - replacing: An entity that leaves at the same time, with everything below it.
  ///   - isStored: Whether the child is the content of a document. It may have ids of documents that were not read:
  ///     reading these fails then.
  /// - Returns: The child and everything below it, for `attach`; nothing for a child that can have nothing below it.
  @discardableResult
  func checkCanAttach(
    _ child: EntityID, to owner: EntityID, replacing: EntityID? = nil, isStored: Bool = false
  ) throws -> [EntityID] {
    guard let record = record(child) else { throw gone() }
    if let parent = record.header.pointee.parent, !journal.isReplaying {
      let place = "\(summary(.entity(parent))).\(parentProperty(of: child)?.name ?? "")"
      throw Diagnostic(
        "model.owned", "\(describe(child)) is already in \(place); an entity has only one place",
        hint: "remove it there first, or use a reference")
    }
    if rootOfTree(owner) == child {
      throw Diagnostic("model.owned", "\(describe(child)) cannot be put below itself")
    }
    if record.header.pointee.isRoot {
      throw Diagnostic(
        "model.owned",
        "\(describe(child)) is the root of model \"\(models.name(of: child) ?? "")\"; an entity has only one place")
    }
    let tree = type(of: record).owners.isEmpty ? [] : subtree(child)
    guard !journal.isReplaying else { return tree }
    try checkDepth(of: child, tree.count, in: owner)
    guard isManaged(owner) else { return tree }
    try checkIsFree(record, child, replacing)
    if tree.count > 1 { try checkIDs(of: tree, below: child, replacing) }
    if hasPartials, !isStored, !parts.isReadingAgain { try checkUnreadDocuments(tree.isEmpty ? [child] : tree) }
    return tree
  }

  /// - Throws: `model.duplicateId` for an id in the document of a partial that was not read.
  private func checkUnreadDocuments(_ tree: [EntityID]) throws {
    for entity in tree {
      guard let header = record(entity)?.header, !header.pointee.hasNewID,
        let partial = unreadOwner(ofID: header.pointee.id), let path = parts.files[partial]?.path
      else { continue }
      throw Diagnostic(
        "model.duplicateId", "the id \"\(header.pointee.id)\" is already used in the document of \(describe(partial))",
        place: Diagnostic.Place(file: location(of: path)))
    }
  }

  private func checkIDs(of tree: [EntityID], below child: EntityID, _ replacing: EntityID?) throws {
    var seen: Set<String> = []
    for (position, entity) in tree.enumerated() {
      guard let record = record(entity) else { continue }
      if entity != child { try checkIsFree(record, entity, replacing) }
      // A few ids are compared sooner than hashed.
      let isNew =
        tree.count <= 8
        ? !tree[..<position].contains { hasSameID($0, record) } : seen.insert(record.header.pointee.id).inserted
      guard isNew else {
        throw Diagnostic(
          "model.duplicateId", "the id \"\(record.header.pointee.id)\" is used twice below \(describe(child))",
          hint: sharingHint(entity))
      }
    }
  }

  private func hasSameID(_ entity: EntityID, _ other: EntityRecord) -> Bool {
    record(entity).map { EntityRecordHeader.haveSameID(&$0.header.pointee, &other.header.pointee) } ?? false
  }

  /// Returns how several entities can have the one with a key of a service.
  private func sharingHint(_ entity: EntityID) -> String? {
    guard let key = type(of: entity)?.key else { return nil }
    return "several entities can refer to one with a key: t.ref \"\(key.type.name)\""
  }

  private func checkIsFree(_ record: EntityRecord, _ entity: EntityID, _ replacing: EntityID?) throws {
    if let other = ids.find(idOf: record, in: entities), other != entity, replacing.map({ !isBelow(other, $0) }) ?? true
    {
      throw Diagnostic(
        "model.duplicateId", "the id \"\(record.header.pointee.id)\" is already used by \(describe(other))",
        hint: sharingHint(entity))
    }
  }

  /// Returns whether `entity` is `ancestor` or below it.
  func isBelow(_ entity: EntityID, _ ancestor: EntityID) -> Bool {
    var current: EntityID? = entity
    while let here = current {
      if here == ancestor { return true }
      current = record(here)?.header.pointee.parent
    }
    return false
  }

  /// Entities lie at most this deep in each other: as deep as a document may nest objects in arrays.
  package static let maximumDepth = 250

  /// - Parameter count: The number of entities of the child and below it.
  func checkDepth(of child: EntityID, _ count: Int, in owner: EntityID) throws {
    var depth = 1
    var above = owner
    while let parent = record(above)?.header.pointee.parent { (above, depth) = (parent, depth + 1) }
    // Each level has an entity.
    if depth + max(1, count) <= Self.maximumDepth { return }
    var level = [child]
    while !level.isEmpty {
      depth += 1
      guard depth <= Self.maximumDepth else {
        throw Diagnostic(
          "model.depth",
          "\(describe(child)) would be nested more than \(Self.maximumDepth) levels deep; documents cannot hold that")
      }
      level = level.flatMap(children)
    }
  }

  /// Gives `child` its place; when that is in a model, the whole subtree becomes managed.
  ///
  /// - Parameter tree: The subtree if it is known, or nothing.
  func attach(_ child: EntityID, to target: CollectionRef, _ tree: [EntityID] = []) throws {
    place(child, in: target.owner, slot: target.slot)
    guard isManaged(target.owner) else { return }
    let tree = tree.isEmpty ? subtree(child) : tree
    manage(tree)
    try runHooks("managed", { $0.managed }, tree, context: target)
  }

  /// - Parameter hasIDs: The index of ids knows them already.
  func manage(_ tree: [EntityID], hasIDs: Bool = false) {
    for entity in tree { if let record = record(entity) { manage(entity, record, hasID: hasIDs) } }
  }

  func manage(_ entity: EntityID, _ record: EntityRecord, hasID: Bool = false) {
    record.header.pointee.isManaged = true
    record.header.pointee.epoch = 0
    if !hasID, !journal.defersIndexes { ids.set(entity, record, in: entities) }
    sources.markLookupChanged(record)
    markChanged(record, SourceTable.place)
    if hasParts, case let type = type(of: record), type.lazySlot >= 0, let property = type.lazyProperty {
      partEntered(entity, property, record)
    }
  }

  // MARK: Leaving

  func detach(_ child: EntityID, from target: CollectionRef) throws {
    guard let record = record(child) else { return }
    let tree = isManaged(child) ? subtree(child) : []
    record.header.pointee.parent = nil
    record.header.pointee.parentSlot = -1
    markChanged(record, SourceTable.place)
    garbage.append(child)
    unmanage(tree)
    try runHooks("unmanaged", { $0.unmanaged }, tree, context: target)
  }

  func unmanage(_ tree: [EntityID]) {
    for entity in tree { if let record = record(entity) { unmanage(entity, record) } }
  }

  /// Takes an entity and all below it out of the model.
  func unmanage(below entity: EntityID, _ record: EntityRecord) {
    guard type(of: record).owners.isEmpty else { return unmanage(subtree(entity)) }
    unmanage(entity, record)
  }

  private func unmanage(_ entity: EntityID, _ record: EntityRecord) {
    record.header.pointee.isManaged = false
    record.header.pointee.epoch = 0
    record.header.pointee.hasLeft = true
    if idGenerator.isSeeded { leftIDs.insert(record.header.pointee.id) }
    if !journal.defersIndexes { ids.remove(entity, record, in: entities) }
    sources.markLookupChanged(record)
    markChanged(record, SourceTable.place)
    if hasParts, type(of: record).lazySlot >= 0 { partLeft(entity) }
  }

  /// Runs a hook on the entities of a tree whose types define it. The context of the top entity is the collection or
  /// the entity that holds it, that of the others their parent.
  func runHooks(
    _ name: String, _ hook: (EntityType.Hooks) -> FunctionRef?, _ tree: [EntityID], context: CollectionRef
  ) throws {
    guard !journal.isReplaying, hooks != nil else { return }
    for (position, entity) in tree.enumerated() {
      guard let record = record(entity), let function = hook(type(of: record).hooks) else { continue }
      // A hook before may have moved it.
      guard record.header.pointee.isManaged == (name == "managed") else { continue }
      var argument = Value.entity(record.header.pointee.parent ?? context.owner)
      if position == 0, property(of: context)?.isCollection == true { argument = .collection(context) }
      try runHook(function, of: entity, [argument], hookName(name, of: entity))
    }
  }
}
