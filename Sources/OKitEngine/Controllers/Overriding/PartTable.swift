/// Parts of screens that scripts refer to, by the numbers of their handles: cells, and views whose functions a script
/// overrides.
package final class PartTable<Part: AnyObject> {
  private struct Entry { weak var part: Part? }

  private let kind: RuntimeHandle.Kind
  private var entries: [UInt32: Entry] = [:]
  private var lastNumber: UInt32 = 0

  package init(_ kind: RuntimeHandle.Kind) { self.kind = kind }

  /// Returns the part with a handle, as long as something has it.
  func part(_ handle: RuntimeHandle) -> Part? { handle.kind == kind ? entries[handle.id]?.part : nil }

  func add(_ part: Part) -> Registration {
    lastNumber &+= 1
    entries[lastNumber] = Entry(part: part)
    return Registration(RuntimeHandle(kind, lastNumber), self)
  }

  /// The entry of a part, which goes with the part.
  final class Registration {
    let handle: RuntimeHandle
    private let table: PartTable

    init(_ handle: RuntimeHandle, _ table: PartTable) { (self.handle, self.table) = (handle, table) }

    deinit { table.entries[handle.id] = nil }
  }
}

package typealias CellTable = PartTable<Cell>

extension PartTable where Part == Cell {
  /// Returns the cell with a handle; nil when its row is no longer on the screen. The cells of a screen that was left
  /// can be used until the end of the turn, whatever else keeps them, such as a dialog. O(1).
  package subscript(handle: RuntimeHandle) -> Cell? {
    guard let cell = part(handle), !cell.controller.isEnded else { return nil }
    if let entity = cell.id.entity, !cell.controller.store.exists(entity) { return nil }
    return cell
  }
}

extension PartTable where Part == ScriptedView {
  /// Returns the view with a handle; nil when it is no longer on the screen. O(1).
  package subscript(handle: RuntimeHandle) -> ScriptedView? {
    part(handle).flatMap { $0.controller.isEnded ? nil : $0 }
  }
}
