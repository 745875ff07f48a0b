/// A document as a table of its entities: what contains an entity has an object with its id in its place.
struct DocumentEntityTable {
  private(set) var entities: [String: [String: JSONValue]] = [:]
  /// The document itself: an object with the id of the root, or a value without entities.
  private var root = JSONValue.null

  init(_ document: JSONValue) { root = add(document) }

  private mutating func add(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      let rest = members.mapValues { add($0) }
      guard let id = DocumentMerge.id(value) else { return .object(rest) }
      entities[id] = rest
      return Self.placeholder(id)
    case .array(let elements): return .array(elements.map { add($0) })
    default: return value
    }
  }

  private static func placeholder(_ id: String) -> JSONValue { .object(["id": .string(id)]) }

  /// Returns the ids of a list of entities; nil for any other value.
  static func ids(_ value: JSONValue?) -> [String]? {
    guard case .array(let elements)? = value else { return nil }
    let ids = elements.compactMap { DocumentMerge.id($0) }
    return ids.count == elements.count && Set(ids).count == ids.count ? ids : nil
  }

  /// The document with the entities at their places.
  var document: JSONValue {
    var placed: Set<String> = []
    return expanded(root, &placed) ?? .null
  }

  /// Returns a value with its entities; nil for an entity that has a place already.
  private func expanded(_ value: JSONValue, _ placed: inout Set<String>) -> JSONValue? {
    switch value {
    case .object(let members):
      guard let id = DocumentMerge.id(value), let entity = entities[id] else {
        return .object(members.mapValues { expanded($0, &placed) ?? .null })
      }
      guard placed.insert(id).inserted else { return nil }
      // In a stable order: the first place counts.
      var result: [String: JSONValue] = [:]
      for (key, member) in entity.sorted(by: { $0.key < $1.key }) { result[key] = expanded(member, &placed) ?? .null }
      return .object(result)
    case .array(let elements): return .array(elements.compactMap { expanded($0, &placed) })
    default: return value
    }
  }

  // MARK: Changes

  mutating func set(_ id: String, _ key: String, _ value: JSONValue?) { entities[id]?[key] = value }

  /// Adds an entity, which has no place yet.
  mutating func insert(_ id: String, _ members: [String: JSONValue]) { entities[id] = members }

  /// Removes entities from their places.
  mutating func removeFromPlaces(_ ids: Set<String>) {
    func rest(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(let members):
        if let id = DocumentMerge.id(value), ids.contains(id) { return .null }
        return .object(members.mapValues(rest))
      case .array(let elements):
        return .array(elements.filter { DocumentMerge.id($0).map { !ids.contains($0) } ?? true }.map(rest))
      default: return value
      }
    }
    entities = entities.mapValues { $0.mapValues(rest) }
  }

  /// Makes a list of entities have these.
  mutating func setList(_ id: String, _ key: String, _ ids: [String]) {
    entities[id]?[key] = .array(ids.map(Self.placeholder))
  }
}
