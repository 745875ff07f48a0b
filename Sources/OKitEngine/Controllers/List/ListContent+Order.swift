/// The sorted order of all elements.
extension ListContent {
  /// What decides between two elements now.
  var comparison: ListComparison {
    ListComparison(keys: keys, labels: labels, columns: source.sort.count, ascending: settings.ascending)
  }

  /// Where an element stands, or would stand, among sorted ones. O(log n).
  func position(of slot: Int32, in sorted: [Int32]) -> Int {
    let comparison = comparison
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if comparison.precedes(sorted[middle], slot) { low = middle + 1 } else { high = middle }
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
    order = comparison.sorted(dataSlots)
  }
}

/// The order of a list's elements: by the sort keys, then as in the data. A copy of what decides, so that comparing
/// touches nothing that could change meanwhile.
struct ListComparison {
  let keys: ListKeys
  let labels: [Int64]
  /// How many of the keys' columns count.
  let columns: Int
  let ascending: Bool

  @inline(__always)
  func precedes(_ a: Int32, _ b: Int32, from column: Int = 0) -> Bool {
    for column in column..<columns {
      switch keys.order(a, b, column: column, ascending: ascending) {
      case .before: return true
      case .after: return false
      case .same: continue
      }
    }
    return labels[Int(a)] < labels[Int(b)]
  }

  func sorted(_ slots: [Int32]) -> [Int32] {
    struct Item {
      var head: SortHead
      var slot: Int32
    }
    let width = keys.width
    var items = slots.map { Item(head: keys.heads[Int($0) * width], slot: $0) }
    items.sort { a, b in
      switch SortHead.order(a.head, b.head) {
      case .same?: precedes(a.slot, b.slot, from: 1)
      case let order?: (order == .before) == (ascending || a.head.isNull || b.head.isNull)
      case nil: precedes(a.slot, b.slot)
      }
    }
    return items.map(\.slot)
  }
}
