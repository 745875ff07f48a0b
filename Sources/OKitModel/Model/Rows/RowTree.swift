/// The rows of a stored model, from owners to what they own, with memory for one row of each level only.
///
/// All reads must see the same state of the database.
final class RowTree {
  /// The rows of one class.
  final class Rows {
    let stored: StoredRows
    let byID: RowQuery
    /// The rows in a property of an owner: those with positions, others, and those with keys.
    fileprivate(set) var owned: [RowQuery] = []
    /// The members of the entities in the order of a document.
    fileprivate(set) var members: [Member] = []

    fileprivate init(_ stored: StoredRows, _ storage: any RowStorage) {
      self.stored = stored
      var selection = RowSelection(stored.layout.table, stored.columns)
      selection.conditions = [RowSchema.idColumn]
      byID = RowQuery(selection, storage)
    }

    var table: String { stored.layout.table }
  }

  struct Member {
    enum Kind {
      case id, type, version
      /// The index among the properties of the class.
      case value(Int)
      case collection(RowLayout.Collection, RowQuery)
      case owned(OwnedProperty)
    }

    let name: String
    let kind: Kind
  }

  /// A property whose entities are rows.
  struct OwnedProperty {
    /// The name as the rows have it.
    let value: RowValue
    /// Nil if the database does not tell.
    let layout: RowLayout.Owned?
    var types: [Rows] = []
  }

  let storage: any RowStorage
  let model: ModelRow
  let all: [Rows]
  /// The number of rows.
  private(set) var count = 0
  /// Called for each row that a check reads.
  private let step: () throws -> Void

  /// - Throws: `model.duplicateId`, `storage.row` for a row whose owner is missing and for a model without its root,
  ///   and what reading throws.
  init(_ storage: any RowStorage, _ model: ModelRow, step: @escaping () throws -> Void) throws {
    (self.storage, self.model, self.step) = (storage, model, step)
    all = try model.layout.classes.sorted { $0.key < $1.key }.map {
      Rows(try StoredRows($0.key, $0.value, in: storage), storage)
    }
    count = try countRows()
    guard try rows(of: model.rootID) != nil else {
      throw damaged(model.rootID, nil, "the row of the model, with the id \"\(model.rootID)\", is missing")
    }
    var owned = all.map { _ in [RowValue: [Rows]]() }
    for rows in all {
      if rows.stored.hasParent { try addOwners(of: rows, to: &owned) } else { try expectRoot(rows) }
      rows.owned = try ownedQueries(rows)
    }
    for (index, rows) in all.enumerated() { rows.members = try members(of: rows, owned[index]) }
  }

  func damaged(_ id: String, _ rows: Rows?, _ problem: String) -> Diagnostic {
    Diagnostic(
      "storage.row", (rows.map { "table \"\($0.table)\", row \"\(id)\": " } ?? "") + problem,
      place: Diagnostic.Place(file: storage.location))
  }

  func query(_ rows: Rows, _ columns: [String], _ change: (inout RowSelection) -> Void = { _ in }) -> RowQuery {
    var selection = RowSelection(rows.table, columns)
    change(&selection)
    return RowQuery(selection, storage)
  }

  /// Returns the rows of the class that the row with an id has.
  private func rows(of id: String) throws -> Rows? {
    try all.first { try $0.byID.run([.text(id)]) { try $0.next() } }
  }

  // MARK: Checks

