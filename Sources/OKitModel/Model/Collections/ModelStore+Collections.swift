/// Live collections: lists, sets and maps that a property holds.
extension ModelStore {
  func storage(_ reference: CollectionRef) -> (record: EntityRecord, property: Property, elements: CollectionStorage)? {
    guard let record = record(reference.owner), case let properties = type(of: record).properties,
      properties.indices.contains(Int(reference.slot)), case let property = properties[Int(reference.slot)],
      property.isCollection, let elements = record.collection(property)
    else { return nil }
    return (record, property, elements)
  }

  private func require(_ reference: CollectionRef) throws -> (
    record: EntityRecord, property: Property, elements: CollectionStorage
  ) {
    guard let found = storage(reference) else { throw gone() }
    guard !found.record.header.pointee.isClosed else { throw unchangeable(reference.owner) }
    try optimistic?.checkMayChange(reference.owner)
    return found
  }

  package func count(_ reference: CollectionRef) -> Int {
    guard let (record, _, elements) = storage(reference) else { return 0 }
    recordRead(record, reference.slot)
    return elements.count
  }

  /// Returns the element at a position from 0, nil outside. O(1).
  package func element(_ reference: CollectionRef, _ index: Int) -> Value? {
    guard let (record, _, elements) = storage(reference) else { return nil }
    recordRead(record, reference.slot)
    return index >= 0 && index < elements.count ? elements.element(index) : nil
  }

  /// Returns all elements in order. O(n).
  package func elements(_ reference: CollectionRef) -> [Value] {
    guard let (record, _, elements) = storage(reference) else { return [] }
    recordRead(record, reference.slot)
    return elements.holdsEntities ? elements.entities.map(Value.entity) : elements.values
  }

  /// Returns the entities of a collection in order, without making values of them. O(1).
  package func entities(_ reference: CollectionRef) -> [EntityID] {
    guard let (record, _, elements) = storage(reference) else { return [] }
    recordRead(record, reference.slot)
    return elements.entities
  }

  /// Passes the entities of a collection from an index on, until `body` returns false: for a host that uses them for as
  /// long as the graph's `prefetchEpoch` stays the same. Passes none while reads are recorded. O(log n + entities).
  package func readAhead(_ reference: CollectionRef, from index: Int, _ body: (EntityID) -> Bool) {
    guard !graph.isTracking, let (_, _, elements) = storage(reference), elements.holdsEntities else { return }
    elements.visitEntities(from: index, body)
  }

  /// Returns the class of the entities that a list or set owns, nil for other collections and where the class is not
  /// defined.
  package func elementType(of reference: CollectionRef) -> EntityType? {
    guard let record = record(reference.owner), case let properties = type(of: record).properties,
      properties.indices.contains(Int(reference.slot))
    else { return nil }
    let property = properties[Int(reference.slot)]
    if let known = property.elementTypeIndex { return types.made[Int(known)] }
    guard let name = property.elementTypeName, let type = types[name] else { return nil }
    property.elementTypeIndex = type.index
    return type
  }

  /// Returns whether the elements of a collection are entities, and records that the collection was read.
  package func hasEntities(_ reference: CollectionRef) -> Bool {
    guard let (record, _, elements) = storage(reference) else { return false }
    recordRead(record, reference.slot)
    return elements.holdsEntities
  }

  /// Returns the sorted keys of a map; empty for lists and sets.
  package func keys(_ reference: CollectionRef) -> [String] {
    guard let (record, _, elements) = storage(reference) else { return [] }
    recordRead(record, reference.slot)
    return elements.keys
  }

  /// Returns the key of the element at a position of a map; nil for lists and sets. O(log n).
  package func key(_ reference: CollectionRef, _ index: Int) -> String? {
    guard let (record, _, elements) = storage(reference), elements.shape == .map else { return nil }
    recordRead(record, reference.slot)
    return index >= 0 && index < elements.count ? elements.key(index) : nil
  }

  package func isMap(_ reference: CollectionRef) -> Bool { storage(reference)?.elements.shape == .map }

