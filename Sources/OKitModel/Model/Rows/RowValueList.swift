/// The rows of a list or set of values, which have no ids: they are found by counting.
///
/// A row that is removed, or beside which another one is added, must have the value that it had when the model was read
/// or stored last: another program may have changed the list since.
struct RowValueList {
  private let encoder: RowEncoder
  private let collection: RowSchema.Collection
  private let owner: EntityID
  private let id: String
  private let elements: CollectionStorage
  private let oldCount: Int

  /// - Parameter oldCount: The number of rows before the changes.
  init(
    _ encoder: RowEncoder, _ collection: RowSchema.Collection, _ owner: EntityID, _ id: String,
    _ elements: CollectionStorage, oldCount: Int
  ) {
    (self.encoder, self.collection, self.owner, self.id) = (encoder, collection, owner, id)
    (self.elements, self.oldCount) = (elements, oldCount)
  }

  private var isOwner: RowCondition { RowCondition(RowSchema.Collection.owner, .text(id)) }

  private func conflict(_ index: Int, expected: RowValue?, found: RowValue?) -> Diagnostic {
    encoder.store.changedRow(of: owner, collection, .position(index), expected: expected, found: found)
  }

  /// Writes the changes. O(rows that change), after counting from the nearer end.
  ///
  /// - Parameter earlier: Returns what the row of an element had before.
  /// - Throws: `storage.conflict`.
  func write(_ changes: RowListChanges, earlier: (Value) -> RowValue) throws {
    // All positions are looked up before the first change.
    var positions: [Int: Int] = [:]
    func read(_ range: ClosedRange<Int>) throws {
      for (index, position) in try rows(range, { changes.element($0, in: elements).map(earlier) }) {
        positions[index] = position
      }
    }
    for range in changes.ranges(count: elements.count, oldCount: oldCount) { try read(range) }
    var added: [(range: Range<Int>, positions: [Int])] = []
    for range in changes.changed {
      let lower = changes.old(range.lowerBound - 1).flatMap { positions[$0] }
      let upper = changes.old(range.upperBound).flatMap { positions[$0] }
      guard let new = RowPositions.between(lower, upper, count: range.count) else {
        try read(-1...oldCount)
        return try encoder.rewriteValues(collection, elements, id)
      }
      added.append((range, new))
    }
    for index in changes.leaving {
      guard let position = positions[index] else { continue }
      let count = try encoder.writer.delete(
        from: collection.table, where: [isOwner, RowCondition(RowSchema.Collection.place, .int(position))])
      try expectOne(count, index, position)
    }
    for (range, positions) in added {
      for (index, position) in zip(range, positions) {
        try encoder.writer.insert(
          [isOwner.value, .int(position), encoder.rowValue(elements.element(index))], into: collection.table)
      }
    }
  }

  /// Writes the value of one row.
  ///
  /// - Throws: `storage.conflict`.
  func write(_ value: RowValue, at index: Int, earlier: RowValue) throws {
    let (position, stored) = try row(index)
    if let stored, collection.isSame(stored, as: value) { return }
    guard let position, let stored, collection.isSame(stored, as: earlier) else {
      throw conflict(index, expected: earlier, found: stored)
    }
    let count = try encoder.writer.update(
      collection.table, [RowCondition(RowSchema.Collection.value, value)],
      where: [isOwner, RowCondition(RowSchema.Collection.place, .int(position))])
    try expectOne(count, index, position)
  }

  private func expectOne(_ count: Int, _ index: Int, _ position: Int) throws {
    guard count != 1 else { return }
    throw encoder.store.changedRows(
      of: owner, collection, .position(index), "\(count) rows have the position \(position)")
  }

  private func row(_ index: Int) throws -> (position: Int?, value: RowValue?) {
    let isBehind = index > oldCount / 2
    let row = try select(isBehind, offset: isBehind ? oldCount - 1 - index : index, limit: 1).first
    guard let row, case .int(let position) = row[0] else { return (nil, row?[1]) }
    return (position, row[1])
  }