  /// Returns the number of rows, which have different ids.
  private func countRows() throws -> Int {
    var (count, last): (Int, String?) = (0, nil)
    let cursors = try all.map { rows in
      try query(rows, [RowSchema.idColumn]) { $0.order = [RowSchema.idColumn] }.start([])
    }
    var ids = try cursors.map { try $0.next() ? $0.text(0) : nil }
    while true {
      var first: (index: Int, id: String)?
      for (index, id) in ids.enumerated() {
        guard let id, first.map({ JSONWriter.precedes(id, $0.id) }) ?? true else { continue }
        first = (index, id)
      }
      guard let (index, id) = first else { return count }
      if let last, last.utf8.elementsEqual(id.utf8) {
        throw Diagnostic(
          "model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: storage.location))
      }
      (count, last) = (count + 1, id)
      ids[index] = try cursors[index].next() ? cursors[index].text(0) : nil
      try step()
    }
  }

  /// Finds the owners of all rows of a class, and adds the class to the properties that have its rows, by the class of
  /// the owner.
  private func addOwners(of rows: Rows, to owned: inout [[RowValue: [Rows]]]) throws {
    let columns = Array(RowSchema.parentColumns[..<2])
    let groups = query(rows, columns) {
      $0.order = columns
      $0.isDistinct = true
    }
    // Mostly, the next owner is of the same class.
    var (owner, last) = (0, RowValue.null)
    try groups.run { group in
      while try group.next() {
        try step()
        let (id, property) = (group.value(0), group.value(1))
        if id != last || id == .null {
          guard case .text = id, let found = try index(of: id, first: owner) else {
            try expectRoot(rows, [id, property])
            continue
          }
          (owner, last) = (found, id)
        }
        if owned[owner][property]?.last !== rows { owned[owner][property, default: []].append(rows) }
      }
    }
  }

  /// Returns the index of the class that has a row.
  private func index(of id: RowValue, first: Int) throws -> Int? {
    func has(_ index: Int) throws -> Bool { try all[index].byID.run([id]) { try $0.next() } }
    if try has(first) { return first }
    return try all.indices.first { try $0 != first && has($0) }
  }

  /// Checks that no row but the one of the model is without an owner.
  ///
  /// - Parameter owner: The missing owner and the property; nil for a class whose rows have no owners.
  private func expectRoot(_ rows: Rows, _ owner: [RowValue] = []) throws {
    let ids = query(rows, [RowSchema.idColumn]) { $0.conditions = Array(RowSchema.parentColumns[..<owner.count]) }
    try ids.run(owner) { row in
      while try row.next() {
        let id = row.text(0)
        guard id.utf8.elementsEqual(model.rootID.utf8) else {
          let name = if case .text(let name)? = owner.first { name } else { "" }
          var error = damaged(id, rows, "its owner, the row with the id \"\(name)\", is missing")
          error.hint = OwnerlessRows.hint(rows.table, RowSchema.idColumn, id)
          throw error
        }
      }
    }
  }

  /// Checks that the owners of all rows lead to the model.
  ///
  /// - Throws: `storage.row` for rows that own each other.
  func checkOwners() throws {
    let parents = all.map { rows in
      query(rows, rows.stored.hasParent ? [RowSchema.parentColumns[0]] : [RowSchema.idColumn]) {
        $0.conditions = [RowSchema.idColumn]
      }
    }
    for rows in all where rows.stored.hasParent {
      try query(rows, [RowSchema.idColumn]).run { row in
        while try row.next() {
          try step()
          var (id, depth) = (row.text(0), 0)
          while !id.utf8.elementsEqual(model.rootID.utf8) {
            depth += 1
            guard depth <= ModelStore.maximumDepth else { throw tooDeep(row.text(0), rows) }
            for query in parents { try query.run([.text(id)]) { if try $0.next() { id = $0.text(0) } } }
          }
        }
      }
    }
  }

  func tooDeep(_ id: String, _ rows: Rows) -> Diagnostic {
    damaged(id, rows, "the row is nested more than \(ModelStore.maximumDepth) levels deep, or owns itself")
  }

  // MARK: Members

  private func ownedQueries(_ rows: Rows) throws -> [RowQuery] {
    guard rows.stored.hasParent else { return [] }
    let position = RowSchema.parentColumns[2]
    let kinds = try RowSelection.Kinds.allCases.filter { kinds in
      try query(rows, [position]) { $0.kinds = (position, kinds) }.run { try $0.next() }
    }
    return kinds.map { kind in
      query(rows, rows.stored.columns) {
        ($0.conditions, $0.order) = (Array(RowSchema.parentColumns[..<2]), [position])
        if kinds.count > 1 { $0.kinds = (position, kind) }
      }
    }
  }

  private func members(of rows: Rows, _ owned: [RowValue: [Rows]]) throws -> [Member] {
    let layout = rows.stored.layout
    var members = [
      Member(name: RowSchema.idColumn, kind: .id), Member(name: ModelStore.typeKey, kind: .type),
      Member(name: ModelRegistry.versionKey, kind: .version),
    ]
    for (index, property) in rows.stored.properties.enumerated() {
      members.append(Member(name: property.key, kind: .value(index)))
    }
    for (name, collection) in layout.collections {
      let place = collection.isMap ? "key" : "position"
      var selection = RowSelection(collection.table, [place, "value"])
      (selection.conditions, selection.order) = (["owner_id"], [place])
      members.append(Member(name: name, kind: .collection(collection, RowQuery(selection, storage))))
    }
    var properties = Dictionary(
      uniqueKeysWithValues: layout.owned.map { name, layout in
        (RowValue.text(name), OwnedProperty(value: .text(name), layout: layout))
      })
    for (value, types) in owned {
      properties[value, default: OwnedProperty(value: value, layout: nil)].types = types
    }
    for (value, property) in properties {
      let name = if case .text(let text) = value { text } else { "" }
      members.append(Member(name: name, kind: .owned(property)))
    }
    return members.sorted { JSONWriter.precedes($0.name, $1.name) }
  }
}
