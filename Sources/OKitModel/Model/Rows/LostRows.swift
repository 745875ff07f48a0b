/// The rows for which the classes of the application have no place: those of classes that it does not have, and those
/// in properties that are gone. They stay members of their owners, as the unknown members of a document do.
struct LostRows {
  /// The owner of a row, and what it owns: a row of an unknown class, or an entity.
  enum Node: Hashable {
    case row(String)
    case entity(EntityID)
  }

  private struct Group: Hashable {
    let owner: Node
    let property: String
  }

  /// The rows of unknown classes.
  private(set) var document: RowDocument
  private var entries: [Group: [(node: Node, place: RowPlace?)]] = [:]
  private var owners: [Node: Node] = [:]

  init(_ document: RowDocument) { self.document = document }

  func hasRow(_ id: String) -> Bool { document.rows[id] != nil }

  mutating func add(_ node: Node, to owner: Node, _ property: String, _ place: RowPlace?) {
    owners[node] = owner
    entries[Group(owner: owner, property: property), default: []].append((node, place))
  }

  /// Places the rows of unknown classes.
  ///
  /// - Parameters:
  ///   - find: Returns the entity with an id among those that were read.
  ///   - failure: Makes the error of a row.
  /// - Throws: `storage.row` for a row without an owner, `model.unknownType` for one in a property that exists.
  mutating func placeRows(
    _ store: ModelStore, _ find: (String) throws -> EntityID?,
    _ failure: (_ problem: String, _ table: String, _ id: String) -> Diagnostic
  ) throws {
    for id in document.ids {
      guard let row = document.rows[id] else { continue }
      let table = document.model.layout.classes[row.type]?.table ?? row.type
      guard let parent = row.parent else {
        throw unknown(row.type, table, "the row \"\(id)\" of the table \"\(table)\" is a model", store)
      }
      if let owner = try find(parent.id) {
        if store.type(of: owner)?.property(named: parent.property).map(RowSchema.isOwnedRow) == true {
          throw unknown(
            row.type, table, "\(store.describe(owner)).\(parent.property) has entities in the table \"\(table)\"", store
          )
        }
        add(.row(id), to: .entity(owner), parent.property, parent.place)
      } else if hasRow(parent.id) {
        owners[.row(id)] = .row(parent.id)
      } else {
        var error = failure("its owner, the row with the id \"\(parent.id)\", is missing", table, id)
        error.hint = OwnerlessRows.hint(table, RowSchema.idColumn, id)
        throw error
      }
    }
  }

  private func unknown(_ type: String, _ table: String, _ problem: String, _ store: ModelStore) -> Diagnostic {
    Diagnostic(
      "model.unknownType", "\(problem) of the unknown class \"\(type)\"",
      hint: NearestName.hint(for: type, in: store.types.names)
        ?? "if the class has another name now, name its table: NAME.table = \"\(table)\"")
  }

  /// Makes members of their owners of all rows: what is in them first.
  mutating func keep(in store: ModelStore) throws {
    // Rows that own each other have no entity above.
    for id in document.ids { _ = try depth(of: .row(id), store) }
    let groups = try entries.keys.map { (group: $0, depth: try depth(of: $0.owner, store)) }
    for (group, _) in groups.sorted(by: { $0.depth > $1.depth }) {
      let entries = entries[group] ?? []
      switch group.owner {
      case .row(let id):
        for (node, place) in entries {
          document.add(.data(try value(of: node, in: group, store)), to: id, group.property, place)
        }
      case .entity(let owner):
        let layout = store.type(of: owner).flatMap { document.model.layout.classes[$0.name] }
        let shape = layout?.owned[group.property]?.shape
        let values = try entries.map { node, place in (place: place, value: try value(of: node, in: group, store)) }
        store.unknownMembers.insert(owner, group.property, RowDocument.value(values, shape))
      }
      for case (.entity(let entity), _) in entries { store.garbage.append(entity) }
    }
  }

  private func value(of node: Node, in group: Group, _ store: ModelStore) throws -> JSONValue {
    let (type, value): (String?, JSONValue) =
      switch node {
      case .row(let id): (document.rows[id]?.type, try document.value(of: id))
      case .entity(let entity): (store.type(of: entity)?.name, store.jsonValue(entity))
      }
    let owner: String? =
      switch group.owner {
      case .row(let id): document.rows[id]?.type
      case .entity(let entity): store.type(of: entity)?.name
      }
    guard let type, let owner else { return value }
    return document.model.layout.naming(type, value, in: group.property, of: owner)
  }

  /// Returns the number of owners above.
  private func depth(of node: Node, _ store: ModelStore) throws -> Int {
    var (current, depth) = (node, 0)
    while depth <= ModelStore.maximumDepth {
      if let owner = owners[current] {
        current = owner
      } else if case .entity(let entity) = current, let parent = store.record(entity)?.header.pointee.parent {
        current = .entity(parent)
      } else {
        return depth
      }
      depth += 1
    }
    throw Diagnostic(
      "storage.row", "rows are nested more than \(ModelStore.maximumDepth) levels deep, or own themselves")
  }
}