  /// Returns the value under a key of a map. O(log n).
  package func element(_ reference: CollectionRef, key: String) -> Value? {
    guard let (record, _, elements) = storage(reference) else { return nil }
    recordRead(record, reference.slot)
    let (index, found) = elements.position(of: key)
    return found ? elements.element(index) : nil
  }

  /// Returns the position of an element; a list of references also finds the reference to an entity. O(log n) for
  /// entities and in sets, O(n) for other values and for the reference to an entity while reads are recorded.
  package func index(of value: Value, in reference: CollectionRef) -> Int? {
    guard let (record, property, elements) = storage(reference) else { return nil }
    recordRead(record, reference.slot)
    if mayBeElement(value, of: reference), let index = elements.firstIndex(of: value, entities) { return index }
    guard property.type.element?.isReference == true, let key = referenceKey(of: value) else { return nil }
    // Replayed changes do not maintain the index, and it does not know who reads it.
    guard !journal.defersIndexes, !graph.isTracking else {
      return elements.entities.firstIndex { isBudgetExhausted() || get($0, "refKey") == .string(key) }
    }
    return references.all(to: key).compactMap { holder in
      isElement(holder, of: reference) ? elements.firstIndex(of: .entity(holder), entities) : nil
    }.min()
  }

  /// Returns false for an entity that is somewhere else. O(1).
  func mayBeElement(_ value: Value, of reference: CollectionRef) -> Bool {
    if case .entity(let entity) = value { isElement(entity, of: reference) } else { true }
  }

  /// Returns the element of a set that equals a value or refers to it; nil if there is none. O(1), except for
  /// references: at most O(the references to the same entity).
  private func member(_ value: Value, of reference: CollectionRef) -> Value? {
    guard let (record, property, elements) = storage(reference) else { return nil }
    recordRead(record, reference.slot)
    guard elements.holdsEntities else { return elements.member(value) }
    func isMember(_ entity: EntityID) -> Bool {
      parent(of: entity) == reference.owner && parentProperty(of: entity)?.slot == reference.slot
    }
    if case .entity(let entity) = value, isMember(entity) { return value }
    guard property.type.element?.isReference == true, let key = referenceKey(of: value) else { return nil }
    // Replayed changes do not maintain the index.
    guard !journal.defersIndexes else { return index(of: value, in: reference).map { elements.element($0) } }
    return references.first(to: key, where: isMember).map(Value.entity)
  }

  /// Inserts an element at a position from 0 (nil: at the end) and returns it, converted.
  ///
  /// A set that holds the value already stays as it is.
  /// - Throws: `model.index`, `model.type`, and what attaching throws.
  @discardableResult
  package func insert(_ value: Value, into reference: CollectionRef, at index: Int? = nil) throws -> Value {
    let (_, property, elements) = try require(reference)
    guard elements.shape != .map else { throw wrongShape(property, "has keys; set an element by its key") }
    let index = index ?? elements.count
    guard index >= 0, index <= elements.count else {
      throw Diagnostic("model.index", "\(property.name) has no position \(index); it has \(elements.count) elements")
    }
    if elements.shape == .set, let member = member(value, of: reference) { return member }
    let element = try makeElement(value, of: property, in: reference.owner)
    if elements.shape == .set, let member = member(element, of: reference) { return member }
    try changing(reference, property) { try insertElement(element, reference, index, key: nil) }
    return element
  }

  /// Sets the element at a position or key; null removes a key of a map.
  package func set(_ reference: CollectionRef, at index: Int, _ value: Value) throws {
    let (_, property, elements) = try require(reference)
    guard index >= 0, index < elements.count else {
      throw Diagnostic("model.index", "\(property.name) has no element \(index); it has \(elements.count)")
    }
    let old = elements.element(index)
    guard old != value else { return }
    if property.type.element?.isReference == true, case .entity(let holder) = old {
      return try assignReference(holder, value, declaredBy: property)
    }
    let element = try makeElement(value, of: property, in: reference.owner)
    guard !old.isSame(as: element) else { return }
    let key = elements.shape == .map ? elements.key(index) : nil
    try changing(reference, property) {
      try removeElement(reference, index)
      if elements.shape == .set, elements.firstIndex(of: element, entities) != nil { return }
      // A hook, or a rule of those who referred to the old element, may have changed the collection.
      try insertElement(
        element, reference, key.map { elements.position(of: $0).index } ?? min(index, elements.count), key: key)
    }
  }

