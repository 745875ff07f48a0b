/// Layers as data, for the document of the outbox: entities by their ids, with the content of those that get or lose a
/// place.
extension OptimisticChanges {
  func jsonValue(_ changes: ChangeSet) -> JSONValue { jsonValue([changes]) }

  /// Returns several changes as one list; null for nothing.
  func jsonValue(_ changes: [ChangeSet]) -> JSONValue {
    let all = changes.flatMap { $0.mutations.compactMap(jsonValue) }
    return all.isEmpty ? .null : .array(all)
  }

  /// As `jsonValue`, for making the changes again where they may have been made: a list of values has all its elements.
  func finalValue(of changes: [ChangeSet]) -> JSONValue {
    var seen: Set<CollectionRef> = []
    let all = changes.flatMap(\.mutations).compactMap { mutation -> JSONValue? in
      guard let place = mutation.collection, let elements = store.storage(place)?.elements, elements.shape == .list,
        !elements.holdsEntities
      else { return jsonValue(mutation) }
      guard seen.insert(place).inserted, case .object(var members)? = jsonValue(mutation) else { return nil }
      for name in ["insert", "remove", "from", "to", "value"] { members[name] = nil }
      members["elements"] = .array(store.elements(place).map(content))
      return .object(members)
    }
    return all.isEmpty ? .null : .array(all)
  }

  private func jsonValue(_ mutation: Mutation) -> JSONValue? {
    guard let id = store.id(of: mutation.owner), let type = store.type(of: mutation.owner), isLasting(mutation, type)
    else { return nil }
    // A model of which nothing was stored gets another root at the next start.
    var members: [String: JSONValue] = ["id": .string(id)]
    members["model"] = store.models.name(of: mutation.owner).map(JSONValue.string)
    if mutation.slot >= 0 { members["property"] = .string(type.properties[Int(mutation.slot)].name) }
    switch mutation {
    case .set(_, _, let old, let new):
      (members["old"], members["new"]) = (content(old), content(new))
    case .unknown(_, let key, let old, let new):
      (members["member"], members["old"], members["new"]) = (.string(key), old, new)
    case .insert(_, let index, let value, let key):
      (members["insert"], members["value"], members["key"]) = (.int(index), content(value), key.map(JSONValue.string))
    case .remove(_, let index, let value, let key):
      (members["remove"], members["value"], members["key"]) = (.int(index), content(value), key.map(JSONValue.string))
    case .move(_, let from, let to, let value):
      (members["from"], members["to"]) = (.int(from), .int(to))
      members["value"] =
        if case .entity(let entity) = value { store.id(of: entity).map(JSONValue.string) } else { content(value) }
    }
    return .object(members)
  }

  /// Whether it changes what is stored: other values are gone at the next start, and may be secrets.
  private func isLasting(_ mutation: Mutation, _ type: EntityType) -> Bool {
    if mutation.slot >= 0, type.properties[Int(mutation.slot)].isTransient { return false }
    return store.model(of: mutation.owner).flatMap { store.registry?.home(of: $0) }?.type.isStored ?? true
  }

  private func content(_ value: Value) -> JSONValue {
    var jsonValue = store.jsonValue(value)
    if case .entity(let entity) = value, case .object(var members) = jsonValue, let type = store.type(of: entity) {
      members[ModelStore.typeKey] = .string(type.name)
      jsonValue = .object(members)
    }
    return jsonValue
  }
}

/// Reads layers from data. An entity that is in no model any more is made again from its newest content.
final class OptimisticChangesReader {
  private let store: ModelStore
  private var contents: [String: JSONValue] = [:]
  private var made: [String: EntityID] = [:]

  /// - Parameter saved: All layers, oldest first.
  init(_ store: ModelStore, _ saved: [JSONValue]) {
    self.store = store
    for case .array(let changes) in saved {
      for change in changes {
        for member in ["old", "value", "new"] {
          if let content = change[member], case .string(let id)? = content["id"] { contents[id] = content }
        }
      }
    }
  }

  func changes(_ saved: JSONValue?) -> ChangeSet {
    guard case .array(let changes)? = saved else { return ChangeSet() }
    return ChangeSet(mutations: MutationList(changes.flatMap { elements($0) ?? mutation($0).map { [$0] } ?? [] }))
  }

  /// Returns the changes that give a list of values its elements; nil for any other change.
  private func elements(_ data: JSONValue) -> [Mutation]? {
    guard case .array(let elements)? = data["elements"] else { return nil }
    guard let owner = owner(data), case .string(let name)? = data["property"],
      let property = store.type(of: owner)?.property(named: name), property.isCollection, !property.ownsEntities
    else { return [] }
    let place = CollectionRef(owner: owner, slot: property.slot)
    let (old, new) = (store.elements(place), elements.compactMap { value($0, of: property) })
    guard old != new else { return [] }
    return old.indices.reversed().map { .remove(place, $0, old[$0], key: nil) }
      + new.enumerated().map { .insert(place, $0, $1, key: nil) }
  }

  /// Returns a change; nil if what it changes is gone, or has another type now.
  private func mutation(_ data: JSONValue) -> Mutation? {
    guard let owner = owner(data), let type = store.type(of: owner) else {
      return nil
    }
    if case .string(let key)? = data["member"] {
      return .unknown(owner, key: key, old: data["old"] ?? .null, new: data["new"] ?? .null)
    }
    guard case .string(let name)? = data["property"], let property = type.property(named: name) else { return nil }
    let place = CollectionRef(owner: owner, slot: property.slot)
    let key: String? = if case .string(let key)? = data["key"] { key } else { nil }
    switch (data["insert"], data["remove"], data["from"], data["to"]) {
    case (.int(let index)?, _, _, _):
      return value(data["value"], of: property).map { .insert(place, index, $0, key: key) }
    case (_, .int(let index)?, _, _):
      return value(data["value"], of: property).map { .remove(place, index, $0, key: key) }
    case (_, _, .int(let from)?, .int(let to)?):
      return value(data["value"], of: property).map { .move(place, from: from, to: to, $0) }
    default:
      guard let old = value(data["old"], of: property), let new = value(data["new"], of: property) else { return nil }
      return .set(owner, property.slot, old: old, new: new)
    }
  }

  private func value(_ data: JSONValue?, of property: Property) -> Value? {
    let data = data ?? .null
    guard property.ownsEntities else {
      return data == .null ? .null : store.scalar(data, property.type.element ?? property.type)
    }
    switch data {
    case .null: return .null
    case .string(let id): return entity(id).map(Value.entity)
    default: if case .string(let id)? = data["id"] { return entity(id).map(Value.entity) } else { return nil }
    }
  }

  private func owner(_ data: JSONValue) -> EntityID? {
    if case .string(let id)? = data["id"], let owner = entity(id) { return owner }
    return if case .string(let name)? = data["model"] { store.models[name] } else { nil }
  }

  private func entity(_ id: String) -> EntityID? {
    if let known = store.ids.find(id, in: store.entities) ?? made[id] { return known }
    guard let content = contents.removeValue(forKey: id), case .string(let name)? = content[ModelStore.typeKey],
      let type = store.type(named: name)
    else { return nil }
    do {
      let entity = try store.decode(content, as: type)
      for member in store.subtree(entity) { if let id = store.id(of: member) { made[id] = member } }
      return entity
    } catch {
      store.report(error.diagnostic("model.decode"))
      return nil
    }
  }
}
