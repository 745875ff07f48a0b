/// The functions of a script that filter and sort the elements of a list. A list without them does not pay for them.
struct ListScript {
  /// `filterData`: whether an element is shown.
  var accepts: ((EntityID) -> Bool)?
  /// `filterContentForSearchText`: whether an element matches the search text.
  var matches: ((EntityID, String) -> Bool)?
  /// `sortData`: whether an element stands before another one; nil when it cannot tell.
  var precedes: ((EntityID, EntityID) -> Bool?)?

  /// Whether elements are filtered also without a search.
  var filters: Bool { accepts != nil }
  var sorts: Bool { precedes != nil }
  /// Whether a function decides which elements a filter lets through.
  var decides: Bool { accepts != nil || matches != nil }
}

/// The order of a list whose script overrides `sortData`.
extension ListContent {
  /// Gives each slot its place in the script's order. Equal elements keep the order of the data.
  ///
  /// The sort begins with the order before, so that few changes cost about two calls for each element. An order that is
  /// none, because the function contradicts itself, is as good as any. A function that fails leaves the order of the
  /// data.
  func rankByScript() {
    guard let precedes = source.script.precedes else { return }
    let data = dataSlots.joined
    var slots = data.sorted { (ranks[Int($0)], labels[Int($0)]) < (ranks[Int($1)], labels[Int($1)]) }
    var hasFailed = false
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      guard !hasFailed else { return false }
      guard let isBefore = precedes(elements[Int(a)], elements[Int(b)]) else {
        hasFailed = true
        return false
      }
      return isBefore
    }
    slots.sort(by: isBefore)
    orderEqual(&slots, isBefore)
    if hasFailed { rankByData() } else { rank(slots) }
  }

  /// Gives each slot its place in the data.
  func rankByData() { rank(dataSlots.joined) }

  private func rank(_ slots: [Int32]) {
    for (rank, slot) in slots.enumerated() { ranks[Int(slot)] = Int64(rank) }
    order = SlotSequence(slots[...])
  }

  /// Orders neighbors of which neither stands before the other as in the data.
  private func orderEqual(_ slots: inout [Int32], _ isBefore: (Int32, Int32) -> Bool) {
    var start = 0
    while start < slots.count {
      var end = start + 1
      while end < slots.count, !isBefore(slots[end - 1], slots[end]) { end += 1 }
      if end - start > 1 { slots[start..<end].sort { labels[Int($0)] < labels[Int($1)] } }
      start = end
    }
  }
}
