/// The key that a service, or a database that okit has not made, gives to the entities of a class.
package struct EntityKey {
  /// The class that declares the key; entities of its subclasses have keys of the same kind.
  let type: EntityType
  /// The member of the data of a service that is the key.
  package let member: String

  /// The member of a document with the key of an entity that had an id of its own before the service gave it a key.
  static let storedMember = "$key"

  /// Returns the id of the entity with a key: `Comment:1`. A text that is such an id already stays as it is.
  package func id(of key: String) -> String { key.hasPrefix(type.name + ":") ? key : "\(type.name):\(key)" }

  /// Returns the key in an id; the id itself where a document has given another one.
  func key(in id: String) -> String { id.hasPrefix(type.name + ":") ? String(id.dropFirst(type.name.count + 1)) : id }

  /// Returns a key as data has it: a whole number is a number.
  static func value(of key: String) -> Value { Int(key).flatMap { String($0) == key ? .int($0) : nil } ?? .string(key) }

  /// Returns the text of a key; nil for what is none.
  static func text(of value: Value) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .int, .double: value.int.map(String.init)
    default: nil
    }
  }
}

extension EntityType {
  /// The key of the entities; nil for a class without.
  package var key: EntityKey? { rows.key.map { EntityKey(type: self, member: $0) } ?? superType?.key }

  /// Whether the class has one.
  var hasKey: Bool { rows.key != nil || superType?.hasKey == true }

  /// Returns the path in the data of a service to a property, or to another member.
  package func path(of name: String) -> [String] { paths[name] ?? superType?.path(of: name) ?? [name] }
}

extension ModelStore {
  /// Returns the key of the class to which a property refers; nil for other properties and classes.
  func targetKey(of type: PropertyType) -> EntityKey? {
    guard case .reference(let target, _) = (type.element ?? type).unwrapped else { return nil }
    return self.type(named: target)?.key
  }

  /// Returns the id that a reference needs for a key or an id: entities keep the ids that documents have given them.
  func id(of key: String, _ known: EntityKey?) -> String {
    guard let known, !key.isEmpty, ids.find(key, in: entities) == nil else { return key }
    return known.id(of: key)
  }

  /// Returns the id of a new entity with a key; nil where an entity has it that has another key by now.
  func id(ofNew text: String, _ key: EntityKey) -> String? {
    let id = key.id(of: text)
    guard let other = ids.find(id, in: entities) else { return id }
    return EntityKey.text(of: keyValue(of: other)) == key.key(in: text) ? id : nil
  }

  /// Returns the text of a key in data; nil where there is none.
  ///
  /// - Parameter name: Returns the name of the key in messages.
  /// - Throws: `model.key` for what cannot be a key.
  func keyText(in value: Value?, _ name: @autoclosure () -> String) throws -> String? {
    guard let value, !value.isNull else { return nil }
    if let text = EntityKey.text(of: value) { return text }
    throw Diagnostic(
      "model.key", "\(name()) needs a whole number or a text that is not empty, got \(summary(value))")
  }

  /// Returns the key of an entity as the data of a service has it; the id for a class without.
  package func keyValue(of entity: EntityID) -> Value {
    guard let id = id(of: entity), let type = type(of: entity) else { return .null }
    let stored = unknownMembers[entity][EntityKey.storedMember].map(Value.init)
    guard let key = type.key else { return stored ?? .string(id) }
    if let property = type.property(named: key.member), EntityKey.text(of: get(entity, property)) != nil {
      return get(entity, property)
    }
    return stored ?? EntityKey.value(of: key.key(in: id))
  }
}
