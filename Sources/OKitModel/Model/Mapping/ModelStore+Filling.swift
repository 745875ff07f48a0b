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
  /// - Throws: `model.type`, `model.unknownProperty`, and what writing throws; nothing has changed then.
  package func merge(
    _ rows: [Value], into list: CollectionRef, key name: String? = nil, removesOthers: Bool
  ) throws {
    guard let owner = type(of: list.owner), let property = property(of: list) else { throw gone() }
    guard let type = elementType(of: list), !type.isReference else {
      throw Diagnostic(
        "model.type", "\(owner.name).\(property.name) is \(property.type.article); merge needs a list of entities")
    }
    let name = name ?? type.key?.member ?? "id"
    guard name == type.key?.member || name == "id" || type.property(named: name) != nil else {
      throw unknownProperty(name, of: type)
    }
    var known: [String: EntityID] = [:]
    let present = entities(list)
    for element in present {
      try budget.step()
      if let key = EntityKey.text(of: value(of: element, key: name)), known[key] == nil { known[key] = element }
    }
    try atomically {
      var (merged, seen): ([EntityID], Set<EntityID>) = ([], [])
      for (index, row) in rows.enumerated() {
        guard let members = row.members else {
          throw Diagnostic("model.type", "merge: row \(index + 1) needs a table, got \(summary(row))")
        }
        let key = row.member(at: type.path(of: name)).flatMap(EntityKey.text)
        let entity: EntityID
        if let key, let found = known[key] {
          entity = found
          try fill(entity, with: members)
        } else {
          entity = try make(type, from: members)
          if let key { known[key] = entity }
        }
        if seen.insert(entity).inserted { merged.append(entity) }
      }
      let wanted = removesOthers ? merged : Self.order(present, by: merged, seen)
      try replaceElements(of: list.owner, property, with: .list(wanted.map(Value.entity)))
    }
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

  private func value(of element: EntityID, key name: String) -> Value {
    guard let type = type(of: element), name != type.key?.member, let property = type.property(named: name) else {
      return keyValue(of: element)
    }
    return get(element, property)
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
    guard let key = type.key, let record = record(entity),
      let value = Value.map(data).member(at: type.path(of: key.member)), let text = EntityKey.text(of: value),
      EntityKey.text(of: keyValue(of: entity)) != text
    else { return }
    if record.header.pointee.hasNewID, !record.header.pointee.isManaged, !record.header.pointee.hasLeft {
      record.header.pointee.id = key.id(of: text)
      record.header.pointee.hasNewID = false
    } else if type.property(named: key.member) == nil {
      setUnknown(entity, EntityKey.storedMember, jsonValue(value))
    }
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
    return EntityKey.text(of: value) == EntityKey.text(of: keyValue(of: entity))
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
