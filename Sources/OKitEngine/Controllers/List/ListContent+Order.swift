/// The sorted order of all elements.
extension ListContent {
  /// Whether one element stands before another: by the sort keys, then as in the data.
  @inline(__always)
  func precedes(_ a: Int32, _ b: Int32) -> Bool {
    for column in source.sort.indices {
      switch keys.order(a, b, column: column, ascending: settings.ascending) {
      case .before: return true
      case .after: return false
      case .same: continue
      }
    }
    return labels[Int(a)] < labels[Int(b)]
  }

  /// Where an element stands, or would stand, among sorted ones. O(log n).
  func position(of slot: Int32, in sorted: [Int32]) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(sorted[middle], slot) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes an element from its place; needs the keys with which it came there.
  func takeOut(_ slot: Int32) {
    if !needsSort {
      let position = position(of: slot, in: order)
      if position < order.count, order[position] == slot { order.remove(at: position) }
    }
    if isVisible[Int(slot)] { hide(slot) }
  }

  func putIn(_ slot: Int32) {
    if !needsSort { order.insert(slot, at: position(of: slot, in: order)) }
    if isVisible[Int(slot)] { show(slot) }
  }

  /// Sorts everything. O(n log n), without touching a value where its first bytes decide.
  func sort() {
    guard !source.sort.isEmpty else {
      order = dataSlots
      return
    }
    struct Item {
      var head: SortHead
      var slot: Int32
    }
    let width = keys.width
    var items = dataSlots.map { Item(head: keys.heads[Int($0) * width], slot: $0) }
    let ascending = settings.ascending
    items.sort { a, b in
      guard let order = SortHead.order(a.head, b.head), order != .same else { return precedes(a.slot, b.slot) }
      return (order == .before) == (ascending || a.head.isNull || b.head.isNull)
    }
    order = items.map(\.slot)
  }
}
