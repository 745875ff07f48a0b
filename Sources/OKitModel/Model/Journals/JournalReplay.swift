/// Applies the patches of a journal to the entities of a document that was just decoded, in O(patch).
///
/// It knows the patches that okit writes for the present classes. Everything else ends with `Unusual`: then the caller
/// applies the journal to the document as JSON, which knows no classes.
final class JournalReplay {
  /// The reason why a patch cannot be applied to entities: a class has lost a property, or the patch is wrong.
  struct Unusual: Error {}

  private let store: ModelStore
  private let decoder: DocumentDecoder
  /// The entities of the document, which are in no model yet.
  private var ids = IDIndex()

  private let keys = (from: key("from"), operation: key("op"), path: key("path"), value: key("value"))

  private static func key(_ name: String) -> KeyPattern { KeyPattern(JSONEncodedKey(name).bytes) }

  /// - Throws: `Unusual` for a document that uses an id twice.
  init(_ root: EntityID, of model: String, in store: ModelStore) throws {
    self.store = store
    decoder = DocumentDecoder(store: store, model: model)
    try insert(below: root)
  }

  deinit { for key in [keys.from, keys.operation, keys.path, keys.value] { key.words.deallocate() } }

  private func insert(below entity: EntityID) throws {
    let tree = store.subtree(entity)
    ids.reserve(tree.count)
    for entity in tree {
      guard let record = store.record(entity),
        ids.insert(entity, record.header.pointee.id, in: store.entities) == nil
      else { throw Unusual() }
    }
  }

  /// Gives the index to a store that has no entities in models, if it has exactly those of a tree.
  ///
  /// - Returns: False if the store has to build its own index.
  func handOver(_ tree: [EntityID], to store: ModelStore) -> Bool {
    guard store.ids.count == 0, ids.count == tree.count else { return false }
    swap(&ids, &store.ids)
    return true
  }

  private func remove(below entity: EntityID) {
    for entity in store.subtree(entity) {
      if let id = store.id(of: entity) { ids.remove(entity, id, in: store.entities) }
    }
  }

  // MARK: Patches

  /// Reads and applies the patch of a record.
  ///
  /// - Throws: `Unusual`, and what reading throws.
  func apply(_ reader: inout JSONReader) throws {
    let wasReplaying = store.isReplaying
    store.isReplaying = true
    defer { store.isReplaying = wasReplaying }
    try reader.beginArray()
    while try reader.nextElement() { try step(&reader) }
  }

  private func step(_ reader: inout JSONReader) throws {
    try store.budget.step()
    try reader.enterObject()
    var source: Target?
    try expectMember(&reader)
    if reader.skipKey(keys.from) {
      source = try target(&reader)
      try expectMember(&reader)
    }
    guard reader.skipKey(keys.operation) else { throw Unusual() }
    try reader.endKey()
    let operation = Patch.Operation(rawValue: try reader.readString())
    try expectMember(&reader)
    guard reader.skipKey(keys.path) else { throw Unusual() }
    let target = try target(&reader)
    let hasValue = try reader.nextMember()
    if hasValue {
      guard reader.skipKey(keys.value) else { throw Unusual() }
      try reader.endKey()
    }
    switch operation {
    case .move:
      guard let source, !hasValue else { throw Unusual() }
      try move(source, to: target)
    case .remove where !hasValue: try remove(target)
    case .add where hasValue, .replace where hasValue: try set(target, &reader, isNew: operation == .add)
    default: throw Unusual()
    }
    if hasValue, try reader.nextMember() { throw Unusual() }
  }

  private func expectMember(_ reader: inout JSONReader) throws {
    guard try reader.nextMember() else { throw Unusual() }
  }

  // MARK: Paths

  /// A property of an entity, or an element of it.
  private struct Target {
    var owner: EntityID
    var record: EntityRecord
    var property: Property
    /// The index or key of an element; nil for the property.
    var key: String?

    var collection: CollectionRef { CollectionRef(owner: owner, slot: property.slot) }
  }

