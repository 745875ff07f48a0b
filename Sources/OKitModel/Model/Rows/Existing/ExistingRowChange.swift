/// The writes of one store to a database that okit has not made.
final class ExistingRowChange {
  private let rows: ExistingRows
  private let writer: any RowWriter
  private let store: ModelStore
  private var inserting: Set<EntityID> = []
  /// References to rows that are inserted after the row that refers to them.
  private var late: [(entity: EntityID, Property)] = []
  /// The columns as the database declares them, by table; in the order of the class.
  private var declared: [String: [RowColumn]] = [:]
  /// The texts of the keys of the rows that were added, and of those that were removed, by table.
  private(set) var addedKeys: [String: Set<String>] = [:]
  private(set) var removedKeys: [String: Set<String>] = [:]

  init(_ rows: ExistingRows, _ writer: any RowWriter, _ store: ModelStore) {
    (self.rows, self.writer, self.store) = (rows, writer, store)
  }

  func write(_ recorder: ChangeRecorder) throws {
    try writer.deferReferences()
    if let entity = recorder.members.keys.filter(recorder.isLasting).min(by: { $0.index < $1.index }) {
      throw Diagnostic("storage.row", "\(store.describe(entity)) has members without a column in the database")
    }
    let entered = recorder.places.keys.filter {
      store.model(of: $0) == recorder.root && store.type(of: $0)?.isReference == false
    }
    try write(
      changedSlots(recorder), removing: try removedRows(recorder), adding: entered.sorted { $0.index < $1.index })
  }

  /// Writes changes in an order in which no rule of the database finds a row to change.
  private func write(
    _ changed: [EntityID: Set<Int32>], removing removed: [ExistingRowRemoval.Row], adding new: [EntityID]
  ) throws {
    try redirect(changed)
    try ExistingRowRemoval(rows, writer, store, columns).remove(removed)
    for row in removed {
      rows.keys[row.id] = nil
      removedKeys[row.described.table.name, default: []].insert(row.key.keyText)
    }
    try run(new.map { Write(entity: $0) } + changed.sorted { $0.key.index < $1.key.index }.map(Write.init))
    try updateLate()
  }

  // MARK: Unique values

  /// A row that is added or changed.
  private struct Write {
    let entity: EntityID
    /// The properties that have changed; nil for a new row.
    var slots: Set<Int32>?
  }

  /// Writes rows. One with a unique value that another row still has waits for that one; rows that wait for each other
  /// get other values first.
  private func run(_ writes: [Write]) throws {
    var (waiting, isParked) = (writes, false)
    while !waiting.isEmpty {
      var (taken, failure): ([Write], RowFailure?) = ([], nil)
      for write in waiting {
        do { try run(write) } catch let error as RowFailure where error.isTakenValue {
          taken.append(write)
          failure = failure ?? error
        }
      }
      // Each round settles half of the rows, so that a long chain takes no long time.
      if let failure, taken.count > waiting.count / 2 {
        guard !isParked else { throw failure }
        isParked = true
        do { try park(taken) } catch is RowFailure { throw failure }
      }
      waiting = taken
    }
  }

  private func run(_ write: Write) throws {
    guard let slots = write.slots else { return try insert(write.entity) }
    if !inserting.contains(write.entity) { try update(write.entity, slots) }
  }

  /// Gives the unique columns of rows values that no row has. NULL is none of them: rows that refer to one with ON
  /// UPDATE CASCADE follow it.
  private func park(_ writes: [Write]) throws {
    for write in writes {
      guard let slots = write.slots else { continue }
      let (described, id) = try described(write.entity)
      guard let key = rows.key(id, described.type.name) else { continue }
      let declared = try columns(of: described)
      let values = described.columns.filter { slots.contains($0.property.slot) && declared[$0.index].isUnique }.map {
        RowCondition($0.index, .unused(declared[$0.index].kind))
      }
      guard !values.isEmpty else { continue }
      _ = try store.naming(write.entity) {
        try writer.update(described.table, values, where: [RowCondition(0, key)])
      }
    }
  }

  /// Returns the properties that have changed, by entity.
  private func changedSlots(_ recorder: ChangeRecorder) -> [EntityID: Set<Int32>] {
    var changed: [EntityID: Set<Int32>] = [:]
    for (place, _) in recorder.values {
      guard let property = recorder.lastingProperty(place) else { continue }
      if let holder = store.type(of: place.owner), holder.isReference, let owner = store.parent(of: place.owner),
        let held = store.parentProperty(of: place.owner)
      {
        changed[owner, default: []].insert(held.slot)
      } else {
        changed[place.owner, default: []].insert(property.slot)
      }
    }
    return changed
  }

