/// The Lua functions of entities by type and by the number of the name. Finding one does not count references.
///
/// A row becomes invalid when a function of its type is defined. The owner retains the functions, and the types whose
/// epochs the rows point to. Invariant: each row has `count` initialised references, 0 for none.
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

  /// O(the numbers of names).
  mutating func note(_ function: LuaFunction, of type: EntityType, as number: Int) {
    let index = Int(type.index)
    while rows.count <= index { rows.append(nil) }
    let old = rows[index]
    let count = max(old?.count ?? 0, number + 1)
    let references = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    references.initialize(repeating: 0, count: count)
    if let old {
      if old.epoch == type.epoch { references.update(from: old.references, count: old.count) }
      old.references.deallocate()
    }
    references[number] = function.slot
    rows[index] = Row(epochPlace: type.epochPlace, epoch: type.epoch, references: references, count: count)
  }
}
