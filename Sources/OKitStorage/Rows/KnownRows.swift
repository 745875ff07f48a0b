/// What an application knows about the rows of a database since it has read them. A reload of the script keeps it.
package struct KnownRows {
  /// The keys that the database has given to new rows, by the ids of their entities.
  package var assignedKeys: [String: RowValue] = [:]
  /// The texts of the keys of the rows that were read or stored, by table; of databases that okit has not made.
  package var keys: [String: Set<String>] = [:]
  /// The columns that were read, by table and property; of databases that okit has not made.
  package var columns: [String: [String: String]] = [:]
  /// The dates and days of the columns that were read, by table and column; of databases that okit has not made.
  package var dates: [String: [String: ColumnDates]] = [:]
  /// `foreignChangeCount` of the state that was read; nil before anything was read or stored.
  package var foreignChangeCount: Int?

  package init() {}
}
