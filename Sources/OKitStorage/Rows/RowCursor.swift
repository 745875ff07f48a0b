/// The rows of a table that a cursor passes.
package struct RowSelection {
  /// The kinds of values that a column has.
  package enum Kinds: CaseIterable { case integers, others, texts }

  package var table: String
  package var columns: [String]
  /// The columns that have the values with which the cursor starts, which may be NULL.
  package var conditions: [String] = []
  /// The column whose values are of some kinds only; nil for all rows.
  package var kinds: (column: String, Kinds)?
  package var order: [String] = []
  /// Whether each combination of values is passed once.
  package var isDistinct = false

  package init(_ table: String, _ columns: [String]) { (self.table, self.columns) = (table, columns) }
}

/// A query of one table that is prepared once, runs any number of times, and passes its rows one by one.
package protocol RowCursor: RowReader {
  /// Starts again, with a value for each condition.
  func start(_ values: [RowValue]) throws

  /// Moves to the next row.
  ///
  /// - Returns: False after the last one.
  func next() throws -> Bool
}