  package func set(_ reference: CollectionRef, key: String, _ value: Value) throws {
    let (_, property, elements) = try require(reference)
    guard elements.shape == .map else { throw wrongShape(property, "is a list; set an element by its position") }
    let (index, found) = elements.position(of: key)
    if value.isNull { return found ? try changing(reference, property) { try removeElement(reference, index) } : () }
    if found { return try set(reference, at: index, value) }
    let element = try makeElement(value, of: property, in: reference.owner)
    try changing(reference, property) { try insertElement(element, reference, index, key: key) }
  }

  /// Removes the element at a position from 0.
  package func remove(from reference: CollectionRef, at index: Int) throws {
    if try optimistic?.takeBack(from: reference, at: index) == true { return }
    let (_, property, elements) = try require(reference)
    guard index >= 0, index < elements.count else {
      throw Diagnostic("model.index", "\(property.name) has no element \(index); it has \(elements.count)")
    }
    try changing(reference, property) { try removeElement(reference, index) }
  }

  package func removeAll(_ reference: CollectionRef) throws {
    if try optimistic?.takeBack(from: reference) == true { return }
    let (_, property, elements) = try require(reference)
    try changing(reference, property) {
      elements.forgetIndexes()
      for index in (0..<elements.count).reversed() where index < elements.count { try removeElement(reference, index) }
    }
  }

  /// Moves an element of a list to another position; both count from 0 in the list as it is.
  package func move(_ reference: CollectionRef, from: Int, to: Int) throws {
    let (_, property, elements) = try require(reference)
    guard elements.shape != .map else { throw wrongShape(property, "has keys and no order") }
    guard (0..<elements.count).contains(from), (0..<elements.count).contains(to) else {
      throw Diagnostic(
        "model.index", "\(property.name) cannot move \(from) to \(to); it has \(elements.count) elements")
    }
    guard from != to else { return }
    try changing(reference, property) { try moveElement(reference, from: from, to: to) }
  }

  private func wrongShape(_ property: Property, _ what: String) -> Diagnostic {
    Diagnostic("model.type", "\(property.name) \(what)")
  }

  // MARK: Steps

  /// Returns a value as an element: entities are made from data, references from what they refer to.
  func makeElement(_ value: Value, of property: Property, in owner: EntityID) throws -> Value {
    guard let type = property.type.element else { return value }
    try budget.step()
    if type.isReference { return .entity(try makeReference(value, declaredBy: property)) }
    func name() -> String { "an element of \(self.type(of: owner)?.name ?? "").\(property.name)" }
    if value.isNull, type.entityTypeName != nil {
      throw Diagnostic("model.type", "\(name()) needs \(type.article), got nil")
    }
    return try convert(value, to: type, for: name())
  }

  func insertElement(_ value: Value, _ reference: CollectionRef, _ index: Int, key: String?) throws {
    guard let (record, _, elements) = storage(reference) else { throw gone() }
    try budget.step()
    var tree: [EntityID] = []
    if case .entity(let child) = value, elements.holdsEntities {
      tree = try checkCanAttach(child, to: reference.owner)
    }
    elements.insert(value, at: index, key: key, entities)
    notifyObservers(of: elements, value, at: index, isPresent: true)
    note(.insert(reference, index, value, key: key), reference.owner, record)
    markChanged(record, reference.slot)
    if case .entity(let child) = value, elements.holdsEntities { try attach(child, to: reference, tree) }
  }

  func moveElement(_ reference: CollectionRef, from: Int, to: Int) throws {
    guard let (record, _, elements) = storage(reference) else { throw gone() }
    try budget.step()
    move(in: elements, from: from, to: to)
    note(.move(reference, from: from, to: to, elements.element(to)), reference.owner, record)
    markChanged(record, reference.slot)
  }