  /// Writes every row that differs, and removes those whose entities are gone. Rows that the application has never read
  /// stay.
  func writeAll(_ root: EntityID) throws {
    try writer.deferReferences()
    var changed: [EntityID: Set<Int32>] = [:]
    var removed: [ExistingRowRemoval.Row] = []
    var new: [EntityID] = []
    for described in rows.entities {
      let type = described.type.name
      var present: Set<String> = []
      for entity in store.entities(CollectionRef(owner: root, slot: described.list.slot)) {
        try store.budget.step()
        guard let key = store.id(of: entity).flatMap({ rows.key($0, type) }), rows.isKnown(key, described) else {
          new.append(entity)
          continue
        }
        present.insert(key.keyText)
        let slots = try differences(entity, described, key)
        if !slots.isEmpty { changed[entity] = slots }
      }
      for key in try writer.select([0], from: described.table, where: []).map({ $0[0] })
      where rows.isKnown(key, described) && !present.contains(key.keyText) {
        let id = ExistingRows.id(key, type)
        removed.append(ExistingRowRemoval.Row(name: "\(type)(\(id))", id: id, described: described, key: key))
      }
    }
    try write(changed, removing: removed, adding: new)
  }

  /// Returns the properties whose columns have another value.
  ///
  /// - Throws: `storage.conflict` for a row that is gone.
  private func differences(
    _ entity: EntityID, _ described: ExistingRows.Entity, _ key: RowValue
  ) throws -> Set<Int32> {
    let columns = described.columns.map(\.index)
    guard let record = store.record(entity) else { throw store.gone() }
    guard let row = try writer.select(columns, from: described.table, where: [RowCondition(0, key)]).first else {
      throw store.missingRow(of: entity, described.table)
    }
    var slots: Set<Int32> = []
    for (stored, (property, column)) in zip(row, described.columns) {
      let value = record.value(of: property)
      // An empty column that cannot be nil was read as the default.
      if stored == .null, !property.type.isNullable, value.isSame(as: property.defaultValue) { continue }
      if case .entity(let holder) = value, let target = property.targetName {
        let id = store.referenceKey(of: .entity(holder)) ?? ""
        let key = id.isEmpty ? RowValue.null : rows.key(id, target) ?? .text(id)
        if key.keyText == stored.keyText { continue }
      } else if isRead(stored, as: value, property, described, column) {
        continue
      }
      slots.insert(property.slot)
    }
    return slots
  }

  private func described(_ entity: EntityID) throws -> (ExistingRows.Entity, String) {
    guard let type = store.type(of: entity), let id = store.id(of: entity) else { throw store.gone() }
    guard let described = rows.entity(of: type) else {
      throw ExistingRows.Entity.failure("\(type.name) has no table in the database")
    }
    return (described, id)
  }

  // MARK: Removals

  /// Writes the changed references that have a rule in the database, before the rows are removed that they may have
  /// referred to: a rule would remove or change their own rows with these.
  private func redirect(_ changed: [EntityID: Set<Int32>]) throws {
    try run(
      changed.map { entity, slots in
        let described = try described(entity).0
        let declared = try columns(of: described)
        let references = described.columns.filter {
          declared[$0.index].hasDeleteRule && slots.contains($0.property.slot)
        }
        return Write(entity: entity, slots: Set(references.map(\.property.slot)))
      })
  }

  private func removedRows(_ recorder: ChangeRecorder) throws -> [ExistingRowRemoval.Row] {
    var removed: [ExistingRowRemoval.Row] = []
    for (entity, earlier) in recorder.sortedPlaces where earlier.place != nil {
      guard store.type(of: entity)?.isReference == false, store.model(of: entity) != recorder.root else { continue }
      let (described, id) = try described(entity)
      if let key = rows.key(id, described.type.name) {
        removed.append(
          ExistingRowRemoval.Row(name: store.describe(entity), id: id, described: described, key: key))
      }
    }
    return removed
  }

  // MARK: Insertions

  /// Adds the row of an entity that has none yet; those that it refers to first.
  ///
  /// - Throws: `storage.conflict` for a row of another program with the same key.
  private func insert(_ entity: EntityID) throws {
    let (described, id) = try described(entity)
    if let key = rows.key(id, described.type.name), rows.isKnown(key, described), !isRemoved(key, described) { return }
    guard inserting.insert(entity).inserted else { return }
    do { try insert(entity, described, id) } catch {
      // It may be added later, when another row has given up a value.
      inserting.remove(entity)
      throw error
    }
  }

