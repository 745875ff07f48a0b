/// Making an entity as plain data says, changing only what differs.
extension ModelStore {
  /// Applies plain data to an entity. Entities inside keep their identity by id; what equals is not touched.
  ///
  /// Data with an `id` is a whole snapshot: properties that it does not name become nil. Data without one is partial and
  /// leaves them alone.
  /// - Throws: `model.unknownProperty`, `model.decode`; the caller's transaction takes back what was done until then.
  public func apply(_ plain: Plain, to entity: EntityID, at path: String = "") throws {
    guard case .object(let members) = plain, let type = type(of: entity) else {
      throw Diagnostic("model.decode", "\(path.isEmpty ? "/" : path): expected an object, found \(plain.summary)")
    }
    let isWhole = members["id"] != nil
    if !isWhole, let unknown = members.keys.sorted().first(where: { type.property(named: $0) == nil && $0 != Self.typeKey }) {
      throw unknownProperty(unknown, of: type)
    }
    for property in type.properties where property.computed == nil {
      let member = members[property.name]
      if let member {
        try apply(member, to: entity, property, "\(path)/\(property.name)")
      } else if isWhole, property.type.isNullable, !property.isTransient {
        try set(entity, property, .null)
      }
    }
  }

  private func apply(_ plain: Plain, to entity: EntityID, _ property: Property, _ path: String) throws {
    guard let row = row(entity) else { throw gone() }
    if self.plain(row, property) == plain { return }
    if property.isCollection { return try applyElements(plain, to: entity, property, path) }
    if property.storage == .entity, case .entity(let child) = row.read(property) {
      if plain["id"].map({ $0 == id(of: child).map(Plain.string) }) ?? (property.type.isReference && plain != .null) {
        if case .string = plain { return try setReference(entity, property, Value(plain)) }
        return try apply(plain, to: child, at: path)
      }
      if property.type.isReference { return try setReference(entity, property, Value(plain)) }
    }
    if property.storage == .entity, let name = property.type.entityTypeName, plain != .null {
      return try set(entity, property, .entity(try decode(plain, as: try requireType(name, for: path), at: path)))
    }
    try set(entity, property, try decodeValue(plain, property.type, entity, property, path))
  }

  private func applyElements(_ plain: Plain, to entity: EntityID, _ property: Property, _ path: String) throws {
    let reference = CollectionRef(owner: entity, slot: property.slot)
    guard let (_, _, elements) = storage(reference), let elementType = property.type.element else { throw gone() }
    let kept = Dictionary(elements.entities.map { (id(of: $0) ?? "", $0) }) { first, _ in first }
    func element(_ item: Plain, _ path: String) throws -> Value {
      if case .string(let id)? = item["id"], let child = kept[id] {
        try apply(item, to: child, at: path)
        return .entity(child)
      }
      if elementType.isReference, case .string = item { return Value(item) }
      guard let name = elementType.entityTypeName else {
        return try decodeValue(item, elementType, entity, property, path)
      }
      return .entity(try decode(item, as: try requireType(name, for: path), at: path))
    }
    switch plain {
    case .null: try replaceElements(of: entity, property, with: .list([]))
    case .array(let items):
      let values = try items.enumerated().map { try element($0.element, "\(path)/\($0.offset)") }
      try replaceElements(of: entity, property, with: .list(values))
    case .object(let items) where elements.shape == .map:
      var values: [String: Value] = [:]
      for (key, item) in items { values[key] = try element(item, "\(path)/\(key)") }
      try replaceElements(of: entity, property, with: .map(values))
    default:
      throw Diagnostic("model.decode", "\(path): expected a \(property.type), found \(plain.summary)")
    }
  }
}
