/// Writing the data of a service to entities.
extension ModelStore {
  /// Writes the members that the class knows, with the conversions of any write; ignores others. Null is nil, or the
  /// default where a property cannot be nil. Entities that the data has by their keys stay the same.
  ///
  /// - Throws: What writing throws; nothing has changed then.
  package func fill(_ entity: EntityID, with data: [String: Value]) throws {
    guard let type = type(of: entity) else { throw gone() }
    try atomically {
      try setKey(of: entity, type, from: data)
      for property in type.properties where !property.isComputed && property.role != .size {
        try budget.step()
        guard let value = Value.map(data).member(at: type.path(of: property.name)) else { continue }
        try fill(entity, property, with: value)
      }
    }
  }

  /// Makes the elements of a list those of rows: updates entities with the key of a row, adds others, takes the order
  /// of the rows. Elements that are in no row stay, unless `removesOthers`.
  ///
  /// - Parameter name: The member with the key; nil for the key of the class.
  /// Costs as much as the rows from the second merge on, unless it removes others or the order of the rows is another
  /// one; then, and the first time, as much as the list.
  /// - Throws: `model.type`, `model.key`, `model.unknownProperty`, and what writing throws; nothing has changed then.
  package func merge(
    _ rows: [Value], into list: CollectionRef, key name: String? = nil, removesOthers: Bool
  ) throws {
    guard let owner = type(of: list.owner), let property = property(of: list) else { throw gone() }
    try optimistic?.checkMayChange(list.owner)
    guard let type = elementType(of: list), !type.isReference else {
      throw Diagnostic(
        "model.type", "\(owner.name).\(property.name) is \(property.type.article); merge needs a list of entities")
    }
    let name = name ?? type.key?.member ?? "id"
    guard name == type.key?.member ?? "id" || type.property(named: name) != nil else {
      throw unknownProperty(name, of: type)
    }
    let isGiven = name == "id" && type.key == nil
    let index = try KeyIndex.of(list, by: name, in: self, isKept: !removesOthers)
    try atomically {
      var (merged, seen): ([EntityID], Set<EntityID>) = ([], [])
      var added: [String: EntityID] = [:]
      for (number, row) in rows.enumerated() {
        guard let members = row.members else {
          throw Diagnostic("model.type", "merge: row \(number + 1) needs a table, got \(summary(row))")
        }
        let value = row.member(at: type.path(of: name))
        var key = try keyText(in: value, "merge: row \(number + 1): \(type.name).\(name)")
        if name == type.key?.member { key = key.flatMap { type.key?.key(in: $0) } }
        let entity: EntityID
        if let key, let found = added[key] ?? index.element(key, of: list, in: self) {
          entity = found
          try fill(entity, with: members)
        } else {
          entity = try make(type, from: members)
          if isGiven, let key, let value { setKey(of: entity, key, value, nil) }
          if let key { added[key] = entity }
        }
        if seen.insert(entity).inserted { merged.append(entity) }
      }
      if try !removesOthers && insert(merged, into: list, property) { return }
      let wanted = removesOthers ? merged : Self.order(entities(list), by: merged, seen)
      try replaceElements(of: list.owner, property, with: .list(wanted.map(Value.entity)))
    }
  }

  /// Inserts those entities of an answer that a list does not have.
  ///
  /// - Returns: Whether the others have the order of the answer. Otherwise, nothing has changed.
  private func insert(_ merged: [EntityID], into list: CollectionRef, _ property: Property) throws -> Bool {
    let places = merged.map { index(of: .entity($0), in: list) }
    let present = places.compactMap(\.self)
    guard zip(present, present.dropFirst()).allSatisfy(<) else { return false }
    guard present.count < merged.count else { return true }
    try changing(list, property) {
      var next = present.first ?? count(list)
      for (entity, place) in zip(merged, places) {
        // The hooks of an entity may have changed the list.
        if place != nil {
          next = index(of: .entity(entity), in: list) ?? next
        } else {
          next = min(next, count(list))
          try insertElement(.entity(entity), list, next, key: nil)
        }
        next += 1
      }
    }
    return true
  }

  /// Returns the elements of a list with those of an answer in its order. What is new follows the element before it in
  /// the answer; what is in no answer keeps its place.
  private static func order(
    _ present: [EntityID], by merged: [EntityID], _ isMerged: Set<EntityID>
  ) -> [EntityID] {
    let old = Set(present)
    var rest = merged[...]
    var result: [EntityID] = []
    func takeNew() { while let next = rest.first, !old.contains(next) { result.append(rest.removeFirst()) } }
    for element in present {
      guard isMerged.contains(element) else {
        result.append(element)
        continue
      }
      if rest.count == merged.count { takeNew() }
      if let next = rest.popFirst() { result.append(next) }
      takeNew()
    }
    return result + rest
  }