  private func insert(_ entity: EntityID, _ described: ExistingRows.Entity, _ id: String) throws {
    try store.budget.step()
    guard let record = store.record(entity) else { return }
    var row: [RowValue] = [rows.key(id, described.type.name) ?? .null]
    for (property, column) in described.columns {
      row.append(try value(of: property, entity, record, described, column))
    }
    try store.naming(entity) {
      if row[0] == .null {
        row[0] = try newKey(id, described)
        let number = try writer.insert(row, into: described.table)
        if row[0] == .null { row[0] = .int(number) }
        rows.keys[id] = row[0]
      } else {
        try expectNoRow(of: entity, described, row[0])
        try writer.insert(row, into: described.table)
      }
    }
    addedKeys[described.table.name, default: []].insert(row[0].keyText)
    let written = described.columns.map { (property: $0.property, column: $0.index, value: row[$0.index]) }
    try check(written, of: entity, described, row[0])
  }

  /// Returns whether the row with a key was removed: another entity may have its id now.
  private func isRemoved(_ key: RowValue, _ described: ExistingRows.Entity) -> Bool {
    removedKeys[described.table.name]?.contains(key.keyText) ?? false
  }

  private func expectNoRow(of entity: EntityID, _ described: ExistingRows.Entity, _ key: RowValue) throws {
    guard try !writer.select([0], from: described.table, where: [RowCondition(0, key)]).isEmpty else { return }
    throw Diagnostic(
      "storage.conflict",
      """
      the table "\(described.table.name)" has a row with the key \(key.summary) of \(store.describe(entity)) already
      """,
      hint: "another program has added it, or SQL compares the keys without case; give the entity another id, or "
        + "okit.Model.sync() reads what is stored")
  }

  /// Returns the key of a new row; null where the database gives it a number.
  private func newKey(_ id: String, _ described: ExistingRows.Entity) throws -> RowValue {
    let column = try columns(of: described)[0]
    if column.isNumbered { return .null }
    guard column.kind == .integer else { return .text(id) }
    // SQLite numbers the rows of a key that is declared INTEGER only.
    let largest = try writer.select(
      [0], from: described.table, where: [], order: 0, descending: true, offset: 0, limit: 1
    ).first?[0]
    switch largest {
    case nil, .null: return .int(1)
    case .int(let number) where number < .max: return .int(number + 1)
    default:
      throw Diagnostic(
        "storage.row",
        """
        the table "\(described.table.name)" has the largest possible key; \(described.type.name) cannot get a new \
        number
        """,
        hint: "give the new entity a key: id = \"\(described.type.name):KEY\"")
    }
  }

  /// - Parameter key: The key of the row that has a value already; nil for a new one.
  private func value(
    of property: Property, _ entity: EntityID, _ record: EntityRecord, _ described: ExistingRows.Entity, _ column: Int,
    replacing key: RowValue? = nil
  ) throws -> RowValue {
    let value = record.value(of: property)
    guard case .entity(let holder) = value, let target = property.targetName else {
      return property.type.hasDateForm
        ? try dateValue(value, described, column, replacing: key) : RowCoding.rowValue(value)
    }
    guard let key = store.referenceKey(of: .entity(holder)), !key.isEmpty else { return .null }
    if let known = rows.key(key, target) { return known }
    if let referred = store.find(key), store.type(of: referred).flatMap(rows.entity(of:)) != nil {
      if !inserting.contains(referred) { try insert(referred) }
      if let known = rows.key(key, target) { return known }
      late.append((entity, property))
      return .null
    }
    throw Diagnostic(
      "storage.row", "\(store.describe(entity)).\(property.name) refers to \"\(key)\", which is not in the database")
  }

  // MARK: Updates

  private func update(_ entity: EntityID, _ slots: Set<Int32>) throws {
    let (described, id) = try described(entity)
    guard let record = store.record(entity), let key = rows.key(id, described.type.name) else { return }
    var written: [(property: Property, column: Int, value: RowValue)] = []
    for (property, column) in described.columns where slots.contains(property.slot) {
      written.append((property, column, try value(of: property, entity, record, described, column, replacing: key)))
    }
    guard !written.isEmpty else { return }
    let found = try store.naming(entity) {
      try writer.update(
        described.table, written.map { RowCondition($0.column, $0.value) }, where: [RowCondition(0, key)])
    }
    if found == 0 { throw store.missingRow(of: entity, described.table) }
    try check(written, of: entity, described, key)
  }

