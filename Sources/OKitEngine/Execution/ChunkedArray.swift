/// An array stored in chunks, so that inserting or removing an element moves only the rest of one chunk.
///
/// The caller guarantees that an index is below `count`, or at most `count` when inserting.
struct ChunkedArray<Element> {
  static var chunkSize: Int { 512 }

  private var chunks: [[Element]]
  /// The number of elements in each chunk, side by side to find a position quickly.
  private var counts: [Int]
  private(set) var count: Int

  init(_ elements: [Element]) {
    count = elements.count
    chunks = stride(from: 0, to: count, by: Self.chunkSize).map { start in
      Array(elements[start..<min(start + Self.chunkSize, elements.count)])
    }
    counts = chunks.map(\.count)
  }

  /// All elements in order.
  var joined: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for chunk in chunks { all += chunk }
    return all
  }

  /// O(chunks).
  mutating func insert(_ element: Element, at index: Int) {
    guard !chunks.isEmpty else {
      (chunks, counts, count) = ([[element]], [1], 1)
      return
    }
    let (chunk, offset) = place(of: index)
    chunks[chunk].insert(element, at: offset)
    counts[chunk] += 1
    count += 1
    if counts[chunk] == 2 * Self.chunkSize { split(chunk) }
  }

  /// O(chunks).
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let (chunk, offset) = place(of: index)
    let element = chunks[chunk].remove(at: offset)
    counts[chunk] -= 1
    count -= 1
    if counts[chunk] == 0 {
      chunks.remove(at: chunk)
      counts.remove(at: chunk)
    }
    return element
  }

  private mutating func split(_ chunk: Int) {
    chunks.insert(Array(chunks[chunk][Self.chunkSize...]), at: chunk + 1)
    chunks[chunk].removeSubrange(Self.chunkSize...)
    counts.insert(counts[chunk] - Self.chunkSize, at: chunk + 1)
    counts[chunk] = Self.chunkSize
  }

  /// Returns the chunk of a position and the offset in it, searching from the nearer end.
  private func place(of index: Int) -> (chunk: Int, offset: Int) {
    if index < count / 2 {
      var (chunk, rest) = (0, index)
      while rest >= counts[chunk] {
        rest -= counts[chunk]
        chunk += 1
      }
      return (chunk, rest)
    }
    var chunk = counts.count - 1
    var start = count - counts[chunk]
    while index < start {
      chunk -= 1
      start -= counts[chunk]
    }
    return (chunk, index - start)
  }
}