  /// Makes a new entity from data.
  private func make(_ type: EntityType, from data: [String: Value]) throws -> EntityID {
    let entity = make(type)
    let wasCreating = didSets.isCreating
    didSets.isCreating = true
    defer { didSets.isCreating = wasCreating }
    try fill(entity, with: data)
    return entity
  }

  /// Gives an entity its key. An id that is in a model never changes; the key is a stored member beside it then.
  private func setKey(of entity: EntityID, _ type: EntityType, from data: [String: Value]) throws {
    guard let key = type.key, let value = Value.map(data).member(at: type.path(of: key.member)) else { return }
    let isProperty = type.property(named: key.member) != nil
    let found = isProperty ? EntityKey.text(of: value) : try keyText(in: value, "\(type.name).\(key.member)")
    let present = EntityKey.text(of: keyValue(of: entity))
    guard let text = found.map(key.key(in:)), text != present else { return }
    guard isProperty || !hasKey(entity, key) else {
      throw Diagnostic(
        "model.key", "\(describe(entity)) has the key \(present ?? ""); the data has the key \(text)")
    }
    setKey(of: entity, text, value, key)
  }

  /// - Parameter key: Nil for a class whose ids are the keys.
  private func setKey(of entity: EntityID, _ text: String, _ value: Value, _ key: EntityKey?) {
    guard let record = record(entity), let type = type(of: entity) else { return }
    // If an entity has the same key, inserting this one fails.
    let id = key.map { self.id(ofNew: text, $0) } ?? (ids.find(text, in: entities) == nil ? text : nil)
    if let id, record.header.pointee.hasNewID, !record.header.pointee.isManaged, !record.header.pointee.hasLeft {
      record.header.pointee.id = id
      record.header.pointee.hasNewID = false
      notifyKeyObservers(of: entity, record)
    } else if key.map({ type.property(named: $0.member) == nil }) ?? true {
      setUnknown(entity, EntityKey.storedMember, jsonValue(value))
    }
  }

  /// Whether a service has given an entity its key.
  private func hasKey(_ entity: EntityID, _ key: EntityKey) -> Bool {
    unknownMembers[entity][EntityKey.storedMember] != nil || id(of: entity)?.hasPrefix(key.type.name + ":") == true
  }

  private func fill(_ entity: EntityID, _ property: Property, with value: Value) throws {
    if value.isNull, !property.isCollection, !property.ownsEntities, !property.type.isNullable {
      if !property.defaultsToNow { try set(entity, property, property.defaultValue) }
      return
    }
    if property.isReference || property.type.element?.isReference == true {
      return try set(entity, property, reference(value, targetKey(of: property.type)))
    }
    guard case .entity(let name) = (property.type.element ?? property.type).unwrapped else {
      return try set(entity, property, value)
    }
    let list = CollectionRef(owner: entity, slot: property.slot)
    if property.isCollection, !isMap(list), case .list(let rows) = value, rows.allSatisfy({ $0.members != nil }) {
      return try merge(rows, into: list, removesOthers: true)
    }
    guard !property.isCollection, let members = value.members else { return try set(entity, property, value) }
    let type = try requireType(name, for: property.name)
    if case .entity(let child) = get(entity, property), isSame(child, type, as: members) {
      return try fill(child, with: members)
    }
    try set(entity, property, .entity(make(type, from: members)))
  }

  /// Returns whether data is that of an entity: it has the same key, or none.
  private func isSame(_ entity: EntityID, _ type: EntityType, as data: [String: Value]) -> Bool {
    guard let key = type.key, let value = Value.map(data).member(at: type.path(of: key.member)) else { return true }
    return EntityKey.text(of: value).map(key.key(in:)) == EntityKey.text(of: keyValue(of: entity))
  }

  /// Returns a value for a reference: of the data of an entity, its key.
  private func reference(_ value: Value, _ key: EntityKey?) -> Value {
    switch value {
    case .list(let values): .list(values.map { reference($0, key) })
    case .map(let members): key.flatMap { Value.map(members).member(at: $0.type.path(of: $0.member)) } ?? value
    default: value
    }
  }
}

extension Value {
  /// The members of data; nil for anything else. An empty table of a script may be a list.
  fileprivate var members: [String: Value]? {
    switch self {
    case .map(let members): members
    case .list(let values): values.isEmpty ? [:] : nil
    default: nil
    }
  }

  /// Returns what is at a path of members; nil if there is nothing, null if it or an entity above it is null.
  fileprivate func member(at path: [String]) -> Value? {
    var value = self
    for name in path where !value.isNull {
      guard case .map(let members) = value, let member = members[name] else { return nil }
      value = member
    }
    return value
  }
}
