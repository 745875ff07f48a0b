package import OKitEngine

/// Databases whose changes fail when a test says so.
package final class FailingDatabases: RowStorages {
  private let base: any RowStorages
  private var storages: [String: FailingDatabase] = [:]
  /// The number of changes that succeed before one fails; nil for all.
  package var remaining: Int?
  /// The number of changes so far.
  package private(set) var count = 0

  package init(_ base: any RowStorages) { self.base = base }

  package static let failure = Diagnostic("storage.write", "the disk is full")

  /// - Throws: `failure` when no more changes succeed.
  fileprivate func change() throws {
    if remaining == 0 { throw Self.failure }
    remaining = remaining.map { $0 - 1 }
    count += 1
  }

  package func database(at path: String, isOwn: Bool) -> any RowStorage {
    if let storage = storages[path] { return storage }
    let storage = FailingDatabase(base.database(at: path, isOwn: isOwn), self)
    storages[path] = storage
    return storage
  }

  package var pathsInMemory: [String]? { base.pathsInMemory }
  package func copy(of path: String, isOwn: Bool) throws -> [UInt8]? { try base.copy(of: path, isOwn: isOwn) }
  package func newFile(location: String, _ body: (any RowStorage) throws -> Void) throws -> [UInt8] {
    try base.newFile(location: location) { try body(FailingDatabase($0, self)) }
  }
  package func replace(_ path: String, with bytes: [UInt8]?) throws { try base.replace(path, with: bytes) }
  package func close() { base.close() }
}

private final class FailingDatabase: RowStorage {
  private let base: any RowStorage
  private unowned let owner: FailingDatabases

  init(_ base: any RowStorage, _ owner: FailingDatabases) { (self.base, self.owner) = (base, owner) }

  var location: String { base.location }

  var known: KnownRows {
    get { base.known }
    set { base.known = newValue }
  }

  func foreignChangeCount() throws -> Int { try base.foreignChangeCount() }

  func refresh() { base.refresh() }
  func tables() throws -> [String]? { try base.tables() }
  func columns(of table: String) throws -> [RowColumn] { try base.columns(of: table) }

  func read(_ table: String, _ columns: [String], _ body: (any RowReader) throws -> Void) throws {
    try base.read(table, columns, body)
  }

  func reading<T>(_ body: () throws -> T) throws -> T { try base.reading(body) }

  func cursor(_ selection: RowSelection) throws -> any RowCursor { try base.cursor(selection) }

  func value(_ column: String, of table: RowTable, key: RowValue) throws -> RowValue? {
    try base.value(column, of: table, key: key)
  }

  func size(of column: String, of table: RowTable, key: RowValue) throws -> Int? {
    try base.size(of: column, of: table, key: key)
  }

  func write(_ body: (any RowWriter) throws -> Void) throws {
    let owner = owner
    try base.write {
      try body(FailingWriter($0, owner))
      // The commit can fail, too.
      try owner.change()
    }
  }

  func query(
    _ sql: String, _ arguments: [RowValue], _ limits: QueryLimits, _ body: (any RowReader) throws -> Void
  ) throws {
    try base.query(sql, arguments, limits, body)
  }
}

private final class FailingWriter: RowWriter {
  private let base: any RowWriter
  private let owner: FailingDatabases

  init(_ base: any RowWriter, _ owner: FailingDatabases) { (self.base, self.owner) = (base, owner) }

  func columns(of table: String) throws -> [RowColumn] { try base.columns(of: table) }

  func prepare(_ table: RowTable) throws {
    try owner.change()
    try base.prepare(table)
  }

  func dropTable(_ name: String) throws {
    try owner.change()
    try base.dropTable(name)
  }

  func dropColumn(_ name: String, of table: String) throws {
    try owner.change()
    try base.dropColumn(name, of: table)
  }

  func deferReferences() throws { try base.deferReferences() }

  func insert(_ row: [RowValue], into table: RowTable) throws -> Int {
    try owner.change()
    return try base.insert(row, into: table)
  }

  func put(_ row: [RowValue], into table: RowTable) throws {
    try owner.change()
    try base.put(row, into: table)
  }

  func update(_ table: RowTable, _ values: [RowCondition], where conditions: [RowCondition]) throws -> Int {
    try owner.change()
    return try base.update(table, values, where: conditions)
  }

  func delete(from table: RowTable, where conditions: [RowCondition]) throws -> Int {
    try owner.change()
    return try base.delete(from: table, where: conditions)
  }

  func select(
    _ columns: [Int], from table: RowTable, where conditions: [RowCondition], order: Int?, descending: Bool,
    offset: Int, limit: Int?
  ) throws -> [[RowValue]] {
    try base.select(
      columns, from: table, where: conditions, order: order, descending: descending, offset: offset, limit: limit)
  }
}
