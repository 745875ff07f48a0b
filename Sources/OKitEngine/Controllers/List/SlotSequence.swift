/// Slots in order, in chunks: one comes or goes, anywhere, without moving the others. O(√n) with a tiny constant.
struct SlotSequence {
  /// A chunk that has grown to this is split.
  private static let limit = 512

  private var chunks: [[Int32]] = []
  private(set) var count = 0

  init() {}

  init(_ slots: ArraySlice<Int32>) {
    count = slots.count
    let size = Self.limit / 2
    chunks = stride(from: slots.startIndex, to: slots.endIndex, by: size).map {
      Array(slots[$0..<min($0 + size, slots.endIndex)])
    }
  }

  var first: Int32? { chunks.first?.first }

  /// A place among the slots, valid until they change.
  struct Place {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  /// The place before the first slot that does not come before something. O(log n).
  @inline(__always)
  func place(_ precedes: (Int32) -> Bool) -> Place {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(chunks[middle][chunks[middle].count - 1]) { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.count else {
      return Place(chunk: max(0, low - 1), offset: chunks.last?.count ?? 0)
    }
    let chunk = low
    (low, high) = (0, chunks[chunk].count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(chunks[chunk][middle]) { low = middle + 1 } else { high = middle }
    }
    return Place(chunk: chunk, offset: low)
  }

  /// The slot at a place; nil at the end.
  subscript(place: Place) -> Int32? {
    guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return nil }
    return chunks[place.chunk][place.offset]
  }

  func isFirst(_ place: Place) -> Bool { place.chunk == 0 && place.offset == 0 }

  /// Returns the number of slots before a place. O(chunks).
  func index(of place: Place) -> Int {
    chunks[..<min(place.chunk, chunks.count)].reduce(place.offset) { $0 + $1.count }
  }

  mutating func insert(_ slot: Int32, at place: Place) {
    count += 1
    guard !chunks.isEmpty else { return chunks.append([slot]) }
    chunks[place.chunk].insert(slot, at: place.offset)
    guard chunks[place.chunk].count >= Self.limit else { return }
    let upper = Array(chunks[place.chunk][(Self.limit / 2)...])
    chunks[place.chunk].removeSubrange((Self.limit / 2)...)
    chunks.insert(upper, at: place.chunk + 1)
  }

  mutating func remove(at place: Place) {
    count -= 1
    chunks[place.chunk].remove(at: place.offset)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  /// The slots at some positions. O(chunks + range).
  subscript(range: Range<Int>) -> [Int32] {
    var (result, first) = ([Int32](), 0)
    for chunk in chunks {
      if first >= range.upperBound { break }
      let part = range.clamped(to: first..<first + chunk.count)
      if !part.isEmpty { result += chunk[part.lowerBound - first..<part.upperBound - first] }
      first += chunk.count
    }
    return result
  }

  func first(where isWanted: (Int32) -> Bool) -> Int32? {
    for chunk in chunks { if let slot = chunk.first(where: isWanted) { return slot } }
    return nil
  }

  var all: [Int32] { self[0..<count] }
}
