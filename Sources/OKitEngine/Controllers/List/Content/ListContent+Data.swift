/// The elements of the data and their order.
extension ListContent {
  /// Takes over the elements of the data. Costs nothing when the content is lazy, and the edits of a live collection;
  /// else, or when there are many, a comparison of the handles.
  func apply(_ data: Data) {
    switch data {
    case .collection(let collection):
      observe(observable(collection))
      if canBeLazy { return becomeLazy(collection) }
      lazyData = nil
      if let edits = edits.take(of: collection, in: store, limit: muchIs) {
        if apply(edits), dataSlots.count == store.count(collection) { return }
        forgetElements()
      }
      apply(store.entities(collection))
    case .entities(let entities):
      observe(nil)
      lazyData = nil
      edits.stop(in: store)
      apply(entities)
    }
  }

  // MARK: Edits

  /// Returns false when the edits are not those of the elements that are here.
  private func apply(_ edits: [CollectionEdits.Edit]) -> Bool {
    var added: [Int32] = []
    for edit in edits {
      switch edit {
      case .insert(let element, let index):
        guard index <= dataSlots.count else { return false }
        let slot = allocate(element)
        insert(slot, at: index)
        added.append(slot)
      case .remove(let index):
        guard index < dataSlots.count else { return false }
        let slot = dataSlots.remove(at: index)
        if hasKeys(slot) { takeOut(slot) } else { added.removeAll { $0 == slot } }
        release(slot)
      case .move(let from, let to):
        guard max(from, to) < dataSlots.count else { return false }
        let slot = dataSlots.remove(at: from)
        if hasKeys(slot) { takeOut(slot) }
        insert(slot, at: to)
        if hasKeys(slot) { putIn(slot) }
      }
    }
    // Not before: an element may have left again, and has no properties then.
    readKeys(ofNew: added)
    return true
  }

  private func insert(_ slot: Int32, at index: Int) {
    dataSlots.insert(slot, at: index)
    label(around: index)
  }

  /// Whether a slot has its keys, and so a place in the order.
  func hasKeys(_ slot: Int32) -> Bool { groupOf[Int(slot)] != ListGroups.none }

  // MARK: All elements

  private func apply(_ new: [EntityID]) {
    rebuiltElements += new.count
    var data = dataSlots.joined
    let (start, oldEnd, newEnd) = changedRange(data, new)
    guard start < oldEnd || start < newEnd else { return }
    var leaving: [EntityID: Int32] = [:]
    for slot in data[start..<oldEnd] { leaving[elements[Int(slot)]] = slot }
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
    data.replaceSubrange(start..<oldEnd, with: slots)
    dataSlots = ChunkedArray(data)
    label(from: start, isFixed)
    for (index, slot) in slots.enumerated() where !isFixed[index] && kept[index] != nil { putIn(slot) }
    readKeys(ofNew: slots.indices.filter { kept[$0] == nil }.map { slots[$0] })
  }

  /// Returns the part between the elements that the old and the new data begin and end with.
  private func changedRange(_ data: [Int32], _ new: [EntityID]) -> (start: Int, oldEnd: Int, newEnd: Int) {
    var (start, oldEnd, newEnd) = (0, data.count, new.count)
    while start < oldEnd, start < newEnd, elements[Int(data[start])] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, elements[Int(data[oldEnd - 1])] == new[newEnd - 1] {
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
      guard label(start + index..<start + end, step: 1) else { return labelAll() }
      index = end
    }
  }
}
