/// The steps that make the list before into the present one, after the elements that have left are removed: insertions
/// and moves in the order of their present positions, as few as possible.
///
/// The elements of a heaviest increasing sequence of runs stay (*anchors*); every other element is moved. An element
/// that waits for its move stays after what was inserted or moved to between the same two anchors.
struct ListEdits {
  enum Step {
    /// The present element at `index` is inserted at `position`.
    case insert(index: Int, position: Int)
    case move(from: Int, to: Int)
  }

  private let runs: [ElementRun]
  private var isAnchor: [Bool]
  /// The runs of elements to move in their order before: their indices before, the number of anchors in front of them,
  /// and the number of elements to move in front of them.
  private var moving: [(old: Int, gap: Int, rank: Int)] = []
  /// The number of elements that wait for their move.
  private var waiting = FenwickTree([])
  private var movingCount = 0
  /// The number of anchors in front of each element that was inserted or moved.
  private var done: [Int] = []

  /// - Parameter count: The number of present elements.
  init(_ difference: ListDifference, count: Int) {
    runs = difference.runs(of: count)
    isAnchor = Self.anchors(runs)
    findMoving()
  }

  private mutating func findMoving() {
    let kept = runs.indices.filter { !runs[$0].isNew }.sorted { runs[$0].old < runs[$1].old }
    var anchors = 0
    for index in kept {
      if isAnchor[index] {
        anchors += runs[index].count
      } else {
        moving.append((runs[index].old, anchors, movingCount))
        movingCount += runs[index].count
      }
    }
    waiting = FenwickTree(Array(repeating: 1, count: movingCount))
  }

  /// Calls `body` with each step in order, until it returns false.
  mutating func visit(_ body: (Step) -> Bool) {
    var (index, anchors) = (0, 0)
    for (number, run) in runs.enumerated() {
      if isAnchor[number] {
        anchors += run.count
        index += run.count
        continue
      }
      for offset in 0..<run.count {
        let step = run.isNew ? insertion(of: index, anchors) : move(run.old + offset, to: index, anchors)
        guard body(step) else { return }
        done.append(anchors)
        index += 1
      }
    }
  }

  private func insertion(of index: Int, _ anchors: Int) -> Step {
    .insert(index: index, position: index + waitingBefore(anchors))
  }

  private mutating func move(_ old: Int, to index: Int, _ anchors: Int) -> Step {
    let run = moving[moving.partitionPoint { $0.old <= old } - 1]
    let rank = run.rank + old - run.old
    let from = run.gap + done.partitionPoint { $0 <= run.gap } + waiting.sum(before: rank)
    waiting.add(-1, at: rank)
    return .move(from: from, to: index + waitingBefore(anchors))
  }

  /// Returns the number of waiting elements in front of the last of some anchors.
  private func waitingBefore(_ anchors: Int) -> Int {
    guard movingCount > 0 else { return 0 }
    let run = moving.partitionPoint { $0.gap < anchors }
    return waiting.sum(before: run < moving.count ? moving[run].rank : movingCount)
  }

  // MARK: Anchors

  /// Returns which runs are part of the heaviest sequence whose indices before increase. O(n log n).
  static func anchors(_ runs: [ElementRun]) -> [Bool] {
    let kept = runs.indices.filter { !runs[$0].isNew }
    var isAnchor = Array(repeating: false, count: runs.count)
    if zip(kept, kept.dropFirst()).allSatisfy({ runs[$0].old < runs[$1].old }) {
      for index in kept { isAnchor[index] = true }
      return isAnchor
    }
    var ranks = Array(repeating: 0, count: runs.count)
    for (rank, index) in kept.sorted(by: { runs[$0].old < runs[$1].old }).enumerated() { ranks[index] = rank }
    var weights = runs.map(\.count)
    var previous = Array(repeating: -1, count: runs.count)
    // The best end of a sequence by rank, as a tree of maxima.
    var best = Array(repeating: -1, count: kept.count)
    func heavier(_ a: Int, _ b: Int) -> Int {
      a < 0 ? b : b < 0 ? a : (weights[a], a) > (weights[b], b) ? a : b
    }
    var end = -1
    for index in kept {
      var position = ranks[index]
      while position > 0 {
        previous[index] = heavier(previous[index], best[position - 1])
        position &= position - 1
      }
      if previous[index] >= 0 { weights[index] += weights[previous[index]] }
      end = heavier(end, index)
      position = ranks[index]
      while position < best.count {
        best[position] = heavier(best[position], index)
        position |= position + 1
      }
    }
    while end >= 0 {
      isAnchor[end] = true
      end = previous[end]
    }
    return isAnchor
  }
}

extension ListDifference {
  /// Returns the runs of the present elements, of which there are `count`.
  func runs(of count: Int) -> [ElementRun] {
    var (present, rest) = ([ElementRun](), count)
    for run in runs.all where rest > 0 {
      present.append(run[0..<min(run.count, rest)])
      rest -= run.count
    }
    return present
  }
}
