/// The groups of a list in order, each with the number of its visible rows, in chunks with trees of their counts. A
/// group comes, goes, gets another number of rows, and is found by the position of a row in O(log groups + size of a
/// chunk); splitting a chunk and removing one take O(chunks), which is rare enough to be O(1) amortized.
struct GroupOrder {
  /// A chunk that has grown to this is split.
  private static let limit = 512

  private struct Entry {
    var number: Int32
    var rows: Int
  }

  private var chunks: [[Entry]] = []
  /// The numbers of groups and of rows in each chunk.
  private var groupTotals = FenwickTree([])
  private var rowTotals = FenwickTree([])
  /// The number of rows in each chunk.
  private var rowCounts: [Int] = []

  init() {}

  /// - Parameter rows: Returns the number of rows of a group.
  init(_ numbers: [Int32], rows: (Int32) -> Int) {
    let size = Self.limit / 2
    chunks = stride(from: 0, to: numbers.count, by: size).map { start in
      numbers[start..<min(start + size, numbers.count)].map { Entry(number: $0, rows: rows($0)) }
    }
    rowCounts = chunks.map { $0.reduce(0) { $0 + $1.rows } }
    countChunks()
  }

  private mutating func countChunks() {
    groupTotals = FenwickTree(chunks.map(\.count))
    rowTotals = FenwickTree(rowCounts)
  }

  // MARK: Finding

  /// A place among the groups, valid until groups come or go.
  struct Place {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  /// Returns the place before the first group that does not come before something. O(log groups).
  func place(_ precedes: (Int32) -> Bool) -> Place {
    let chunk = chunks.partitionPoint { precedes($0[$0.count - 1].number) }
    guard chunk < chunks.count else { return Place(chunk: max(0, chunk - 1), offset: chunks.last?.count ?? 0) }
    return Place(chunk: chunk, offset: chunks[chunk].partitionPoint { precedes($0.number) })
  }

  /// Returns the place of the group that contains a row, and the number of rows before that group.
  func place(ofRow position: Int) -> (place: Place, rowsBefore: Int) {
    var (chunk, rest) = rowTotals.position(of: position)
    guard chunk < chunks.count else { return (Place(chunk: chunk, offset: 0), position - rest) }
    var offset = 0
    while offset < chunks[chunk].count, chunks[chunk][offset].rows <= rest {
      rest -= chunks[chunk][offset].rows
      offset += 1
    }
    return (Place(chunk: chunk, offset: offset), position - rest)
  }

  /// The number of the group at a place; nil at the end.
  subscript(place: Place) -> Int32? {
    guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return nil }
    return chunks[place.chunk][place.offset].number
  }

  /// Returns the number of groups before a place. O(log groups).
  func index(of place: Place) -> Int { groupTotals.sum(before: place.chunk) + place.offset }

  /// Returns the number of rows of the groups before a place. O(log groups + size of a chunk).
  func rows(before place: Place) -> Int {
    guard place.chunk < chunks.count else { return rowTotals.sum(before: chunks.count) }
    return rowTotals.sum(before: place.chunk) + chunks[place.chunk][..<place.offset].reduce(0) { $0 + $1.rows }
  }

  /// Passes the groups from a place on with the numbers of their rows, until `body` returns false.
  @inline(__always)
  func visit(from place: Place, _ body: (_ number: Int32, _ rows: Int) -> Bool) {
    var (chunk, offset) = (place.chunk, place.offset)
    while chunk < chunks.count {
      for entry in chunks[chunk][offset...] where !body(entry.number, entry.rows) { return }
      (chunk, offset) = (chunk + 1, 0)
    }
  }

  // MARK: Changing

  mutating func insert(_ number: Int32, rows: Int, at place: Place) {
    let entry = Entry(number: number, rows: rows)
    guard !chunks.isEmpty else {
      (chunks, rowCounts) = ([[entry]], [rows])
      return countChunks()
    }
    chunks[place.chunk].insert(entry, at: place.offset)
    rowCounts[place.chunk] += rows
    guard chunks[place.chunk].count < Self.limit else { return split(place.chunk) }
    groupTotals.add(1, at: place.chunk)
    rowTotals.add(rows, at: place.chunk)
  }

  private mutating func split(_ chunk: Int) {
    let upper = Array(chunks[chunk][(Self.limit / 2)...])
    let rows = upper.reduce(0) { $0 + $1.rows }
    chunks[chunk].removeSubrange((Self.limit / 2)...)
    chunks.insert(upper, at: chunk + 1)
    rowCounts[chunk] -= rows
    rowCounts.insert(rows, at: chunk + 1)
    countChunks()
  }

  mutating func remove(at place: Place) {
    let entry = chunks[place.chunk].remove(at: place.offset)
    rowCounts[place.chunk] -= entry.rows
    guard chunks[place.chunk].isEmpty else {
      groupTotals.add(-1, at: place.chunk)
      return rowTotals.add(-entry.rows, at: place.chunk)
    }
    chunks.remove(at: place.chunk)
    rowCounts.remove(at: place.chunk)
    countChunks()
  }

  /// Changes the number of rows of the group at a place.
  mutating func addRows(_ count: Int, at place: Place) {
    chunks[place.chunk][place.offset].rows += count
    rowCounts[place.chunk] += count
    rowTotals.add(count, at: place.chunk)
  }
}
