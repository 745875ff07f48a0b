/// A value in a row of a database.
@usableFromInline
package enum RowValue: Hashable, Sendable {
  case null
  case int(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Compares byte by byte, as a database does.
  @usableFromInline
  package static func == (left: RowValue, right: RowValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.int(let left), .int(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}

/// A column of a table.
package struct RowColumn: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"
    case blob = "BLOB"
    /// Texts that look like numbers become numbers.
    case numeric = "NUMERIC"
    /// Numbers stay numbers and texts stay texts.
    case any = ""
  }

  package var name: String
  package var kind: Kind
  package var isRequired = false
  /// Whether the database gives new rows a number in the column.
  package var isNumbered = false
  /// Whether removing the row that a value refers to changes, removes or keeps the row at once: ON DELETE with another
  /// rule than the check at the end of a transaction.
  package var hasDeleteRule = false
  /// Whether the values of all rows differ, alone or together with those of other columns.
  package var isUnique = false
  /// Whether the database computes the value, so that it cannot be written.
  package var isGenerated = false
  /// Whether the declared type is DATE, which has no time.
  package var isDeclaredAsDay = false

  package init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
    (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
  }
}

/// A table: its columns, what identifies a row, and what is indexed.
package struct RowTable: Hashable, Sendable {
  package var name: String
  package var columns: [RowColumn]
  /// The columns of the primary key; none for a table whose rows are found through an index.
  package var key: [Int] = []
  /// The columns of each index.
  package var indexes: [[Int]] = []
  /// The table whose row the first column names. A row goes with it.
  package var owner: RowOwner?

  package struct RowOwner: Hashable, Sendable {
    package var table: String
    package var column: String

    package init(table: String, column: String) { (self.table, self.column) = (table, column) }
  }

  package init(
    _ name: String, _ columns: [RowColumn], key: [Int] = [], indexes: [[Int]] = [], owner: RowOwner? = nil
  ) {
    (self.name, self.columns, self.key, self.indexes, self.owner) = (name, columns, key, indexes, owner)
  }
}

/// A column that has to have a value.
package struct RowCondition {
  package var column: Int
  package var value: RowValue

  package init(_ column: Int, _ value: RowValue) { (self.column, self.value) = (column, value) }
}
