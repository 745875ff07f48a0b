/// The rows of a database as the data that a document of the model would have.
struct RowDocument {
  struct Row {
    let type: String
    /// The members of the entity without the entities that it owns.
    var members: [String: JSONValue]
    /// The place of the entity; nil for a model.
    let parent: Parent?
  }

  struct Parent {
    let id: String
    let property: String
    /// The position or the key; nil in a property of its own.
    let place: RowPlace?
  }

  /// The children of a row.
  enum Child {
    /// Another row.
    case row(String)
    /// An entity of a class that the reader knows.
    case data(JSONValue)
  }

  let model: ModelRow
  private let location: String
  /// The rows by id.
  private(set) var rows: [String: Row] = [:]
  /// The ids of the rows in the order of reading.
  private(set) var ids: [String] = []
  private var children: [String: [String: [(place: RowPlace?, child: Child)]]] = [:]

  /// Reads the rows of classes.
  ///
  /// - Throws: `model.duplicateId`, what reading throws, and what `step` throws, which is called for each row.
  init(_ storage: any RowStorage, _ model: ModelRow, of classes: [String], step: () throws -> Void = {}) throws {
    (self.model, location) = (model, storage.location)
    for name in classes.sorted() {
      if let stored = model.layout.classes[name] { try read(name, stored, storage, step) }
    }
  }

  // MARK: Reading

  private mutating func read(
    _ name: String, _ stored: RowLayout.Class, _ storage: any RowStorage, _ step: () throws -> Void
  ) throws {
    let described = try StoredRows(name, stored, in: storage)
    try storage.read(stored.table, described.columns) { row in
      try step()
      let id = described.id(row)
      var members = try described.extra(row)
      for (property, collection) in stored.collections {
        members[property] = collection.isMap ? .object([:]) : .array([])
      }
      for (property, owned) in stored.owned where owned.shape != .one {
        members[property] = owned.shape == .map ? .object([:]) : .array([])
      }
      for (index, property) in described.properties.enumerated() {
        let value = try described.value(index, of: id, row)
        if value != .null { members[property.key] = value }
      }
      members[RowSchema.idColumn] = .string(id)
      var parent: Parent?
      if described.hasParent, row.kind(2) == .text {
        parent = Parent(id: row.text(2), property: row.text(3), place: described.place(row))
      }
      guard rows.updateValue(Row(type: name, members: members, parent: parent), forKey: id) == nil else {
        throw Diagnostic("model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: location))
      }
      ids.append(id)
      if let parent { add(.row(id), to: parent.id, parent.property, parent.place) }
    }
    for (property, collection) in stored.collections { try read(collection, property, storage) }
  }

  private mutating func read(_ collection: RowLayout.Collection, _ property: String, _ storage: any RowStorage) throws {
    var values: [String: [(place: RowPlace, value: JSONValue)]] = [:]
    try storage.read(collection.table, ["owner_id", collection.isMap ? "key" : "position", "value"]) { row in
      let (owner, place) = (row.text(0), RowPlace(row, 1))
      if let problem = RowLayout.problem(row.value(2), collection.coding) {
        throw Diagnostic(
          "storage.row", "table \"\(collection.table)\", row \"\(owner)\", column \"value\": \(problem)",
          place: Diagnostic.Place(file: location))
      }
      let value = RowLayout.jsonValue(
        row.value(2), collection.coding, reference: ModelStore.referenceID(owner, property, place.key))
      values[owner, default: []].append((place, value))
    }
    for (owner, elements) in values {
      let sorted = elements.sorted { $0.place.precedes($1.place) }
      rows[owner]?.members[property] =
        collection.isMap
        ? .object(Dictionary(sorted.map { ($0.place.key, $0.value) }) { first, _ in first })
        : .array(sorted.map(\.value))
    }
  }

  // MARK: Changing

  mutating func add(_ child: Child, to owner: String, _ property: String, _ place: RowPlace?) {
    children[owner, default: [:]][property, default: []].append((place, child))
  }

  mutating func setMembers(_ members: [String: JSONValue], of id: String) { rows[id]?.members = members }

  /// The properties with entities of their own that a row has.
  func ownedProperties(of id: String) -> [String] { children[id].map { $0.keys.sorted() } ?? [] }

  // MARK: Data

  /// Returns a row with everything that it owns.
  ///
  /// - Throws: `storage.row` for rows that own each other.
  func value(of id: String, depth: Int = 0) throws -> JSONValue {
    guard let row = rows[id] else { return .object([:]) }
    guard depth <= ModelStore.maximumDepth else {
      throw Diagnostic(
        "storage.row",
        "table \"\(model.layout.classes[row.type]?.table ?? row.type)\", row \"\(id)\": the row is nested more than "
          + "\(ModelStore.maximumDepth) levels deep, or owns itself", place: Diagnostic.Place(file: location))
    }
    var members = row.members
    for (property, children) in children[id] ?? [:] {
      let entries = try children.map { place, child in
        (place: place, value: try value(of: child, in: property, of: row, depth: depth))
      }
      members[property] = Self.value(entries, model.layout.classes[row.type]?.owned[property]?.shape)
    }
    return .object(members)
  }

  private func value(of child: Child, in property: String, of owner: Row, depth: Int) throws -> JSONValue {
    switch child {
    case .data(let data): return data
    case .row(let id):
      let value = try value(of: id, depth: depth + 1)
      return rows[id].map { model.layout.naming($0.type, value, in: property, of: owner.type) } ?? value
    }
  }

  /// Returns the value of a property for what it owns.
  ///
  /// - Parameter shape: What the property is; nil if the database does not tell.
  static func value(_ entries: [(place: RowPlace?, value: JSONValue)], _ shape: RowLayout.Shape?) -> JSONValue {
    let sorted = entries.enumerated().sorted { left, right in
      guard let first = left.element.place, let second = right.element.place else { return left.offset < right.offset }
      return first.precedes(second) || !second.precedes(first) && left.offset < right.offset
    }.map(\.element)
    switch (shape, sorted.first?.place) {
    case (.one, _), (nil, nil): return sorted.first?.value ?? .null
    case (.map, _), (nil, .key?):
      return .object(Dictionary(sorted.map { ($0.place?.key ?? "", $0.value) }) { first, _ in first })
    case (.list, _), (nil, .position?): return .array(sorted.map(\.value))
    }
  }
}
