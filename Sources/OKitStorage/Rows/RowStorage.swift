/// The databases of models that are stored as rows.
package protocol RowStorages: AnyObject {
  /// Returns the database of a file. It is opened when it is used.
  ///
  /// - Parameters:
  ///   - path: The path below the documents directory, or an absolute one.
  ///   - isOwn: Whether okit makes the file and decides how it is written.
  func database(at path: String, isOwn: Bool) -> any RowStorage

  /// The paths of the databases in memory that are in use, sorted; nil where databases are files.
  var pathsInMemory: [String]? { get }

  /// Returns the file of a database as its last transaction left it; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: The path below the documents directory.
  ///   - isOwn: Whether okit makes the file.
  func copy(of path: String, isOwn: Bool) throws -> [UInt8]?

  /// Returns the file of a new database that `body` fills, for a store that writes it together with other files.
  ///
  /// - Parameter location: What the database is called in messages.
  func newFile(location: String, _ body: (any RowStorage) throws -> Void) throws -> [UInt8]

  /// Replaces the content of a database in memory.
  ///
  /// - Parameter bytes: The file of a database; nil for an empty one.
  func replace(_ path: String, with bytes: [UInt8]?) throws

  /// Closes all files; the next call opens them again.
  func close()
}

/// A database with tables: what SQLite offers.
///
/// Reading blocks. Every call sees the last finished transaction.
package protocol RowStorage: AnyObject {
  /// Returns what the database is called in messages.
  var location: String { get }

  /// What the application knows about the rows.
  var known: KnownRows { get set }

  /// Returns how often another program was seen to have changed the database; within a transaction, before its state.
  func foreignChangeCount() throws -> Int

  /// Opens the file again where it was removed or replaced since it was opened.
  func refresh()

  /// The names of all tables; nil if there is no database yet.
  func tables() throws -> [String]?

  /// Returns the columns of a table in their order; none if it does not exist.
  func columns(of table: String) throws -> [RowColumn]

  /// Passes the rows of a table in the order of their insertion.
  ///
  /// - Parameter columns: The columns to read.
  func read(_ table: String, _ columns: [String], _ body: (any RowReader) throws -> Void) throws

  /// Runs `body`, whose reads all see the same state, although other processes may store meanwhile.
  func reading<T>(_ body: () throws -> T) throws -> T

  /// Returns a cursor, which must be at no row when a transaction writes.
  ///
  /// - Throws: `storage.read` for a table or column that does not exist.
  func cursor(_ selection: RowSelection) throws -> any RowCursor

  /// Returns a column of the row with a key; nil if there is no such row or table.
  func value(_ column: String, of table: RowTable, key: RowValue) throws -> RowValue?

  /// Returns the number of bytes of a text or blob, without reading it; nil if there is no such row or table.
  func size(of column: String, of table: RowTable, key: RowValue) throws -> Int?

  /// Runs a transaction: all its changes are durable when it returns, or none is when it throws.
  ///
  /// - Throws: `storage.replaced` for a file that was removed or replaced since it was opened.
  func write(_ body: (any RowWriter) throws -> Void) throws

  /// Runs a statement that only reads, and passes its rows.
  ///
  /// - Throws: `storage.query` for a statement that writes, is wrong or needs too much memory, and what the budget
  ///   throws.
  func query(_ sql: String, _ arguments: [RowValue], _ limits: QueryLimits, _ body: (any RowReader) throws -> Void)
    throws
}

/// The limits of a query.
package struct QueryLimits {
  package let budget: ExecutionBudget
  /// The memory of the database in bytes.
  package let memory: Int

  package init(budget: ExecutionBudget = ExecutionBudget(), memory: Int = .max) {
    (self.budget, self.memory) = (budget, memory)
  }

  package static func exceeded(_ problem: String, _ limit: Int) -> Diagnostic {
    Diagnostic(
      "storage.query", "\(problem) larger than the limit of \(limit >> 20) MiB",
      hint: "select fewer or shorter values, or rows with LIMIT")
  }
}

/// The row that is being read.
package protocol RowReader: AnyObject {
  /// The names of the columns.
  var columns: [String] { get }

  func kind(_ column: Int) -> RowValueKind
  func int(_ column: Int) -> Int
  func real(_ column: Int) -> Double
  /// Returns the bytes of a text or of a blob; they are valid until the next row.
  func bytes(_ column: Int) -> UnsafeRawBufferPointer
  /// Returns the table and the column that a value of a query comes from; nil for a computed value.
  func origin(_ column: Int) -> (table: String, column: String)?
}

package enum RowValueKind: Sendable { case null, int, real, text, blob }

extension RowReader {
  package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Returns a text; nil for one that is not UTF-8.
  package func validText(_ column: Int) -> String? { String(validating: bytes(column), as: UTF8.self) }

  /// Returns a value. A text that is not UTF-8 is a blob: with other characters in their place, its bytes would be
  /// lost.
  package func value(_ column: Int) -> RowValue {
    switch kind(column) {
    case .null: .null
    case .int: .int(int(column))
    case .real: .real(real(column))
    case .text: validText(column).map(RowValue.text) ?? .blob(Array(bytes(column)))
    case .blob: .blob(Array(bytes(column)))
    }
  }
}

/// Changes rows within a transaction.
package protocol RowWriter: AnyObject {
  /// Returns the columns of a table in their order; none if it does not exist.
  func columns(of table: String) throws -> [RowColumn]
  /// Creates a table with its indexes, and adds columns that it does not have.
  func prepare(_ table: RowTable) throws
  func dropTable(_ name: String) throws
  func dropColumn(_ name: String, of table: String) throws

  /// Checks references between rows at the end of the transaction only.
  func deferReferences() throws

  /// Adds a row, with a value for each column.
  ///
  /// - Returns: The number that the database gives a row without a key.
  @discardableResult
  func insert(_ row: [RowValue], into table: RowTable) throws -> Int
  /// Adds a row or, where the table has one with its key, changes that one. An equal row is not written.
  func put(_ row: [RowValue], into table: RowTable) throws
  /// - Returns: The number of rows that were found.
  @discardableResult
  func update(_ table: RowTable, _ values: [RowCondition], where conditions: [RowCondition]) throws -> Int
  /// - Returns: The number of rows that were found.
  @discardableResult
  func delete(from table: RowTable, where conditions: [RowCondition]) throws -> Int

  /// Returns rows.
  ///
  /// - Parameters:
  ///   - columns: The columns of the result.
  ///   - order: The column that the rows are sorted by.
  ///   - offset: The number of rows that are skipped.
  ///   - limit: The largest number of rows; nil for all.
  func select(
    _ columns: [Int], from table: RowTable, where conditions: [RowCondition], order: Int?, descending: Bool,
    offset: Int, limit: Int?
  ) throws -> [[RowValue]]
}

extension RowWriter {
  package func select(
    _ columns: [Int], from table: RowTable, where conditions: [RowCondition], order: Int? = nil
  ) throws -> [[RowValue]] {
    try select(columns, from: table, where: conditions, order: order, descending: false, offset: 0, limit: nil)
  }
}
