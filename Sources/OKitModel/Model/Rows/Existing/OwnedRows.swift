/// The rows in one property of an owner, in their order, although those of each class have a table of their own.
struct OwnedRows {
  /// The rows of one class: the queries of one follow the other.
  private struct Part {
    let rows: RowTree.Rows
    var queries: ArraySlice<RowQuery>
    var cursor: (any RowCursor)?
    var place = RowPlace.position(.max)
  }

  private let values: [RowValue]
  private var parts: [Part]
  /// The part whose row was returned last.
  private var current: Int?

  /// - Parameter property: The name of the property as the rows have it.
  init(_ owner: String, _ property: RowValue, _ types: [RowTree.Rows]) throws {
    values = [.text(owner), property]
    parts = types.map { Part(rows: $0, queries: $0.owned[...]) }
    for index in parts.indices { try advance(index) }
  }

  /// Returns the next row; nil after the last one.
  mutating func next() throws -> (rows: RowTree.Rows, cursor: any RowCursor, place: RowPlace)? {
    if let current { try advance(current) }
    var first: Int?
    for index in parts.indices where parts[index].cursor != nil {
      if first.map({ parts[index].place.precedes(parts[$0].place) }) ?? true { first = index }
    }
    current = first
    guard let first, let cursor = parts[first].cursor else { return nil }
    return (parts[first].rows, cursor, parts[first].place)
  }

  /// Gives the cursors back.
  mutating func end() {
    for index in parts.indices { endQuery(of: index) }
    current = nil
  }

  private mutating func advance(_ index: Int) throws {
    while let query = parts[index].queries.first {
      let cursor = try parts[index].cursor ?? query.start(values)
      parts[index].cursor = cursor
      if try cursor.next() {
        parts[index].place = RowPlace(cursor, 4)
        return
      }
      endQuery(of: index)
      parts[index].queries.removeFirst()
    }
  }

  private mutating func endQuery(of index: Int) {
    guard let cursor = parts[index].cursor else { return }
    parts[index].queries.first?.end(cursor)
    parts[index].cursor = nil
  }
}
