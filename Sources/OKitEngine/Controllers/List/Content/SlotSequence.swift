/// Slots in order, in chunks with a tree of their counts: one comes or goes, anywhere, without moving the others. O(log
/// n + size of a chunk); splitting a chunk and removing one take O(chunks), which is rare enough to be O(1) amortized.
struct SlotSequence {
  /// A chunk that has grown to this is split.
  private static let limit = 512
  /// Up to this number of chunks, their counts are added without a tree.
  private static let few = 8

  private var chunks: [[Int32]] = []
  /// The counts of the chunks when there are more than a few.
  private var totals: FenwickTree?
  private(set) var count = 0

  init() {}

  init(_ slots: ArraySlice<Int32>) {
    count = slots.count
    let size = Self.limit / 2
    chunks = stride(from: slots.startIndex, to: slots.endIndex, by: size).map {
      Array(slots[$0..<min($0 + size, slots.endIndex)])
    }
    countChunks()
  }

  private mutating func countChunks() { totals = chunks.count > Self.few ? FenwickTree(chunks.map(\.count)) : nil }

  var first: Int32? { chunks.first?.first }

  /// A place among the slots, valid until they change.
  struct Place {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  /// The place before the first slot that does not come before something. O(log n).
  @inline(__always)
  func place(_ precedes: (Int32) -> Bool) -> Place {
    let chunk = chunks.partitionPoint { precedes($0[$0.count - 1]) }
    guard chunk < chunks.count else { return Place(chunk: max(0, chunk - 1), offset: chunks.last?.count ?? 0) }
    return Place(chunk: chunk, offset: chunks[chunk].partitionPoint(precedes))
  }

  /// The slot at a place; nil at the end.
  subscript(place: Place) -> Int32? {
    guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return nil }
    return chunks[place.chunk][place.offset]
  }

  func isFirst(_ place: Place) -> Bool { place.chunk == 0 && place.offset == 0 }

  /// Returns the number of slots before a place. O(log n).
  func index(of place: Place) -> Int {
    if let totals { return totals.sum(before: place.chunk) + place.offset }
    return chunks[..<min(place.chunk, chunks.count)].reduce(place.offset) { $0 + $1.count }
  }

  mutating func insert(_ slot: Int32, at place: Place) {
    count += 1
    guard !chunks.isEmpty else { return chunks.append([slot]) }
    chunks[place.chunk].insert(slot, at: place.offset)
    totals?.add(1, at: place.chunk)
    guard chunks[place.chunk].count >= Self.limit else { return }
    let upper = Array(chunks[place.chunk][(Self.limit / 2)...])
    chunks[place.chunk].removeSubrange((Self.limit / 2)...)
    chunks.insert(upper, at: place.chunk + 1)
    countChunks()
  }

  mutating func remove(at place: Place) {
    count -= 1
    chunks[place.chunk].remove(at: place.offset)
    totals?.add(-1, at: place.chunk)
    guard chunks[place.chunk].isEmpty else { return }
    chunks.remove(at: place.chunk)
    countChunks()
  }

  /// The slots at some positions. O(log n + range).
  subscript(range: Range<Int>) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(range.count)
    var (chunk, offset) = totals?.position(of: range.lowerBound) ?? (0, range.lowerBound)
    while chunk < chunks.count, result.count < range.count {
      let count = chunks[chunk].count
      let end = min(count, offset + range.count - result.count)
      if offset < end { result += chunks[chunk][offset..<end] }
      offset = max(0, offset - count)
      chunk += 1
    }
    return result
  }

  func first(where isWanted: (Int32) -> Bool) -> Int32? {
    for chunk in chunks { if let slot = chunk.first(where: isWanted) { return slot } }
    return nil
  }

  var all: [Int32] { self[0..<count] }
}
