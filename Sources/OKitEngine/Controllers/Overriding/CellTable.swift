/// The cells that scripts refer to, by the numbers of their handles: those whose functions a script overrides, and those that
/// functions of their controllers have received.
package final class CellTable {
  private struct Entry { weak var cell: Cell? }

  private var entries: [UInt32: Entry] = [:]
  private var lastNumber: UInt32 = 0

  package init() {}

  /// Returns the cell with a handle; nil when its row is no longer on the screen. The cells of a screen that was left can be used
  /// until the end of the turn, whatever else keeps them, such as a dialog. O(1).
  package subscript(handle: RuntimeHandle) -> Cell? {
    guard handle.kind == .cell, let cell = entries[handle.id]?.cell, !cell.controller.isEnded else { return nil }
    if case .entity(let entity) = cell.id, !cell.controller.store.exists(entity) { return nil }
    return cell
  }

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
