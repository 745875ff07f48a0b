/// Rows whose owner another program has removed.
enum OwnerlessRows {
  /// Returns what a person can do about the rows of a table with a value in a column.
  static func hint(_ table: String, _ column: String, _ value: String) -> String {
    func quoted(_ text: String, _ quote: String) -> String {
      // A combining mark after a quote is one character with it.
      quote + text.unicodeScalars.map { $0 == quote.unicodeScalars.first ? quote + quote : String($0) }.joined() + quote
    }
    let statement = "DELETE FROM \(quoted(table, "\"")) WHERE \(column) = \(quoted(value, "'"))"
    return "put the owner back, restore a backup, or remove what it owned with SQL: \(statement)"
  }
}
