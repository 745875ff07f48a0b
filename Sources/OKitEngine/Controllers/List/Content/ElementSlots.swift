/// The slots of the elements of a list: an array as far as the numbers of the elements lie close together, as
/// those of one document do, and a dictionary for the others.
struct ElementSlots {
  private static let none: Int32 = -1

  private let base: Int
  private var near: [Int32]
  private var far: [EntityID: Int32] = [:]

  /// - Parameter slots: those in use, of `elements` by slot.
  init(_ elements: [EntityID], _ slots: [Int32]) {
    var (least, greatest) = (Int.max, -1)
    for slot in slots {
      let index = Int(elements[Int(slot)].index)
      (least, greatest) = (min(least, index), max(greatest, index))
    }
    let span = greatest - min(least, greatest) + 1
    base = least
    near = span <= 4 * slots.count + 64 && !slots.isEmpty ? Array(repeating: Self.none, count: span) : []
    for slot in slots { self[elements[Int(slot)]] = slot }
  }

  /// The slot that was noted last for the number of an element; whose it is, the list knows.
  subscript(element: EntityID) -> Int32? {
    get {
      let index = Int(element.index) - base
      guard near.indices.contains(index) else { return far[element] }
      return near[index] == Self.none ? nil : near[index]
    }
    set {
      let index = Int(element.index) - base
      if near.indices.contains(index) { near[index] = newValue ?? Self.none } else { far[element] = newValue }
    }
  }
}
