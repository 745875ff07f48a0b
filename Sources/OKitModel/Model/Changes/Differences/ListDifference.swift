/// The difference between a list or set and its earlier state: removed elements, inserted elements, and the order of
/// the others. Its size is proportional to the difference, however many changes led to it.
///
/// An element that returns is the one that has left: the same entity, or an equal value. Elements that are next to each
/// other again as they were are one run, so that changes that are undone leave no trace.
struct ListDifference {
  private(set) var runs = ElementRuns()
  /// The indices before of the entities that have left.
  private var removedEntities: [EntityID: Int] = [:]
  /// The indices before of the other values that have left, the last one at the end.
  private var removedValues: [ExactValue: [Int]] = [:]
  private(set) var removedCount = 0
  private(set) var newCount = 0

  var isEmpty: Bool { removedCount == 0 && newCount == 0 && runs.isUnchanged }

  mutating func insert(_ value: Value, at index: Int) {
    let place = runs.place(of: index)
    let run = runs[place]
    let end = place.offset > 0 ? run.isNew ? nil : run.old + place.offset : runs.run(before: place)?.end
    if let old = takeRemoved(value, after: end, before: run.isNew ? nil : run.old + place.offset) {
      put(ElementRun(old: old, count: 1), at: place)
    } else {
      newCount += 1
      put(.new(1), at: place)
    }
  }

  mutating func remove(_ value: Value, at index: Int) {
    let element = takeOut(at: index)
    guard !element.isNew else {
      newCount -= 1
      return
    }
    removedCount += 1
    if case .entity(let entity) = value {
      removedEntities[entity] = element.old
    } else {
      removedValues[ExactValue(value), default: []].append(element.old)
    }
  }

  mutating func move(from: Int, to: Int) {
    let element = takeOut(at: from)
    put(element, at: runs.place(of: to))
  }

  /// Returns the index before of the element at an index; nil for a new one. O(log n).
  func oldIndex(of index: Int) -> Int? {
    let place = runs.place(of: index)
    return runs[place].isNew ? nil : runs[place].old + place.offset
  }

  /// The elements that have left, with their indices before, in order.
  var removed: [(old: Int, value: Value)] {
    let entities = removedEntities.map { (old: $0.value, value: Value.entity($0.key)) }
    let values = removedValues.flatMap { value, indices in indices.map { (old: $0, value: value.value) } }
    return (entities + values).sorted { $0.old < $1.old }
  }

  // MARK: Parts

  private mutating func put(_ element: ElementRun, at place: ElementRuns.Place) {
    let run = runs[place]
    var parts: [ElementRun] = []
    parts.join(run[0..<place.offset])
    parts.join(element)
    parts.join(run[place.offset..<run.count])
    runs.replace(place, with: parts)
  }

  private mutating func takeOut(at index: Int) -> ElementRun {
    let place = runs.place(of: index)
    let run = runs[place]
    var parts: [ElementRun] = []
    parts.join(run[0..<place.offset])
    parts.join(run[(place.offset + 1)..<run.count])
    runs.replace(place, with: parts)
    return run[place.offset..<(place.offset + 1)]
  }

  /// Takes a value from those that have left: of equal ones the one that was between its present neighbours.
  private mutating func takeRemoved(_ value: Value, after end: Int?, before start: Int?) -> Int? {
    guard removedCount > 0 else { return nil }
    if case .entity(let entity) = value {
      guard let old = removedEntities.removeValue(forKey: entity) else { return nil }
      removedCount -= 1
      return old
    }
    let key = ExactValue(value)
    guard var indices = removedValues[key], !indices.isEmpty else { return nil }
    let best = indices.lastIndex { $0 == end || $0 + 1 == start } ?? indices.count - 1
    let old = indices.remove(at: best)
    removedValues[key] = indices.isEmpty ? nil : indices
    removedCount -= 1
    return old
  }
}

// MARK: The list before

extension ListDifference {
  /// Returns the list as it was. O(n).
  ///
  /// - Parameter elements: The list as it is.
  func earlier(_ elements: [Value]) -> [Value] {
    var earlier = [Value](repeating: .null, count: max(0, elements.count - newCount + removedCount))
    func set(_ index: Int, _ value: Value) {
      if earlier.indices.contains(index) { earlier[index] = value }
    }
    for (old, value) in removed { set(old, value) }
    var start = 0
    for run in runs.all where start < elements.count {
      let count = min(run.count, elements.count - start)
      if !run.isNew { for offset in 0..<count { set(run.old + offset, elements[start + offset]) } }
      start += count
    }
    return earlier
  }

  /// Returns whether values are the same as before although equal ones have changed places. Ends at the first
  /// difference.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - value: Returns a value as it is.
  func isSame(count: Int, _ value: (Int) -> Value) -> Bool {
    guard removedCount == newCount, removedEntities.isEmpty else { return false }
    let removed = removed
    var starts: [(old: Int, start: Int, count: Int)] = []
    var start = 0
    for run in runs.all {
      if !run.isNew { starts.append((run.old, start, run.count)) }
      start += run.count
    }
    let byOld = starts.sorted { $0.old < $1.old }
    func earlier(_ old: Int) -> Value? {
      let run = byOld.partitionPoint { $0.old + $0.count <= old }
      if run < byOld.count, byOld[run].old <= old { return value(byOld[run].start + old - byOld[run].old) }
      let index = removed.partitionPoint { $0.old < old }
      return index < removed.count && removed[index].old == old ? removed[index].value : nil
    }
    start = 0
    for run in runs.all where start < count {
      let end = min(count, start + run.count)
      if run.old != start {
        for index in start..<end {
          guard let old = earlier(index), old.isSame(as: value(index)) else { return false }
        }
      }
      start = end
    }
    return true
  }
}
