import CSQLite
import Glibc

/// The database of a model: a file, or one in memory.
package final class SQLiteDatabase: RowStorage {
  package let location: String
  private var isInMemory: Bool
  private let access: SQLiteDatabases.Access
  private let isOwn: Bool
  package var known = KnownRows()
  /// The number that SQLite gives to the state that the connection has seen last; nil before the first call.
  private var dataVersion: RowValue?
  private var foreignChanges = 0
  private var connection: SQLiteConnection?
  /// The connection of queries, which cannot write.
  private var reader: SQLiteConnection?

  init(_ location: String, _ access: SQLiteDatabases.Access, isInMemory: Bool = false, isOwn: Bool = true) {
    (self.location, self.access, self.isInMemory, self.isOwn) = (location, access, isInMemory, isOwn)
  }

  // MARK: Opening

  /// Returns the connection; nil if there is no database yet and it must not be made now.
  private func open(creating: Bool) throws -> SQLiteConnection? {
    if let connection { return connection }
    guard !isInMemory else {
      guard creating else { return nil }
      connection = try SQLiteConnection(":memory:", .write)
      try connection?.run("PRAGMA foreign_keys = ON")
      return connection
    }
    var status = stat()
    let exists = lstat(location, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      throw Diagnostic("storage.read", "it is not a regular file", place: Diagnostic.Place(file: location))
    }
    if exists, status.st_size == 0 { try expectNoLog() }
    guard exists || (creating && isOwn && access == .owner) else { return nil }
    if access == .scratch, let bytes = try copyWithoutLog() {
      try continueInMemory(with: bytes)
      return connection
    }
    if !exists { try makeFolder() }
    let new = try access == .owner ? SQLiteConnection(location, .write) : makeReader()
    if access == .owner {
      // The owner of an existing database has decided.
      if isOwn { try new.run("PRAGMA journal_mode = WAL") }
      try new.run("PRAGMA synchronous = FULL")
      if !exists { chmod(location, 0o600) }
    }
    try new.run("PRAGMA foreign_keys = ON")
    connection = new
    return new
  }

  /// Returns a connection that only reads.
  ///
  /// SQLite makes files beside a database to read it, which a folder may not allow.
  private func makeReader() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(location, .read)
    do {
      _ = try connection.values("PRAGMA schema_version")
      return connection
    } catch let error as SQLiteError where [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primary) {
      var status = stat()
      // A log would have the newest rows. Without one, nothing is missing.
      if stat(location + "-wal", &status) == 0, status.st_size > 0 {
        throw Diagnostic(
          "storage.read", "cannot read the database: it has a log, and its folder cannot be written",
          place: Diagnostic.Place(file: location), hint: "copy the folder, and read the copy")
      }
      return try SQLiteConnection(location, .readUnchanging)
    }
  }

  /// SQLite itself makes an empty file, and opens one as a new database. It would delete a log beside it.
  private func expectNoLog() throws {
    var status = stat()
    guard lstat(location + "-wal", &status) == 0, status.st_size > 0 else { return }
    throw Diagnostic(
      "storage.damaged", "the database is empty, but its log is not", place: Diagnostic.Place(file: location),
      hint: "nothing was changed; restore a backup")
  }

  private func makeFolder() throws {
    var path = ""
    let parts = location.parts(at: "/").dropLast()
    for (number, part) in parts.enumerated() {
      path += (number > 0 ? "/" : "") + part
      guard !path.isEmpty, mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
      let error = FileError.last()
      throw Diagnostic(
        "storage.write", "cannot create the folder: \(error.reason)", place: Diagnostic.Place(file: path),
        hint: error.hint)
    }
  }

  /// Continues with a copy in memory, which is changed instead of the file.
  private func continueInMemory() throws {
    // What another program has changed meanwhile is noticed as in the file.
    _ = try foreignChangeCount()
    try continueInMemory(with: try copy())
  }

  private func continueInMemory(with bytes: [UInt8]?) throws {
    let known = known
    var bytes = bytes
    // SQLite opens no write-ahead log in memory; the copy has what is in it.
    if let count = bytes?.count, count > Self.readVersionOffset {
      bytes?[Self.writeVersionOffset] = 1
      bytes?[Self.readVersionOffset] = 1
    }
    close()
    isInMemory = true
    try replace(with: bytes)
    self.known = known
  }

  /// Returns a copy of a database with a write-ahead log that is empty; nil for any other. SQLite makes files beside
  /// such a database to read it, and leaves them there.
  private func copyWithoutLog() throws -> [UInt8]? {
    func hasLog() -> Bool {
      var status = stat()
      return lstat(location + "-wal", &status) == 0
    }
    guard !hasLog() else { return nil }
    let bytes = try Self.serialized(SQLiteConnection(location, .readUnchanging))
    // Another program may have begun to write meanwhile.
    guard bytes.count > Self.readVersionOffset, bytes[Self.readVersionOffset] == 2, !hasLog() else { return nil }
    return bytes
  }

  /// The bytes of a file that say how it is written and read: 1 with a rollback journal, 2 with a write-ahead log.
  private static let (writeVersionOffset, readVersionOffset) = (18, 19)

  /// Closes the file; the next call opens it again. What was changed in memory instead of a file stays.
  package func close() {
    if access == .scratch, isInMemory { return }
    (connection, reader, dataVersion) = (nil, nil, nil)
  }

  package func refresh() {
    if !isInMemory, connection?.hasMoved == true { close() }
  }

  private func expectFile(_ connection: SQLiteConnection) throws {
    guard !isInMemory, connection.hasMoved else { return }
    throw Diagnostic(
      "storage.replaced", "the database was removed or replaced while the application had it open",
      place: Diagnostic.Place(file: location),
      hint: "put the file back, or call okit.Model.sync() to read what is there now")
  }

  /// Runs `body`; errors of SQLite become diagnostics.
  private func explained<T>(_ action: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError {
      throw error.diagnostic(action, location, isOwn: isOwn)
    } catch let failure as RowFailure {
      guard let error = failure.cause as? SQLiteError else { throw failure.cause }
      throw error.diagnostic(action, location, isOwn: isOwn, about: failure.entity)
    }
  }

  // MARK: RowStorage

  package func tables() throws -> [String]? {
    try explained("read") { try open(creating: false)?.tables }
  }

  package func columns(of table: String) throws -> [RowColumn] {
    try explained("read") { try open(creating: false)?.columns(of: table) ?? [] }
  }

  package func read(_ table: String, _ columns: [String], _ body: (any RowReader) throws -> Void) throws {
    try explained("read") {
      guard let connection = try open(creating: false) else { return }
      let statement = try SQLiteStatement("SELECT \(SQL.names(columns)) FROM \(SQL.name(table))", connection.pointer)
      while try statement.step() { try body(statement) }
    }
  }

  package func foreignChangeCount() throws -> Int {
    try explained("read") {
      guard let connection = try open(creating: false) else { return }
      let version = try connection.values("PRAGMA data_version").first
      if let dataVersion, dataVersion != version { foreignChanges += 1 }
      dataVersion = version
    }
    return foreignChanges
  }

  package func value(_ column: String, of table: RowTable, key: RowValue) throws -> RowValue? {
    try value(SQL.name(column), table, key)
  }

  package func size(of column: String, of table: RowTable, key: RowValue) throws -> Int? {
    let name = SQL.name(column)
    let text = "length(CAST(\(name) AS BLOB))"
    let size = "CASE typeof(\(name)) WHEN 'blob' THEN length(\(name)) WHEN 'text' THEN \(text) END"
    return if case .int(let size)? = try value(size, table, key) { size } else { nil }
  }

  private func value(_ expression: String, _ table: RowTable, _ key: RowValue) throws -> RowValue? {
    try explained("read") {
      guard let connection = try open(creating: false), try !connection.columns(of: table.name).isEmpty else {
        return nil
      }
      let name = SQL.name(table.columns[table.key[0]].name)
      return try connection.values(
        "SELECT \(expression) FROM \(SQL.name(table.name)) WHERE \(name) = ?", [key]
      ).first
    }
  }

  package func write(_ body: (any RowWriter) throws -> Void) throws {
    try explained("write") {
      if access == .scratch, !isInMemory { try continueInMemory() }
      guard let connection = try open(creating: true) else {
        throw Diagnostic(
          "storage.readOnly", "the database was opened to read it", place: Diagnostic.Place(file: location))
      }
      try connection.transaction {
        try expectFile(connection)
      } _: {
        try body(SQLiteWriter(connection))
      }
    }
  }

  package func query(
    _ sql: String, _ arguments: [RowValue], _ limits: QueryLimits, _ body: (any RowReader) throws -> Void
  ) throws {
    if let connection { try expectFile(connection) }
    guard let connection = try explained("read", queryConnection) else { return }
    try SQLiteQuery(connection, location).run(sql, arguments, limits, body)
  }

  /// Returns the connection of queries. A database in memory has one connection only.
  private func queryConnection() throws -> SQLiteConnection? {
    if isInMemory { return try open(creating: true) }
    guard try open(creating: false) != nil else { return nil }
    if reader == nil { reader = try makeReader() }
    return reader
  }

  func withConnection<T>(_ body: (SQLiteConnection) throws -> T) throws -> T? {
    try explained("read") { try open(creating: false).map(body) }
  }

  /// The size in bytes.
  package var size: Int {
    get throws {
      try withConnection { connection in
        guard case .int(let pages)? = try connection.values("PRAGMA page_count").first,
          case .int(let length)? = try connection.values("PRAGMA page_size").first
        else { return 0 }
        return pages * length
      } ?? 0
    }
  }

  /// Returns the file as the last transaction left it, with what is still in the write-ahead log; nil if there is none,
  /// or nothing in memory.
  package func copy() throws -> [UInt8]? {
    try withConnection(Self.serialized).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func serialized(_ connection: SQLiteConnection) throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(connection.pointer, "main", &size, 0) else {
      // A database in memory to which nothing was written.
      if size == 0 { return [] }
      throw SQLiteError(sqlite3_errcode(connection.pointer), connection.pointer)
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Replaces the content of a database in memory.
  ///
  /// - Parameter bytes: The file of a database; nil for an empty one.
  func replace(with bytes: [UInt8]?) throws {
    close()
    known = KnownRows()
    guard isInMemory, let bytes, let connection = try explained("read", { try open(creating: true) }) else { return }
    try explained("read") {
      // SQLite frees it.
      guard let copy = sqlite3_malloc64(sqlite3_uint64(bytes.count)) else {
        throw SQLiteError(SQLITE_NOMEM, connection.pointer)
      }
      bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: bytes.count) }
      let size = sqlite3_int64(bytes.count)
      let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
      let code = sqlite3_deserialize(
        connection.pointer, "main", copy.assumingMemoryBound(to: UInt8.self), size, size, flags)
      guard code == SQLITE_OK else { throw SQLiteError(code, connection.pointer) }
    }
  }

  /// Returns the findings of SQLite's own check; none for an intact database.
  package func problems() throws -> [String] {
    try explained("read") {
      let rows = try open(creating: false)?.values("PRAGMA integrity_check") ?? []
      return rows.compactMap { if case .text(let text) = $0, text != "ok" { text } else { nil } }
    }
  }
}

