/// An array stored in chunks with a tree of their counts: an element is found by its index, or its index by its chunk,
/// inserted and removed in O(log n + size of a chunk).
///
/// A chunk has a number that stays the same while others come and go. An owner that stores the number with each element
/// finds the index of an element without a search through all of them. A chunk is never empty; removing the last
/// element of one and splitting a full one take O(chunks), which is rare enough to be O(1) amortized.
///
/// The caller guarantees that an index is below `count`, or at most `count` when inserting.
@usableFromInline
package struct ChunkedArray<Element> {
  @inlinable
  package static var chunkSize: Int { 512 }

  /// Returns the number of the chunk of an index in an array that was made from its elements and has only been changed
  /// at its end.
  @inline(__always)
  @inlinable
  package static func number(of index: Int) -> UInt32 { UInt32(truncatingIfNeeded: index / chunkSize) }

  @usableFromInline
  var chunks: [[Element]]
  /// The numbers of the chunks.
  @usableFromInline
  var numbers: [UInt32]
  /// The position of the chunk with each number; -1 for a number that is not in use.
  @usableFromInline
  var positions: [Int]
  @usableFromInline
  var freeNumbers: [UInt32] = []
  @usableFromInline
  var totals: FenwickTree
  @usableFromInline
  package internal(set) var count: Int

  @inlinable
  package init(_ elements: [Element]) {
    count = elements.count
    chunks = stride(from: 0, to: count, by: Self.chunkSize).map { start in
      Array(elements[start..<min(start + Self.chunkSize, elements.count)])
    }
    numbers = chunks.indices.map { UInt32(truncatingIfNeeded: $0) }
    positions = Array(chunks.indices)
    totals = FenwickTree(chunks.map(\.count))
  }

  /// All elements in order.
  @inlinable
  package var joined: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for chunk in chunks { all += chunk }
    return all
  }

  @inlinable
  package subscript(index: Int) -> Element {
    let (chunk, offset) = totals.position(of: index)
    return chunks[chunk][offset]
  }

  /// Inserts an element.
  ///
  /// - Parameter located: Receives each element that is in another chunk afterwards, with the number of that chunk.
  @inlinable
  package mutating func insert(_ element: Element, at index: Int, located: (Element, UInt32) -> Void = { _, _ in }) {
    guard !chunks.isEmpty else {
      self = ChunkedArray([element])
      return located(element, numbers[0])
    }
    var (chunk, offset) = totals.position(of: index)
    if chunk == chunks.count { (chunk, offset) = (chunk - 1, chunks[chunk - 1].count) }
    chunks[chunk].insert(element, at: offset)
    totals.add(1, at: chunk)
    count += 1
    located(element, numbers[chunk])
    if chunks[chunk].count == 2 * Self.chunkSize { split(chunk, located) }
  }

  @discardableResult
  @inlinable
  package mutating func remove(at index: Int) -> Element {
    let (chunk, offset) = totals.position(of: index)
    let element = chunks[chunk].remove(at: offset)
    count -= 1
    if chunks[chunk].isEmpty {
      let number = numbers.remove(at: chunk)
      chunks.remove(at: chunk)
      positions[Int(number)] = -1
      freeNumbers.append(number)
      reorder(from: chunk)
    } else {
      totals.add(-1, at: chunk)
    }
    return element
  }

  @inlinable
  mutating func split(_ chunk: Int, _ located: (Element, UInt32) -> Void) {
    let number = freeNumbers.popLast() ?? UInt32(truncatingIfNeeded: positions.count)
    if Int(number) == positions.count { positions.append(-1) }
    chunks.insert(Array(chunks[chunk][Self.chunkSize...]), at: chunk + 1)
    chunks[chunk].removeSubrange(Self.chunkSize...)
    numbers.insert(number, at: chunk + 1)
    reorder(from: chunk + 1)
    for element in chunks[chunk + 1] { located(element, number) }
  }

  /// Updates what depends on the order of the chunks.
  @inlinable
  mutating func reorder(from start: Int) {
    for chunk in start..<chunks.count { positions[Int(numbers[chunk])] = chunk }
    totals = FenwickTree(chunks.map(\.count))
  }

  // MARK: Finding

  /// Returns the number of the chunk that has an index. O(log n).
  @inlinable
  package func number(ofChunkAt index: Int) -> UInt32 { numbers[totals.position(of: index).position] }

  /// Returns the position of a chunk among the others.
  @inlinable
  package func position(ofChunk number: UInt32) -> Int { positions[Int(number)] }

  /// Returns the index of the first element of a chunk that passes a test; nil if there is none.
  @inlinable
  package func firstIndex(inChunk number: UInt32, where test: (Element) -> Bool) -> Int? {
    guard number < UInt32(positions.count), positions[Int(number)] >= 0 else { return nil }
    let chunk = positions[Int(number)]
    return chunks[chunk].firstIndex(where: test).map { totals.sum(before: chunk) + $0 }
  }

  /// Returns the index of the first element at `start` or after it that passes a test; nil if there is none. O(n).
  @inlinable
  package func firstIndex(from start: Int, where test: (Element) -> Bool) -> Int? {
    guard start < count else { return nil }
    var (chunk, offset) = totals.position(of: start)
    var first = start - offset
    while chunk < chunks.count {
      if let found = chunks[chunk][offset...].firstIndex(where: test) { return first + found }
      first += chunks[chunk].count
      (chunk, offset) = (chunk + 1, 0)
    }
    return nil
  }

  /// Returns the index of the first element that does not come before something. O(log n).
  @inlinable
  package func partition(_ precedes: (Element) -> Bool) -> Int {
    let chunk = chunks.partitionPoint { precedes($0[$0.count - 1]) }
    guard chunk < chunks.count else { return count }
    return totals.sum(before: chunk) + chunks[chunk].partitionPoint(precedes)
  }

  /// Passes the elements from an index on, until `body` returns false. O(log n + elements).
  @inlinable
  package func visit(from index: Int, _ body: (Element) -> Bool) {
    var (chunk, offset) = totals.position(of: index)
    while chunk < chunks.count {
      for element in chunks[chunk][offset...] where !body(element) { return }
      (chunk, offset) = (chunk + 1, 0)
    }
  }

  /// Calls `body` with each element and the number of its chunk, in order.
  @inlinable
  package func visit(_ body: (Element, UInt32) -> Void) {
    for (chunk, number) in zip(chunks, numbers) { for element in chunk { body(element, number) } }
  }
}
