/// The elements of the data and their order.
extension ListContent {
  /// The distance between the labels of neighbors: room for this many halvings before all are labelled again.
  private static let gap: Int64 = 1 << 20

  /// Takes over the elements of the data. Costs the difference, and a comparison of the handles.
  func apply(_ new: [EntityID]) {
    let (start, oldEnd, newEnd) = changedRange(new)
    guard start < oldEnd || start < newEnd else { return }
    var leaving: [EntityID: Int32] = [:]
    for slot in dataSlots[start..<oldEnd] { leaving[elements[Int(slot)]] = slot }
    let kept = new[start..<newEnd].map { leaving.removeValue(forKey: $0) }
    // Of those that stay in the data as few as possible change their place.
    let fixed = Set(longestIncreasing(kept.compactMap { $0.map { Int(labels[Int($0)]) } }))
    let isFixed = kept.map { slot in slot.map { fixed.contains(Int(labels[Int($0)])) } ?? false }
    if isMuch(leaving.count + isFixed.count { !$0 }) { (needsSort, needsGroups) = (true, true) }

    for slot in leaving.values {
      takeOut(slot)
      release(slot)
    }
    for (slot, isFixed) in zip(kept, isFixed) where !isFixed { if let slot { takeOut(slot) } }
    let slots = elements.isEmpty ? allocateAll(new) : zip(kept, new[start..<newEnd]).map { $0 ?? allocate($1) }
    dataSlots.replaceSubrange(start..<oldEnd, with: slots)
    label(from: start, isFixed)
    for (index, slot) in slots.enumerated() where !isFixed[index] {
      if kept[index] == nil { readKeys(slot) } else { putIn(slot) }
    }
  }

  /// The part between the elements that the old and the new data begin and end with.
  private func changedRange(_ new: [EntityID]) -> (start: Int, oldEnd: Int, newEnd: Int) {
    var (start, oldEnd, newEnd) = (0, dataSlots.count, new.count)
    while start < oldEnd, start < newEnd, elements[Int(dataSlots[start])] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, elements[Int(dataSlots[oldEnd - 1])] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return (start, oldEnd, newEnd)
  }

  /// Labels the elements from `start` on that are not fixed, each run between its neighbors.
  private func label(from start: Int, _ isFixed: [Bool]) {
    var index = 0
    while index < isFixed.count {
      guard !isFixed[index] else {
        index += 1
        continue
      }
      let end = isFixed[index...].firstIndex(of: true) ?? isFixed.count
      guard label(start + index..<start + end) else { return labelAll() }
      index = end
    }
  }

  /// False when there is no room between the neighbors.
  private func label(_ run: Range<Int>) -> Bool {
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
    guard step > 0 else { return false }
    for position in run {
      labels[Int(dataSlots[position])] = first
      first += step
    }
    return true
  }

  /// Keeps the order that the elements with a place have among each other.
  private func labelAll() {
    for (position, slot) in dataSlots.enumerated() { labels[Int(slot)] = Int64(position) * Self.gap }
  }
}