/// The databases of an application.
package final class SQLiteDatabases: RowStorages {
  package enum Access: Sendable {
    case owner, reader
    /// Changes are made in a copy in memory.
    case scratch
  }

  private let documents: String?
  private let access: Access
  private var databases: [String: SQLiteDatabase] = [:]

  /// - Parameters:
  ///   - documents: The documents directory; nil for databases in memory, apart from those with an absolute path.
  ///   - access: Whether models are stored, too.
  package init(documents: String?, access: Access = .owner) { (self.documents, self.access) = (documents, access) }

  package func database(at path: String, isOwn: Bool) -> any RowStorage { open(path, isOwn: isOwn) }

  /// A database with an absolute path is that file.
  private func isInMemory(_ path: String) -> Bool { documents == nil && !path.begins(with: "/") }

  package var pathsInMemory: [String]? { documents == nil ? databases.keys.filter(isInMemory).sorted() : nil }

  package func copy(of path: String, isOwn: Bool) throws -> [UInt8]? { try open(path, isOwn: isOwn).copy() }

  package func newFile(location: String, _ body: (any RowStorage) throws -> Void) throws -> [UInt8] {
    let database = SQLiteDatabase(location, .owner, isInMemory: true)
    try body(database)
    return try database.copy() ?? []
  }

  package func replace(_ path: String, with bytes: [UInt8]?) throws {
    try (databases[path] ?? open(path, isOwn: true)).replace(with: bytes)
  }

  package func close() { for (path, database) in databases where !isInMemory(path) { database.close() } }

  /// Returns the database of a path; it is opened when it is used.
  package func open(_ path: String, isOwn: Bool = true) -> SQLiteDatabase {
    if let database = databases[path] { return database }
    let location = documents.map { path.begins(with: "/") ? path : "\($0.isEmpty ? "." : $0)/\(path)" } ?? path
    let database = SQLiteDatabase(location, access, isInMemory: isInMemory(path), isOwn: isOwn)
    databases[path] = database
    return database
  }
}
