/// The entities of a list in strict data, when all of them are new: decoded like a document, instead of compared with
/// what is there.
///
/// Data with a mistake, and data that names an entity that exists, gives nil: `SnapshotApplier` finds the mistake
/// and its place, and keeps the entity.
struct NewElements {
  let entities: [EntityID]
  /// The new entities by id, also those below the elements.
  private(set) var ids: [String: EntityID] = [:]
  /// The new references that have a key.
  private(set) var references: [EntityID] = []
  private(set) var partials: [EntityID] = []

  init?(_ document: [UInt8], _ type: PropertyType, in store: ModelStore) {
    guard case .entity(let name) = type.unwrapped, let declared = store.type(named: name), !declared.isReference else {
      return nil
    }
    var decoder = DocumentDecoder(store: store)
    decoder.source = .fixture
    var made: [EntityID] = []
    do {
      let element = ChildReader(decoder, type)
      try JSONReader.read(document) { reader in
        try reader.beginArray()
        while try reader.nextElement() { made.append(try element.next(&reader)) }
      }
    } catch {
      // The caller applies the data in another way, and reports what is wrong.
      for entity in made { store.garbage.append(entity) }
      return nil
    }
    entities = made
    var checked = CheckedTypes()
    for entity in made {
      guard add(entity, &checked, in: store) else {
        for entity in made { store.garbage.append(entity) }
        return nil
      }
    }
  }

  /// - Returns: False when an entity below has the id of another one, or is of a type that is not decoded as it is
  ///   applied.
  private mutating func add(_ element: EntityID, _ checked: inout CheckedTypes, in store: ModelStore) -> Bool {
    let isLeaf = store.record(element).map { store.type(of: $0).owners.isEmpty } ?? true
    for entity in isLeaf ? [element] : store.subtree(element) {
      guard let record = store.record(entity), case let type = store.type(of: record),
        checked.allows(type, in: store)
      else {
        return false
      }
      let id = record.header.pointee.id
      guard store.ids.find(id, in: store.entities) == nil, ids.updateValue(entity, forKey: id) == nil else {
        return false
      }
      if let lazy = type.lazyProperty, lazy.role == .deferred, !record.isNil(lazy.slot) { partials.append(entity) }
      guard let key = type.keyProperty else { continue }
      guard store.parentProperty(of: entity).map({ ($0.type.element ?? $0.type).isReference }) == true else {
        return false
      }
      if !record.value(of: key).isNull { references.append(entity) }
    }
    return true
  }
}

/// The types whose entities a document and applied data make equal.
private struct CheckedTypes {
  private var allowed: [Int32: Bool] = [:]
  private var last: Int32 = -1

  mutating func allows(_ type: EntityType, in store: ModelStore) -> Bool {
    if type.index == last { return true }
    let isAllowed = allowed[type.index] ?? Self.isDecodedAsApplied(type, in: store)
    allowed[type.index] = isAllowed
    if isAllowed { last = type.index }
    return isAllowed
  }

  /// Data that leaves a property open sets it to nil where that is allowed, a document to the default. A set of
  /// references refers to each entity once. Data may have keys of a service in place of ids.
  private static func isDecodedAsApplied(_ type: EntityType, in store: ModelStore) -> Bool {
    type.key == nil
      && type.properties.allSatisfy { property in
        if store.targetKey(of: property.type) != nil { return false }
        if case .set(let element) = property.type.unwrapped { return !element.isReference }
        return property.isComputed || !property.type.isNullable || property.isTransient
          || property.defaultValue.isNull
      }
  }
}
