/// Labels that ascend in the order of the data: order maintenance by numbers with gaps. A new element gets a number
/// between those of its neighbors; where there is none, the fewest neighbors that leave room are numbered again.
extension ListContent {
  /// The distance between the labels of neighbors: room for this many halvings before any are labeled again.
  private static let gap: Int64 = 1 << 28
  /// Labels stay within this distance from 0.
  private static let bound: Int64 = 1 << 61

  /// Labels the element at a position of the data, all others of which have labels. O(log n) amortized.
  func label(around position: Int) {
    if label(position..<position + 1, step: 1) { return }
    var width = 4
    while true {
      let range = max(0, position - width)..<min(dataSlots.count, position + 1 + width)
      if range.count == dataSlots.count { return labelAll() }
      if label(range, step: 2 * Int64(range.count)) { return }
      width *= 2
    }
  }

  /// Labels a run of elements between its neighbors, which have labels. Returns false when the distance between two
  /// labels would be below a minimum.
  func label(_ run: Range<Int>, step minimum: Int64) -> Bool {
    let before = run.lowerBound > 0 ? labels[Int(dataSlots[run.lowerBound - 1])] : nil
    let after = run.upperBound < dataSlots.count ? labels[Int(dataSlots[run.upperBound])] : nil
    let count = Int64(run.count)
    var (first, step) = (before.map { $0 + Self.gap } ?? 0, Self.gap)
    switch (before, after) {
    case (let before?, let after?):
      step = (after - before) / (count + 1)
      first = before + step
    case (nil, let after?): first = after - count * step
    case (_, nil): break
    }
    guard step >= minimum, first >= -Self.bound, first + count * step <= Self.bound else { return false }
    for position in run {
      labels[Int(dataSlots[position])] = first
      first += step
    }
    return true
  }

  /// Keeps the order that the elements with a place have among each other.
  func labelAll() {
    rebuiltElements += dataSlots.count
    for (position, slot) in dataSlots.joined.enumerated() { labels[Int(slot)] = Int64(position) * Self.gap }
  }
}
