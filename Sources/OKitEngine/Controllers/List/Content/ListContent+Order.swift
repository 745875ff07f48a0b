/// The sorted order of all elements.
extension ListContent {
  /// The keys that order two elements now.
  var comparison: ListComparison {
    guard !source.script.sorts else { return ListComparison(keys: keys, labels: ranks, columns: 0, ascending: true) }
    return ListComparison(keys: keys, labels: labels, columns: source.sort.count, ascending: settings.ascending)
  }

  /// Removes an element from its place; needs the keys with which it came there.
  func takeOut(_ slot: Int32) {
    if !needsSort {
      let comparison = comparison
      let place = order.place { comparison.precedes($0, slot) }
      if order[place] == slot { order.remove(at: place) }
    }
    if isVisible[Int(slot)] { hide(slot) }
  }

  func putIn(_ slot: Int32) {
    // The script's function decides, with all others.
    if source.script.sorts { (needsSort, needsGroups) = (true, true) }
    if !needsSort {
      let comparison = comparison
      order.insert(slot, at: order.place { comparison.precedes($0, slot) })
    }
    if isVisible[Int(slot)] { show(slot) }
  }

  /// Sorts everything.
  func sort() {
    rebuiltElements += dataSlots.count
    guard !source.script.sorts else { return sortByScript() }
    let slots = dataSlots.joined
    order = SlotSequence((source.sort.isEmpty ? slots : ListSorter.sorted(slots, by: comparison))[...])
  }
}

/// The order of a list's elements: by the sort keys, then as in the data. A copy of what decides, so that comparing
/// touches nothing that could change meanwhile.
struct ListComparison {
  let keys: ListKeys
  let labels: [Int64]
  /// The number of columns of the keys that count.
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
}
