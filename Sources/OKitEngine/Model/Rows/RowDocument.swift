/// A database of okit as a document, for programs that do not know its classes.
///
/// Values are as the database has them: Bools are numbers, and dates are texts.
package enum RowDocument {
  /// Returns the data of the model.
  ///
  /// - Throws: `storage.foreign` for a database of another program, `storage.row`, and what reading throws.
  package static func read(_ storage: any RowStorage) throws -> JSONValue {
    guard let model = try ModelRow.read(storage) else { return .object([:]) }
    var rows = Rows()
    for (name, stored) in model.layout.classes.sorted(by: { $0.key < $1.key }) {
      try rows.read(name, stored, storage, isRoot: model.rootID)
    }
    return rows.members(of: model.rootID, depth: 0)
  }

  private struct Child {
    let id: String
    let place: RowPlace?
  }

  private struct Rows {
    private var members: [String: [String: JSONValue]] = [:]
    private var children: [String: [String: [Child]]] = [:]

    mutating func read(_ name: String, _ stored: RowLayout.Class, _ storage: any RowStorage, isRoot root: String) throws
    {
      let present = Set(try storage.columns(of: stored.table).map(\.name))
      let hasParent = present.contains(RowSchema.parentColumns[0])
      let properties = stored.columns.sorted { $0.key < $1.key }
      let first = hasParent ? 5 : 2
      let columns =
        [RowSchema.idColumn, RowSchema.extraColumn] + (hasParent ? RowSchema.parentColumns : [])
        + properties.map(\.value)
      try storage.read(stored.table, columns) { row in
        let id = row.text(0)
        var found: [String: JSONValue] = [:]
        if row.kind(1) == .text, case .object(let extra)? = RowLayout.value(row.text(1)) { found = extra }
        for (index, property) in properties.enumerated() where row.kind(first + index) != .null {
          found[property.key] = RowCoding.jsonValue(row.value(first + index))
        }
        found[RowSchema.idColumn] = .string(id)
        members[id] = found
        guard hasParent, row.kind(2) == .text else { return }
        let place = row.kind(4) == .null ? nil : RowPlace(row, 4)
        children[row.text(2), default: [:]][row.text(3), default: []].append(Child(id: id, place: place))
      }
      for (property, collection) in stored.collections {
        var values: [String: [(place: RowPlace, value: JSONValue)]] = [:]
        try storage.read(collection.table, ["owner_id", collection.isMap ? "key" : "position", "value"]) { row in
          values[row.text(0), default: []].append((RowPlace(row, 1), RowCoding.jsonValue(row.value(2))))
        }
        for (owner, elements) in values {
          let sorted = elements.sorted { $0.place.precedes($1.place) }
          members[owner]?[property] =
            collection.isMap
            ? .object(Dictionary(sorted.map { ($0.place.key, $0.value) }) { first, _ in first })
            : .array(sorted.map(\.value))
        }
      }
    }

    func members(of id: String, depth: Int) -> JSONValue {
      var result = members[id] ?? [:]
      guard depth <= ModelStore.maximumDepth else { return .object(result) }
      for (property, children) in children[id] ?? [:] {
        let sorted = children.sorted { left, right in
          guard let left = left.place, let right = right.place else { return false }
          return left.precedes(right)
        }
        let data = sorted.map { members(of: $0.id, depth: depth + 1) }
        switch sorted.first?.place {
        case nil: result[property] = data.first
        case .position: result[property] = .array(data)
        case .key:
          result[property] = .object(Dictionary(zip(sorted.map { $0.place?.key ?? "" }, data)) { first, _ in first })
        }
      }
      return .object(result)
    }
  }
}
