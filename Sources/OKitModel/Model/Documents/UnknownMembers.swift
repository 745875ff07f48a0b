/// The members of documents that the schema does not know, by entity; they are written back unchanged.
struct UnknownMembers {
  private var members: [EntityID: [String: JSONValue]] = [:]

  subscript(entity: EntityID) -> [String: JSONValue] { members.isEmpty ? [:] : members[entity] ?? [:] }

  /// Adds a member as a document has it, null included.
  mutating func insert(_ entity: EntityID, _ key: String, _ value: JSONValue) {
    members[entity, default: [:]][key] = value
  }

  /// Sets a member; null removes it.
  mutating func set(_ entity: EntityID, _ key: String, _ value: JSONValue) {
    guard value == .null else { return insert(entity, key, value) }
    members[entity]?.removeValue(forKey: key)
    if members[entity]?.isEmpty == true { members.removeValue(forKey: entity) }
  }

  mutating func remove(_ entity: EntityID) {
    if !members.isEmpty { members[entity] = nil }
  }
}
