/// A selection of rows that runs any number of times, also while it runs.
final class RowQuery {
  private let selection: RowSelection
  private let storage: any RowStorage
  /// The cursors that are not in use.
  private var free: [any RowCursor] = []

  init(_ selection: RowSelection, _ storage: any RowStorage) { (self.selection, self.storage) = (selection, storage) }

  func start(_ values: [RowValue]) throws -> any RowCursor {
    let cursor = try free.popLast() ?? storage.cursor(selection)
    try cursor.start(values)
    return cursor
  }

  /// Takes a cursor back that `start` has returned.
  func end(_ cursor: any RowCursor) { free.append(cursor) }

  /// Calls `body` with the rows.
  func run<T>(_ values: [RowValue] = [], _ body: (any RowCursor) throws -> T) throws -> T {
    let cursor = try start(values)
    defer { end(cursor) }
    return try body(cursor)
  }
}
