/// The place of a row among those of its owner's property: a position, or a key.
enum RowPlace {
  case position(Int)
  case key(String)

  init(_ row: any RowReader, _ column: Int) {
    switch row.kind(column) {
    case .int: self = .position(row.int(column))
    case .text: self = .key(row.text(column))
    // Rows without a position, such as ones inserted by hand, come last.
    case .null, .real, .blob: self = .position(.max)
    }
  }

  /// Whether the place is the same or after another one.
  func follows(_ other: RowPlace) -> Bool { !precedes(other) }

  func precedes(_ other: RowPlace) -> Bool {
    switch (self, other) {
    case (.position(let left), .position(let right)): left < right
    case (.key(let left), .key(let right)): JSONWriter.precedes(left, right)
    case (.position, .key): true
    case (.key, .position): false
    }
  }

  var key: String {
    switch self {
    case .position(let number): String(number)
    case .key(let text): text
    }
  }
}

/// The entities that were read, by the property that owns them.
struct RowGroups {
  fileprivate struct Group {
    let owner: EntityID
    let property: String
    var entities: [EntityID] = []
    var places: [RowPlace] = []
    var isSorted = true
  }

  private struct Key: Hashable {
    let owner: EntityID
    let property: String
  }

  private var groups: [Group] = []
  private var numbers: [Key: Int] = [:]

  /// Returns the number of a group.
  mutating func group(_ owner: EntityID, _ property: String) -> Int {
    let key = Key(owner: owner, property: property)
    if let number = numbers[key] { return number }
    numbers[key] = groups.count
    groups.append(Group(owner: owner, property: property))
    return groups.count - 1
  }

  mutating func add(_ entity: EntityID, _ place: RowPlace, to group: Int) {
    if groups[group].isSorted, let last = groups[group].places.last, place.precedes(last) {
      groups[group].isSorted = false
    }
    groups[group].entities.append(entity)
    groups[group].places.append(place)
  }

  /// Puts all entities into the properties of their owners.
  ///
  /// - Parameters:
  ///   - lost: Gets the entities of properties that the classes of their owners do not have.
  ///   - failure: Makes the error of a row.
  func fill(
    _ store: ModelStore, _ lost: inout LostRows,
    _ failure: (_ problem: String, _ table: String, _ id: String?, _ column: String?) -> Diagnostic
  ) throws {
    for var group in groups {
      if !group.isSorted { group.sort() }
      guard let record = store.record(group.owner), case let type = store.type(of: record),
        let property = type.property(named: group.property), RowSchema.isOwnedRow(property),
        let declared = property.ownedTypeName.flatMap({ store.type(named: $0) })
      else {
        for (entity, place) in zip(group.entities, group.places) {
          lost.add(.entity(entity), to: .entity(group.owner), group.property, place)
        }
        continue
      }
      for entity in group.entities {
        guard let type = store.type(of: entity), !type.isSubtype(of: declared) else { continue }
        throw failure(
          "expected a class of \(declared.name) for \(group.property)", type.name, store.id(of: entity), "parent_id")
      }
      try group.fill(property, record, store, failure)
    }
  }
}

extension RowGroups.Group {
  fileprivate mutating func sort() {
    let order = places.indices.sorted {
      places[$0].precedes(places[$1]) || (places[$0].follows(places[$1]) && places[$1].follows(places[$0]) && $0 < $1)
    }
    (entities, places) = (order.map { entities[$0] }, order.map { places[$0] })
  }

  fileprivate func fill(
    _ property: Property, _ record: EntityRecord, _ store: ModelStore,
    _ failure: (_ problem: String, _ table: String, _ id: String?, _ column: String?) -> Diagnostic
  ) throws {
    guard property.isCollection, let elements = record.collection(property) else {
      guard entities.count == 1, let child = entities.first else {
        throw failure(
          "\(entities.count) rows are the \(property.name) of \(store.describe(owner)), which is one",
          store.type(of: entities[0])?.name ?? "", store.id(of: entities[0]), nil)
      }
      record.write(.entity(child), at: property.location)
      return store.place(child, in: owner, slot: property.slot)
    }
    guard elements.shape != .map else {
      for (entity, place) in zip(entities, places) {
        let (index, found) = elements.position(of: place.key)
        guard !found else {
          throw failure(
            "the key \"\(place.key)\" of \(property.name) is used twice", store.type(of: entity)?.name ?? "",
            store.id(of: entity), "position")
        }
        elements.insert(.entity(entity), at: index, key: place.key, store.entities)
        if let record = store.record(entity) { store.placeElement(record, in: owner, slot: property.slot) }
      }
      return
    }
    for (index, entity) in entities.enumerated() {
      guard let record = store.record(entity) else { continue }
      store.placeElement(record, in: owner, slot: property.slot)
      record.header.pointee.chunk = ChunkedArray<EntityID>.number(of: index)
    }
    elements.fill(entities)
  }
}

/// The elements of lists, sets and maps of values that were read from one table.
struct RowValues {
  private let property: Property?
  private let stored: RowLayout.Collection
  private var elements: [EntityID: [(place: RowPlace, value: Value)]] = [:]

  /// - Parameter property: nil for one that the class does not have any more.
  init(_ property: Property?, _ stored: RowLayout.Collection) { (self.property, self.stored) = (property, stored) }

  mutating func add(_ value: Value, _ place: RowPlace, of owner: EntityID) {
    elements[owner, default: []].append((place, value))
  }

  /// - Parameter write: Writes the key of a reference.
  /// - Returns: Whether the rows are as a store would write them: others cannot be found by counting.
  func fill(_ store: ModelStore, _ name: String, write: (String, EntityID) -> Void) -> Bool {
    var isExact = true
    for (owner, var values) in elements {
      if zip(values, values.dropFirst()).contains(where: { $1.place.precedes($0.place) }) {
        values.sort { $0.place.precedes($1.place) }
      }
      if !stored.isMap,
        zip(values, values.dropFirst()).contains(where: { $1.place.follows($0.place) && $0.place.follows($1.place) })
      {
        isExact = false
      }
      guard let property, let record = store.record(owner), let collection = record.collection(property) else {
        let keys = values.map(\.place.key)
        let data = values.map { place, value in
          RowLayout.jsonValue(
            RowCoding.rowValue(value), stored.coding,
            reference: ModelStore.referenceID(store.id(of: owner) ?? "", name, place.key))
        }
        store.unknownMembers.insert(
          owner, name, stored.isMap ? .object(Dictionary(zip(keys, data)) { first, _ in first }) : .array(data))
        continue
      }
      for (place, value) in values {
        var element = value
        if collection.holdsEntities {
          let id = ModelStore.referenceID(record.header.pointee.id, name, place.key)
          let holder = store.makeUnheld(store.referenceType, id: id)
          if case .string(let key) = value { write(key, holder) }
          if let record = store.record(holder) { store.placeElement(record, in: owner, slot: property.slot) }
          element = .entity(holder)
        }
        if collection.shape == .map {
          let (index, found) = collection.position(of: place.key)
          if !found { collection.insert(element, at: index, key: place.key, store.entities) }
        } else if collection.shape == .list || collection.holdsEntities || collection.member(element) == nil {
          collection.insert(element, at: collection.count, key: nil, store.entities)
        }
      }
      if collection.count != values.count { isExact = false }
    }
    return isExact
  }
}
