/// The runs of a list in its present order, in chunks with a tree of their lengths.
///
/// A list that has not changed is one run. It has no end, so that the length of the list need not be known: the
/// elements after the last one stay where they are.
///
/// Invariants: no run is empty, no run joins the next one, and no chunk is empty.
struct ElementRuns {
  /// More elements than a list can have.
  static let endless = 1 << 48
  /// A chunk of this many runs is split.
  private static let limit = 128

  private var chunks = [[ElementRun(old: 0, count: endless)]]
  private var lengths = FenwickTree([endless])

  /// The place of an element.
  struct Place {
    fileprivate var chunk: Int
    fileprivate var run: Int
    /// The offset in the run.
    var offset: Int
  }

  /// Whether all elements are where they were.
  var isUnchanged: Bool { chunks.count == 1 && chunks[0].count == 1 && chunks[0][0].old == 0 }

  /// All runs in order.
  var all: [ElementRun] { Array(chunks.joined()) }

  subscript(place: Place) -> ElementRun { chunks[place.chunk][place.run] }

  /// Returns the place of the element at an index. O(log n).
  func place(of index: Int) -> Place {
    var (chunk, rest) = lengths.position(of: index)
    guard chunk < chunks.count else {
      chunk = chunks.count - 1
      return Place(chunk: chunk, run: chunks[chunk].count - 1, offset: 0)
    }
    var run = 0
    while rest >= chunks[chunk][run].count {
      rest -= chunks[chunk][run].count
      run += 1
    }
    return Place(chunk: chunk, run: run, offset: rest)
  }

  func run(before place: Place) -> ElementRun? {
    place.run > 0 ? chunks[place.chunk][place.run - 1] : place.chunk > 0 ? chunks[place.chunk - 1].last : nil
  }

  /// Replaces the run of a place by others, none of which joins the next one.
  mutating func replace(_ place: Place, with new: [ElementRun]) {
    let chunk = place.chunk
    let growth = new.reduce(-chunks[chunk][place.run].count) { $0 + $1.count }
    chunks[chunk].replaceSubrange(place.run...place.run, with: new)
    lengths.add(growth, at: chunk)
    joinNext(chunk, place.run + new.count - 1)
    if !new.isEmpty { joinNext(chunk, place.run - 1) }
    tidy(chunk)
  }

  /// Joins a run with the next one if possible; before the first run of a chunk, -1, is the last one of the chunk
  /// before.
  private mutating func joinNext(_ chunk: Int, _ run: Int) {
    var (chunk, run) = (chunk, run)
    var next = (chunk: chunk, run: run + 1)
    if run + 1 == chunks[chunk].count { next = (chunk + 1, 0) }
    if run < 0 {
      guard chunk > 0 else { return }
      chunk -= 1
      run = chunks[chunk].count - 1
    }
    guard next.chunk < chunks.count, chunks[chunk][run].joins(chunks[next.chunk][next.run]) else { return }
    let count = chunks[next.chunk].remove(at: next.run).count
    chunks[chunk][run].count += count
    guard next.chunk != chunk else { return }
    lengths.add(count, at: chunk)
    lengths.add(-count, at: next.chunk)
  }

  /// Removes a chunk or the next one if it has become empty, and splits it if it is full.
  private mutating func tidy(_ chunk: Int) {
    let count = chunks.count
    if chunk + 1 < chunks.count, chunks[chunk + 1].isEmpty { chunks.remove(at: chunk + 1) }
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
    } else if chunks[chunk].count >= Self.limit {
      chunks.insert(Array(chunks[chunk][(Self.limit / 2)...]), at: chunk + 1)
      chunks[chunk].removeSubrange((Self.limit / 2)...)
    }
    if chunks.count != count { lengths = FenwickTree(chunks.map { $0.reduce(0) { $0 + $1.count } }) }
  }
}