  /// Returns the positions of rows by their indices before.
  ///
  /// - Parameters:
  ///   - range: The indices. -1 and `oldCount`, the ends of the list, have no rows, but nothing may be there.
  ///   - earlier: Returns what the row of an index had before.
  private func rows(_ range: ClosedRange<Int>, _ earlier: (Int) -> RowValue?) throws -> [(index: Int, position: Int)] {
    let (first, end) = (max(range.lowerBound, 0), min(range.upperBound + 1, oldCount))
    let (isFront, isBack) = (range.lowerBound < 0, range.upperBound >= oldCount)
    let isBehind = !isFront && (isBack || first > oldCount - end)
    let isAll = isFront && isBack
    var rows = try select(isBehind, offset: isBehind ? oldCount - end : first, limit: end - first + (isAll ? 1 : 0))
    if isBehind { rows.reverse() }
    if rows.count > end - first { throw conflict(oldCount, expected: nil, found: rows[end - first][1]) }
    let missing = end - first - rows.count
    return try (first..<end).map { index in
      let number = index - first - (isBehind ? missing : 0)
      let (row, value) = (rows.indices.contains(number) ? rows[number] : nil, earlier(index))
      guard let row, case .int(let position) = row[0], let value, collection.isSame(row[1], as: value) else {
        throw conflict(index, expected: value, found: row?[1])
      }
      return (index, position)
    }
  }

  private func select(_ isBehind: Bool, offset: Int, limit: Int) throws -> [[RowValue]] {
    try encoder.writer.select(
      [RowSchema.Collection.place, RowSchema.Collection.value], from: collection.table, where: [isOwner],
      order: RowSchema.Collection.place, descending: isBehind, offset: offset, limit: limit)
  }
}

/// The row of a map of values for one key.
struct RowValueEntry {
  private let encoder: RowEncoder
  private let collection: RowSchema.Collection
  private let owner: EntityID
  private let id: String
  private let key: String

  init(
    _ encoder: RowEncoder, _ collection: RowSchema.Collection, _ owner: EntityID, _ id: String, _ key: String
  ) {
    (self.encoder, self.collection, self.owner, self.id, self.key) = (encoder, collection, owner, id, key)
  }

  /// Writes the value, or removes the row.
  ///
  /// - Parameters:
  ///   - new: The value; nil for none.
  ///   - earlier: What the row had when the model was read or stored last; nil for no row.
  /// - Throws: `storage.conflict`.
  func write(_ new: RowValue?, earlier: RowValue?) throws {
    let place = [
      RowCondition(RowSchema.Collection.owner, .text(id)), RowCondition(RowSchema.Collection.place, .text(key)),
    ]
    let stored = try encoder.writer.select([RowSchema.Collection.value], from: collection.table, where: place).first?[0]
    if new != nil, isSame(stored, new) { return }
    guard isSame(stored, earlier) else {
      throw encoder.store.changedRow(of: owner, collection, .key(key), expected: earlier, found: stored)
    }
    if let new {
      try encoder.writer.put([.text(id), .text(key), new], into: collection.table)
    } else {
      try encoder.writer.delete(from: collection.table, where: place)
    }
  }

  private func isSame(_ left: RowValue?, _ right: RowValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return collection.isSame(left, as: right)
  }
}

extension RowSchema.Collection {
  /// Returns whether a row has a value, in whatever form another program has written it.
  func isSame(_ row: RowValue, as value: RowValue) -> Bool {
    row == value || row.isRead(as: value, by: property.type.element ?? property.type)
  }

  func isSame(_ rows: [RowEncoder.StoredValue], as values: [RowEncoder.StoredValue]) -> Bool {
    rows.count == values.count
      && zip(rows, values).allSatisfy { $0.key == $1.key && isSame($0.value, as: $1.value) }
  }
}
