/// Entities to plain data and back: documents, snapshots, fixtures.
extension ModelStore {
  /// The key that names the class of an entity whose class is not the declared one.
  static let typeKey = "$type"

  // MARK: To plain data

  /// The entity and everything below it as plain data: stored properties and the unknown keys of its document.
  ///
  /// - Parameter includingTransient: whether transient properties are there too.
  public func plain(_ entity: EntityID, includingTransient: Bool = false) -> Plain {
    guard let row = row(entity), let type = type(of: entity) else { return .null }
    var members = unknownKeys[entity] ?? [:]
    members["id"] = .string(row.header.pointee.id)
    for property in type.properties where property.computed == nil && (includingTransient || !property.isTransient) {
      let value = plain(row, property)
      if value != .null { members[property.name] = value }
    }
    if let declared = parentProperty(of: entity), let name = (declared.type.element ?? declared.type).entityTypeName,
      name != type.name
    {
      members[Self.typeKey] = .string(type.name)
    }
    return .object(members)
  }

  func plain(_ row: Row, _ property: Property) -> Plain {
    guard property.isCollection else { return plain(row.read(property)) }
    guard let elements = row.collection(property) else { return .null }
    let values = (0..<elements.count).map { plain(elements.element($0)) }
    guard elements.shape == .map else { return .array(values) }
    return .object(Dictionary(zip(elements.keys, values)) { first, _ in first })
  }

  /// A value as plain data: entities with everything below them, collections with their elements.
  public func plain(_ value: Value) -> Plain {
    switch value {
    case .entity(let entity): plain(entity)
    case .collection(let reference):
      isMap(reference)
        ? .object(Dictionary(zip(keys(reference), elements(reference).map(plain))) { first, _ in first })
        : .array(elements(reference).map(plain))
    case .list(let values): .array(values.map(plain))
    case .map(let members): .object(members.mapValues(plain))
    default: value.plain ?? .null
    }
  }

  // MARK: From plain data

  /// A new entity from values by property name, as a script gives them. Missing ones keep their defaults.
  ///
  /// - Throws: `model.unknownProperty` with the nearest name, `model.type`.
  public func create(_ type: EntityType, _ values: [String: Value] = [:]) throws -> EntityID {
    let entity = make(type, id: try identifier(values["id"], of: type))
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where name != "id" { try set(entity, name, value) }
    return entity
  }

  private func identifier(_ value: Value?, of type: EntityType) throws -> String? {
    switch value {
    case nil, .null: return nil
    case .string(let id) where !id.isEmpty: return id
    case .int(let id): return String(id)
    case .some(let other):
      throw Diagnostic("model.type", "\(type.name).id needs a String that is not empty, got \(summary(other))")
    }
  }

  /// A new entity from a document. Unknown keys are kept for writing.
  ///
  /// - Parameter path: where in the document the data stands, for messages.
  /// - Throws: `model.decode`, naming the path and what was expected.
  public func decode(_ plain: Plain, as declared: EntityType, at path: String = "") throws -> EntityID {
    guard case .object(var members) = plain else { throw expected("an object", plain, path) }
    var type = declared
    if case .string(let name)? = members.removeValue(forKey: Self.typeKey) {
      type = try requireType(name, for: path)
      guard type.isSubtype(of: declared) else { throw expected("a \(declared.name)", .string(name), path) }
    }
    var id: String?
    switch members.removeValue(forKey: "id") {
    case nil, .null?: break
    case .string(let text)? where !text.isEmpty: id = text
    case .int(let number)?: id = String(number)
    case .some(let other): throw expected("a text as id", other, path + "/id")
    }
    let entity = make(type, id: id)
    guard let row = row(entity) else { throw gone() }
    for property in type.properties where property.computed == nil {
      guard let member = members.removeValue(forKey: property.name) else { continue }
      try decode(member, property, entity, row, path + "/" + property.name)
    }
    if !members.isEmpty { unknownKeys[entity] = members }
    return entity
  }

  private func decode(_ plain: Plain, _ property: Property, _ entity: EntityID, _ row: Row, _ path: String) throws {
    if let element = property.type.element {
      guard let elements = row.collection(property) else { return }
      switch plain {
      case .null: return
      case .array(let items) where elements.shape != .map:
        for (index, item) in items.enumerated() {
          let value = try decodeValue(item, element, entity, property, "\(path)/\(index)")
          if elements.shape == .set, elements.firstIndex(of: value) != nil { continue }
          elements.insert(value, at: elements.count, key: nil)
        }
      case .object(let items) where elements.shape == .map:
        for (key, item) in items.sorted(by: { $0.key < $1.key }) {
          let value = try decodeValue(item, element, entity, property, "\(path)/\(key)")
          elements.insert(value, at: elements.position(of: key).index, key: key)
        }
      default: throw expected(elements.shape == .map ? "an object" : "an array", plain, path)
      }
      return
    }
    if plain == .null, !property.type.isNullable { return }
    let value = try decodeValue(plain, property.type, entity, property, path)
    if property.type.isReference, case .entity(let old) = row.read(property) { self.row(old)?.header.pointee.parent = nil }
    row.write(property, value)
  }

  func decodeValue(
    _ plain: Plain, _ type: PropertyType, _ owner: EntityID, _ property: Property, _ path: String
  ) throws -> Value {
    if plain == .null, type.isNullable { return .null }
    switch type.unwrapped {
    case .string: if case .string = plain { return Value(plain) }
    case .enumeration(let cases):
      if case .string(let text) = plain {
        guard cases.contains(text) else { throw expected("one of \(cases.joined(separator: ", "))", plain, path) }
        return .string(text)
      }
    case .bool: if case .bool = plain { return Value(plain) }
    case .int:
      if case .int = plain { return Value(plain) }
      if case .double(let double) = plain, let int = Int(exactly: double) { return .int(int) }
    case .double:
      if case .double = plain { return Value(plain) }
      if case .int(let int) = plain { return .double(Double(int)) }
    case .date: if let date = DateValue(plain) { return .date(date) }
    case .data: if let data = DataValue(plain) { return .data(data) }
    case .color: if let color = ColorValue(plain) { return .color(color) }
    case .image: if case .string(let name) = plain { return .image(.named(name)) }
    case .entity(let name):
      let child = try decode(plain, as: try requireType(name, for: path), at: path)
      place(child, in: owner, slot: property.slot)
      return .entity(child)
    case .reference:
      let child: EntityID
      if case .string(let key) = plain {
        child = try makeReference(.string(key), declaredBy: property)
      } else {
        child = try decode(plain, as: referenceType, at: path)
        if let row = row(child), let key = referenceType.property(named: "refKey") {
          relink(child, from: .null, to: row.read(key))
        }
      }
      place(child, in: owner, slot: property.slot)
      return .entity(child)
    case .list, .set, .map, .optional: break
    }
    throw expected("a \(type)", plain, path)
  }

  private func expected(_ what: String, _ found: Plain, _ path: String) -> Diagnostic {
    Diagnostic("model.decode", "\(path.isEmpty ? "/" : path): expected \(what), found \(found.summary)")
  }
}

extension Plain {
  /// The value in a message.
  var summary: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .string(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
    case .array(let elements): "an array of \(elements.count)"
    case .object: "an object"
    }
  }
}
