/// The cells that scripts refer to, by the numbers of their handles: those whose functions a script overrides, and those that
/// functions of their controllers have received.
package final class CellTable {
  private struct Entry { weak var cell: Cell? }

  private var entries: [UInt32: Entry] = [:]
  private var lastNumber: UInt32 = 0

  package init() {}

  /// Returns the cell with a handle; nil when its row is no longer on the screen. O(1).
  package subscript(handle: RuntimeHandle) -> Cell? { handle.kind == .cell ? entries[handle.id]?.cell : nil }

  func add(_ cell: Cell) -> Registration {
    lastNumber &+= 1
    entries[lastNumber] = Entry(cell: cell)
    return Registration(RuntimeHandle(.cell, lastNumber), self)
  }

  /// The entry of a cell, which goes with the cell.
  final class Registration {
    let handle: RuntimeHandle
    private let table: CellTable

    init(_ handle: RuntimeHandle, _ table: CellTable) { (self.handle, self.table) = (handle, table) }

    deinit { table.entries[handle.id] = nil }
  }
}