  private func updateLate() throws {
    let waiting = late
    late = []
    for (entity, property) in waiting { try update(entity, [property.slot]) }
  }

  // MARK: Dates

  /// Returns a date or a day in the form of its column.
  private func dateValue(
    _ value: Value, _ described: ExistingRows.Entity, _ column: Int, replacing key: RowValue?
  ) throws -> RowValue {
    let dates = dates(described, column)
    var earlier = RowValue.null
    if dates.needsEarlierValue, let key {
      earlier = try writer.select([column], from: described.table, where: [RowCondition(0, key)]).first?[0] ?? .null
    }
    let declared = try columns(of: described)[column]
    return dates.rowValue(value, replacing: earlier, in: declared, store.localDays) ?? RowCoding.rowValue(value)
  }

  private func dates(_ described: ExistingRows.Entity, _ column: Int) -> ColumnDates {
    rows.storage.known.dates[described.table.name]?[described.table.columns[column].name] ?? ColumnDates()
  }

  /// Whether a value of a row is read as the one that the property has.
  private func isRead(
    _ stored: RowValue, as value: Value, _ property: Property, _ described: ExistingRows.Entity, _ column: Int
  ) -> Bool {
    guard property.type.hasDateForm, stored != .null else {
      return stored.isRead(as: RowCoding.rowValue(value), by: property.type)
    }
    return dates(described, column).value(stored, asDay: property.type.unwrapped == .day, store.localDays)?.isSame(
      as: value)
      == true
  }

  /// Whether a value of a row is read as another one of its column.
  private func isRead(
    _ stored: RowValue, as written: RowValue, _ property: Property, _ described: ExistingRows.Entity, _ column: Int
  ) -> Bool {
    guard property.type.hasDateForm, written != .null else { return stored.isRead(as: written, by: property.type) }
    let isDay = property.type.unwrapped == .day
    guard let value = dates(described, column).value(written, asDay: isDay, store.localDays) else { return false }
    return isRead(stored, as: value, property, described, column)
  }

  // MARK: Declared types

  private func columns(of described: ExistingRows.Entity) throws -> [RowColumn] {
    if let known = declared[described.table.name] { return known }
    let present = try writer.columns(of: described.table.name)
    let columns = described.table.columns.map { column in
      present.first { $0.name.lowercased() == column.name.lowercased() } ?? column
    }
    declared[described.table.name] = columns
    return columns
  }

  /// Checks that the database has values as they were written: the declared type of a column may change them.
  ///
  /// - Throws: `storage.column` for a value that the next start would read as another one.
  private func check(
    _ written: [(property: Property, column: Int, value: RowValue)], of entity: EntityID,
    _ described: ExistingRows.Entity, _ key: RowValue
  ) throws {
    let declared = try columns(of: described)
    let doubtful = written.filter { $0.value.mayChange(in: declared[$0.column].kind) }
    guard !doubtful.isEmpty,
      let row = try writer.select(doubtful.map(\.column), from: described.table, where: [RowCondition(0, key)]).first
    else { return }
    for (stored, (property, column, value)) in zip(row, doubtful)
    where !isRead(stored, as: value, property, described, column) {
      throw Diagnostic(
        "storage.column",
        "\(store.describe(entity)).\(property.name): the column \"\(declared[column].name)\" stores "
          + "\(value.summary) as \(stored.summary)",
        hint: "declare the column as \(RowSchema.kind(of: property.type).rawValue) in the database")
    }
  }
}

extension RowValue {
  fileprivate static func unused(_ kind: RowColumn.Kind) -> RowValue {
    let number = Int.random(in: 1 << 40...1 << 60)
    return switch kind {
    case .integer: .int(number)
    case .real: .real(Double(number))
    case .text, .numeric, .any: .text("okit \(number)")
    case .blob: .blob(Array("okit \(number)".utf8))
    }
  }

  /// Whether a column may store the value as another one, by the rules of SQLite for declared types.
  fileprivate func mayChange(in kind: RowColumn.Kind) -> Bool {
    switch (self, kind) {
    case (.text(let text), .integer), (.text(let text), .real), (.text(let text), .numeric):
      text.utf8.allSatisfy(Self.isInNumber)
    case (.real, .text), (.int, .text): true
    case (.int(let int), .real): int.magnitude > 1 << 53
    default: false
    }
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE \t\n\u{B}\u{C}\r".utf8.contains(byte)
  }
}
