/// The positions of the rows of a list: increasing numbers with gaps, so that an insertion writes one row.
enum RowPositions {
  static let gap = 1 << 32

  /// Returns positions between two others; nil if there is no room.
  ///
  /// - Parameters:
  ///   - lower: The position before the new ones; nil for the beginning of the list.
  ///   - upper: The position after the new ones; nil for the end of the list.
  static func between(_ lower: Int?, _ upper: Int?, count: Int) -> [Int]? {
    switch (lower, upper) {
    case (let lower?, let upper?):
      let (span, overflow) = upper.subtractingReportingOverflow(lower)
      let step = span / (count + 1)
      guard !overflow, step >= 1 else { return nil }
      return (1...count).map { lower + $0 * step }
    case (let lower?, nil): return steps(count, from: lower, by: gap)
    case (nil, let upper?): return steps(count, from: upper, by: -gap)?.reversed()
    case (nil, nil): return steps(count, from: 0, by: gap)
    }
  }

  private static func steps(_ count: Int, from start: Int, by step: Int) -> [Int]? {
    let (way, overflow) = step.multipliedReportingOverflow(by: count)
    guard !overflow, !start.addingReportingOverflow(way).overflow else { return nil }
    return (1...max(1, count)).prefix(count).map { start + $0 * step }
  }

  /// Returns the positions of all elements of a list: as many as possible keep theirs.
  ///
  /// - Parameter stored: The positions of the elements in their present order; nil for new ones.
  static func assigned(_ stored: [Int?]) -> [Int] {
    let kept = longestIncreasing(stored.count) { stored[$0] }
    var positions: [Int] = []
    positions.reserveCapacity(stored.count)
    var next = 0
    for index in kept + [stored.count] {
      let upper = index < stored.count ? stored[index] : nil
      if index > next {
        guard let new = between(positions.last, upper, count: index - next) else {
          return steps(stored.count, from: 0, by: gap) ?? Array(1...stored.count)
        }
        positions += new
      }
      if let upper { positions.append(upper) }
      next = index + 1
    }
    return positions
  }
}

/// The changes of a list, grouped by the updates that its rows need.
struct RowListChanges {
  /// Elements next to each other that need new positions.
  var changed: [Range<Int>] = []
  /// The indices before of the elements that stay: in front of an index, by the end of runs.
  private var anchors: [(start: Int, old: Int, count: Int)] = []
  /// The indices before of the elements that left or moved.
  private(set) var leaving: [Int] = []
  /// The elements that are still in the list, in their order before.
  private var kept: [(old: Int, start: Int, count: Int)] = []
  /// The elements that left, by their indices before.
  private var removed: [Int: Value] = [:]

  /// - Parameter count: The number of present elements.
  init(_ difference: ListDifference, count: Int) {
    let runs = difference.runs(of: count)
    let isAnchor = ListEdits.anchors(runs)
    var index = 0
    for (number, run) in runs.enumerated() {
      let end = index + run.count
      if !run.isNew { kept.append((run.old, index, run.count)) }
      if isAnchor[number] {
        anchors.append((index, run.old, run.count))
      } else {
        if let last = changed.last, last.upperBound == index {
          changed[changed.count - 1] = last.lowerBound..<end
        } else {
          changed.append(index..<end)
        }
        if !run.isNew { leaving += run.old..<(run.old + run.count) }
      }
      index = end
    }
    kept.sort { $0.old < $1.old }
    for (old, value) in difference.removed {
      removed[old] = value
      leaving.append(old)
    }
    leaving.sort()
  }

  /// Returns the index before of an element that stays; nil for others.
  func old(_ index: Int) -> Int? {
    let next = anchors.partitionPoint { $0.start <= index }
    guard next > 0, case let run = anchors[next - 1], index < run.start + run.count else { return nil }
    return run.old + index - run.start
  }

  /// Returns the element that had an index before.
  func element(_ old: Int, in elements: CollectionStorage) -> Value? {
    if let value = removed[old] { return value }
    let next = kept.partitionPoint { $0.old <= old }
    guard next > 0, case let run = kept[next - 1], old < run.old + run.count else { return nil }
    return elements.element(run.start + old - run.old)
  }

  /// Returns the rows that the change depends on, as ranges of indices before: those that it removes, and those that it
  /// adds others beside. The ends of the list are -1 and `oldCount`.
  ///
  /// - Parameter count: The number of present elements.
  func ranges(count: Int, oldCount: Int) -> [ClosedRange<Int>] {
    let additions = changed.map { range in
      (old(range.lowerBound - 1) ?? -1)...(range.upperBound < count ? old(range.upperBound) ?? oldCount : oldCount)
    }
    let all = (additions + leaving.map { $0...$0 }).sorted { $0.lowerBound < $1.lowerBound }
    return all.reduce(into: []) { ranges, range in
      if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }
}
