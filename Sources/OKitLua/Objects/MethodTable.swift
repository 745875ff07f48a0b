import OKitEngine

/// The methods of entities by type and by the number of their name, as plain numbers, so that finding one counts no references.
///
/// A row is right while its type has the epoch in which the row was made. Whoever notes a method keeps the function that its
/// reference is a slot of. Invariant: each row has `count` initialised references, 0 for none.
struct MethodTable: ~Copyable {
  private struct Row {
    var epochPlace: UnsafePointer<Int>
    var epoch: Int
    var references: UnsafeMutablePointer<Int32>
    var count: Int
  }

  private var rows: [Row?] = []

  deinit { for row in rows { row?.references.deallocate() } }

  /// Returns the registry slot of a method; nil when it is not known. O(1).
  @inline(__always)
  func reference(_ type: Int, _ number: Int) -> Int32? {
    guard type < rows.count, let row = rows[type], row.epoch == row.epochPlace.pointee, number < row.count else {
      return nil
    }
    let reference = row.references[number]
    return reference == 0 ? nil : reference
  }

  mutating func note(_ function: LuaFunction, of type: EntityType, as number: Int) {
    let index = Int(type.index)
    while rows.count <= index { rows.append(nil) }
    var row = rows[index] ?? Row(epochPlace: type.epochPlace, epoch: -1, references: .allocate(capacity: 0), count: 0)
    let isValid = row.epoch == type.epoch
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: max(row.count, number + 1))
    larger.initialize(repeating: 0, count: max(row.count, number + 1))
    if isValid { larger.update(from: row.references, count: row.count) }
    row.references.deallocate()
    row = Row(
      epochPlace: type.epochPlace, epoch: type.epoch, references: larger, count: max(row.count, number + 1))
    row.references[number] = function.slot
    rows[index] = row
  }
}
