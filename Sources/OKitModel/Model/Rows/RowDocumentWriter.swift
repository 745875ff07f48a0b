/// Writes the rows of a stored model as the document that the model would be, with memory for a few rows.
package final class RowDocumentWriter {
  private let tree: RowTree
  private let progress: (Double) throws -> Void
  private var count = 0

  /// Writes the document of the model in a database of okit. All reads must see the same state.
  ///
  /// - Parameters:
  ///   - progress: Called now and then with the part of the work that is done, from 0 to 1. Its error ends the work.
  ///   - receive: Receives the document piece by piece.
  /// - Throws: `storage.foreign` for a database of another program, `model.duplicateId`, `storage.row`, and what
  ///   reading and the closures throw.
  package static func write(
    _ storage: any RowStorage, progress: @escaping (Double) throws -> Void = { _ in },
    _ receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let model = try ModelRow.read(storage)
    let writer = try model.map {
      RowDocumentWriter(try RowTree(storage, $0) { try progress(0) }, progress)
    }
    try JSONWriter.write(pretty: true, passingTo: receive) { json in
      if let writer {
        try writer.writeModel(&json)
      } else {
        try json.write(.object([:]))
      }
      json.endLine()
    }
  }

  private init(_ tree: RowTree, _ progress: @escaping (Double) throws -> Void) {
    (self.tree, self.progress) = (tree, progress)
  }

  private func writeModel(_ json: inout JSONWriter) throws {
    for rows in tree.all {
      try rows.byID.run([.text(tree.model.rootID)]) { row in
        if try row.next() { try write(rows, row, owner: nil, depth: 0, &json) }
      }
    }
    // Rows that own each other are below no other row.
    if count < tree.count { try tree.checkOwners() }
  }

  /// Writes a row with everything that it owns.
  ///
  /// - Parameter owner: The property that the row is in; nil for the model.
  private func write(
    _ rows: RowTree.Rows, _ row: any RowCursor, owner: RowLayout.Owned?, depth: Int, _ json: inout JSONWriter
  ) throws {
    let id = rows.stored.id(row)
    guard depth <= ModelStore.maximumDepth else { throw tree.tooDeep(id, rows) }
    var extra = try rows.stored.extra(row).sorted { JSONWriter.precedes($0.key, $1.key) }[...]
    try json.beginObject()
    for member in rows.members {
      while let first = extra.first, JSONWriter.precedes(first.key, member.name) {
        json.key(first.key)
        try json.write(first.value)
        extra.removeFirst()
      }
      let isWritten = try write(member, of: id, rows, row, owner: owner, depth: depth, &json)
      guard let first = extra.first, first.key.utf8.elementsEqual(member.name.utf8) else { continue }
      if !isWritten {
        json.key(first.key)
        try json.write(first.value)
      }
      extra.removeFirst()
    }
    for (key, value) in extra {
      json.key(key)
      try json.write(value)
    }
    json.endObject()
    try json.passPiece()
    count += 1
    try progress(Double(count) / Double(max(1, tree.count)))
  }

  /// - Returns: Whether the entity has the member.
  private func write(
    _ member: RowTree.Member, of id: String, _ rows: RowTree.Rows, _ row: any RowCursor, owner: RowLayout.Owned?,
    depth: Int, _ json: inout JSONWriter
  ) throws -> Bool {
    switch member.kind {
    case .id:
      json.key(member.name)
      json.string(id)
    case .type:
      guard let owner, owner.type != rows.stored.name else { return false }
      json.key(member.name)
      json.string(rows.stored.name)
    case .version:
      guard depth == 0, tree.model.version != 1 else { return false }
      json.key(member.name)
      json.int(tree.model.version)
    case .value(let index):
      let value = try rows.stored.value(index, of: id, row)
      guard value != .null else { return false }
      json.key(member.name)
      try json.write(value)
    case .collection(let collection, let query):
      json.key(member.name)
      try query.run([.text(id)]) { try write($0, collection, of: id, member.name, &json) }
    case .owned(let property): return try write(property, of: id, member.name, depth: depth, &json)
    }
    return true
  }

  /// Writes a list, set or map of values.
  private func write(
    _ values: any RowCursor, _ collection: RowLayout.Collection, of id: String, _ name: String,
    _ json: inout JSONWriter
  ) throws {
    try collection.isMap ? json.beginObject() : json.beginArray()
    while try values.next() {
      let place = RowPlace(values, 0)
      let value = values.value(1)
      if let problem = RowLayout.problem(value, collection.coding) {
        throw Diagnostic(
          "storage.row", "table \"\(collection.table)\", row \"\(id)\", column \"value\": \(problem)",
          place: Diagnostic.Place(file: tree.storage.location))
      }
      if collection.isMap { json.key(place.key) }
      try json.write(
        RowLayout.jsonValue(value, collection.coding, reference: ModelStore.referenceID(id, name, place.key)))
      try json.passPiece()
    }
    collection.isMap ? json.endObject() : json.endArray()
  }

  // MARK: Owned rows

  /// - Returns: Whether the entity has the property.
  private func write(
    _ property: RowTree.OwnedProperty, of id: String, _ name: String, depth: Int, _ json: inout JSONWriter
  ) throws -> Bool {
    var owned = try OwnedRows(id, property.value, property.types)
    defer { owned.end() }
    var next = try owned.next()
    switch property.layout?.shape ?? next.map(Self.shape) {
    case nil: return false
    case .one:
      guard let (rows, row, _) = next else { return false }
      json.key(name)
      try write(rows, row, owner: property.layout, depth: depth + 1, &json)
    case .list:
      json.key(name)
      try json.beginArray()
      while let (rows, row, _) = next {
        try write(rows, row, owner: property.layout, depth: depth + 1, &json)
        next = try owned.next()
      }
      json.endArray()
    case .map:
      json.key(name)
      try json.beginObject()
      var keys = MapKeys()
      while let (rows, row, place) = next {
        if keys.insert(place) {
          json.key(place.key)
          try write(rows, row, owner: property.layout, depth: depth + 1, &json)
        }
        next = try owned.next()
      }
      json.endObject()
    }
    return true
  }

  /// Returns the shape of a property of which the database tells none, by its first row.
  private static func shape(_ rows: RowTree.Rows, _ row: any RowCursor, _ place: RowPlace) -> RowLayout.Shape {
    switch rows.stored.place(row) {
    case nil: .one
    case .position: .list
    case .key: .map
    }
  }
}

/// The keys of a map that were written.
private struct MapKeys {
  /// The numbers that another program has written as keys, which come first.
  private var numbers: Set<String> = []
  private var last: String?

  /// - Returns: False for a key that was inserted before.
  mutating func insert(_ place: RowPlace) -> Bool {
    if case .position = place { return numbers.insert(place.key).inserted }
    if let last, last.utf8.elementsEqual(place.key.utf8) { return false }
    last = place.key
    return !numbers.contains(place.key)
  }
}