  private func target(_ reader: inout JSONReader) throws -> Target {
    try reader.endKey()
    let path = try reader.readText().bytes
    var position = 0
    let id = Self.part(path, &position)
    guard let id, let name = Self.part(path, &position), case let key = Self.part(path, &position),
      position > path.count, let owner = ids.find(id, in: store.entities), let record = store.record(owner),
      let property = store.type(of: record).property(named: name),
      !property.isComputed, !property.isTransient, !property.isLazy, property.isCollection == (key != nil)
    else { throw Unusual() }
    return Target(owner: owner, record: record, property: property, key: key)
  }

  /// Returns the part of a path at a position and moves past the slash that follows; nil at the end.
  private static func part(_ path: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> String? {
    guard position <= path.count else { return nil }
    var (end, isEscaped) = (position, false)
    while end < path.count, path[end] != UInt8(ascii: "/") {
      if path[end] == UInt8(ascii: "~") { isEscaped = true }
      end += 1
    }
    defer { position = end + 1 }
    let part = UnsafeBufferPointer(rebasing: path[position..<end])
    return isEscaped ? Patch.unescape(part) : String(decoding: part, as: UTF8.self)
  }

  /// Returns the position of an element, and whether it exists.
  private func position(_ target: Target, _ elements: CollectionStorage) throws -> (index: Int, found: Bool) {
    guard let key = target.key else { throw Unusual() }
    if elements.shape == .map { return elements.position(of: key) }
    guard let index = Int(key), index >= 0, index <= elements.count else { throw Unusual() }
    return (index, index < elements.count)
  }

  // MARK: Changes

  private func move(_ source: Target, to target: Target) throws {
    guard source.collection == target.collection, source.property.isCollection,
      let elements = source.record.collection(source.property),
      elements.shape != .map, case (let from, true) = try position(source, elements),
      case (let to, true) = try position(target, elements)
    else { throw Unusual() }
    store.replay(.move(target.collection, from: from, to: to, elements.element(from)))
  }

  private func remove(_ target: Target) throws {
    guard target.property.isCollection, let elements = target.record.collection(target.property) else {
      let isNullable = target.property.type.isNullable || target.property.ownsEntities
      guard isNullable, !target.record.value(of: target.property).isNull else { throw Unusual() }
      return replace(target, with: .null)
    }
    guard case (let index, true) = try position(target, elements) else { throw Unusual() }
    removeElement(target, elements, index)
  }

  private func removeElement(_ target: Target, _ elements: CollectionStorage, _ index: Int) {
    let value = elements.element(index)
    if elements.holdsEntities, case .entity(let child) = value { remove(below: child) }
    let key = elements.shape == .map ? target.key : nil
    store.replay(.remove(target.collection, index, value, key: key))
  }

  private func set(_ target: Target, _ reader: inout JSONReader, isNew: Bool) throws {
    guard target.property.isCollection, let elements = target.record.collection(target.property) else {
      return replace(target, with: try value(&reader, target.property.type))
    }
    guard let type = target.property.type.element else { throw Unusual() }
    let (index, found) = try position(target, elements)
    let replaces = found && (!isNew || elements.shape == .map)
    guard isNew || replaces else { throw Unusual() }
    if replaces { removeElement(target, elements, index) }
    let value = try value(&reader, type)
    if elements.shape == .set, !elements.holdsEntities, elements.member(value) != nil { throw Unusual() }
    store.replay(.insert(target.collection, index, value, key: elements.shape == .map ? target.key : nil))
  }

  private func replace(_ target: Target, with value: Value) {
    let (record, property) = (target.record, target.property)
    let old = record.value(of: property)
    guard property.storage == .entity else {
      return store.write(target.owner, record, property, old: old, new: value)
    }
    if case .entity(let child) = old { remove(below: child) }
    store.replay(.set(target.owner, property.slot, old: old, new: value))
  }

  /// Returns the next value, an entity with its ids in the index.
  private func value(_ reader: inout JSONReader, _ type: PropertyType) throws -> Value {
    guard type.entityTypeName != nil else { return try decoder.scalar(&reader, type) }
    let child = try ChildReader(decoder, type).next(&reader)
    do { try insert(below: child) } catch {
      store.garbage.append(child)
      throw error
    }
    return .entity(child)
  }
}
