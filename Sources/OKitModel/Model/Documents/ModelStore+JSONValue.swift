/// Entities to data and back: documents, snapshots, fixtures.
extension ModelStore {
  /// The key that names the class of an entity whose class is not the declared one.
  package static let typeKey = "$type"

  // MARK: To data

  /// The properties that data of entities includes.
  enum DataScope {
    /// All stored properties. The files of parts are read.
    case stored
    /// The properties in a document, without the files of parts.
    case document
    /// The state for a reload of the application: also transient properties, but of parts only what their files lack.
    case reload
    /// All stored properties, with dates as ISO 8601: for people and other programs, and not to be read by okit again.
    case result
  }

  /// Returns the entity and everything below it as data: stored properties, bytes and entities with files of their own
  /// included, and the unknown keys of its document.
  package func jsonValue(_ entity: EntityID) -> JSONValue { jsonValue(entity, .stored) }

  /// Returns the models by name as their documents have them, without those that are rows of a database or on a server.
  package var documents: [String: JSONValue] {
    graph.withoutTracking {
      var documents: [String: JSONValue] = [:]
      for (name, root) in models.sorted {
        guard let type = type(of: root), !type.hasRows, !type.isOnServer, unreadable(root) == nil else { continue }
        documents[name] = jsonValue(root, .document)
      }
      return documents
    }
  }

  func jsonValue(_ entity: EntityID, _ scope: DataScope) -> JSONValue {
    guard !isBudgetExhausted(), let record = record(entity), let type = type(of: entity) else { return .null }
    var members = unknownMembers[entity]
    members["id"] = .string(record.header.pointee.id)
    for property in type.properties where !property.isComputed && (scope == .reload || !property.isTransient) {
      if property.isLazy, scope != .stored, scope != .result {
        if scope == .reload, hasUnstoredValue(entity, record) {
          members[property.name] = jsonValue(record.value(of: property), scope)
        }
        continue
      }
      let value = jsonValue(record, property, scope)
      if value != .null { members[property.name] = value }
    }
    if namesItsType(entity, type) { members[Self.typeKey] = .string(type.name) }
    return .object(members)
  }

  func jsonValue(_ record: EntityRecord, _ property: Property, _ scope: DataScope = .stored) -> JSONValue {
    guard property.isCollection else {
      return jsonValue(currentValue(entities.id(of: record), record, property), scope)
    }
    guard let elements = record.collection(property) else { return .null }
    var values: [JSONValue] = []
    values.reserveCapacity(elements.count)
    for index in 0..<elements.count {
      if isBudgetExhausted() { return .null }
      values.append(jsonValue(elements.element(index), scope))
    }
    guard elements.shape == .map else { return .array(values) }
    return .object(Dictionary(zip(elements.keys, values)) { first, _ in first })
  }

  /// Returns a value as data: entities with everything below them, collections with their elements.
  package func jsonValue(_ value: Value) -> JSONValue { jsonValue(value, .stored) }

  /// Returns a value as the result of a command: as `jsonValue` does, with dates as ISO 8601.
  package func resultJSON(_ value: Value) -> JSONValue { jsonValue(value, .result) }

  func jsonValue(_ value: Value, _ scope: DataScope) -> JSONValue {
    switch value {
    case .entity(let entity): jsonValue(entity, scope)
    case .collection(let reference):
      isMap(reference)
        ? .object(
          Dictionary(zip(keys(reference), elements(reference).map { jsonValue($0, scope) })) { first, _ in first })
        : .array(elements(reference).map { jsonValue($0, scope) })
    case .list(let values): .array(values.map { jsonValue($0, scope) })
    case .map(let members): .object(members.mapValues { jsonValue($0, scope) })
    case .date(let date) where scope == .result: .string(ExactDateText.text(of: date))
    default: value.jsonValue ?? .null
    }
  }

  // MARK: From data

  /// Makes an entity from data, read like a document. Unknown keys are kept for writing.
  ///
  /// - Parameter model: The model of which it is the document; nil for other data.
  /// - Throws: `model.decode`, naming the path and what was expected; `model.unknownType`.
  package func decode(_ jsonValue: JSONValue, as declared: EntityType, model: String? = nil) throws -> EntityID {
    let bytes = try jsonValue.jsonBytes()
    do {
      return try JSONReader.read(bytes) { try DocumentDecoder(store: self, model: model).root(&$0, as: declared) }
    } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(file: nil)
    }
  }
}

extension JSONValue {
  /// The value in a message.
  package var summary: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .number(let text): text.count > 40 ? text.prefix(40) + "…" : text
    case .string(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
    case .array(let elements): "an array of \(elements.count)"
    case .object: "an object"
    }
  }
}