  func removeElement(_ reference: CollectionRef, _ index: Int) throws {
    guard let (record, _, elements) = storage(reference), index < elements.count else { throw gone() }
    try budget.step()
    let value = elements.element(index)
    var index = index
    if case .entity(let child) = value, elements.holdsEntities {
      try prepareRemoval(of: child)
      // A reference to the leaving entity may have left this collection just now.
      if index >= elements.count || elements.element(index) != value {
        guard let position = elements.firstIndex(of: value, entities) else { return }
        index = position
      }
    }
    let key = elements.shape == .map ? elements.key(index) : nil
    elements.remove(at: index)
    notifyObservers(of: elements, value, at: index, isPresent: false)
    note(.remove(reference, index, value, key: key), reference.owner, record)
    markChanged(record, reference.slot)
    if case .entity(let child) = value, elements.holdsEntities { try detach(child, from: reference) }
  }

  /// Makes a collection hold exactly the given elements, keeping those that it has already.
  func replaceElements(of owner: EntityID, _ property: Property, with value: Value) throws {
    let reference = CollectionRef(owner: owner, slot: property.slot)
    guard let (_, _, elements) = storage(reference) else { throw gone() }
    let wanted: [(key: String?, value: Value)]
    switch value {
    case .null: wanted = []
    case .list(let values): wanted = values.map { (nil, $0) }
    case .collection(let other) where isMap(other): wanted = Array(zip(keys(other), self.elements(other)))
    case .collection(let other): wanted = self.elements(other).map { (nil, $0) }
    case .map(let values) where elements.shape == .map:
      wanted = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    case .map(let values) where values.isEmpty: wanted = []
    default:
      throw Diagnostic(
        "model.type",
        "\(type(of: owner)?.name ?? "").\(property.name) needs \(property.type.article), got \(summary(value))")
    }
    guard elements.shape != .map || wanted.allSatisfy({ $0.key != nil }) else {
      throw wrongShape(property, "has keys; give it a table with string keys")
    }
    try changing(reference, property) {
      guard elements.shape == .map else {
        return try replaceList(reference, elements, try prepare(wanted.map(\.value), elements, property, owner))
      }
      let keys = Set(wanted.compactMap(\.key))
      for key in elements.keys where !keys.contains(key) { try set(reference, key: key, .null) }
      for (key, value) in wanted { if let key { try set(reference, key: key, value) } }
    }
  }

  /// Returns the wanted values as elements: those that are there already, or stand for the same key, and new ones.
  private func prepare(
    _ wanted: [Value], _ elements: CollectionStorage, _ property: Property, _ owner: EntityID
  ) throws -> [Value] {
    guard property.type.element?.isReference == true else {
      let made = try wanted.map { try makeElement($0, of: property, in: owner) }
      guard elements.shape == .set else { return made }
      var seen: Set<Value> = []
      return made.filter { seen.insert($0).inserted }
    }
    let present = Set(elements.entities)
    let named = Set(wanted)
    var reusable: [String: [EntityID]] = [:]
    for holder in elements.entities.reversed() where !named.contains(.entity(holder)) {
      if let key = referenceKey(of: .entity(holder)) { reusable[key, default: []].append(holder) }
    }
    var keys: Set<String> = []
    return try wanted.compactMap { value in
      if elements.shape == .set, let key = referenceKey(of: value), !keys.insert(key).inserted { return nil }
      if case .entity(let holder) = value, present.contains(holder) { return value }
      let isNewHolder = if case .entity(let entity) = value { isFreeReference(entity) } else { false }
      if !isNewHolder, let key = referenceKey(of: value), let holder = reusable[key]?.popLast() {
        return .entity(holder)
      }
      return try makeElement(value, of: property, in: owner)
    }
  }
}

extension PropertyType {
  package var isReference: Bool {
    if case .reference = unwrapped { true } else { false }
  }
}
