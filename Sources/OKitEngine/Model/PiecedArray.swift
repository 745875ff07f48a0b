/// An array in pieces: inserting and removing moves what is in one piece, not everything behind it.
///
/// Its owner keeps to the rule that an index is below `count`, or equal to it when inserting.
struct PiecedArray<Element> {
  static var pieceSize: Int { 512 }

  private var pieces: [[Element]]
  /// How many elements each piece has: beside each other, to look for a position in.
  private var counts: [Int]
  private(set) var count: Int

  init(_ elements: [Element]) {
    count = elements.count
    pieces = stride(from: 0, to: count, by: Self.pieceSize).map { start in
      Array(elements[start..<min(start + Self.pieceSize, elements.count)])
    }
    counts = pieces.map(\.count)
  }

  /// All elements in order.
  var joined: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for piece in pieces { all += piece }
    return all
  }

  /// O(pieces).
  mutating func insert(_ element: Element, at index: Int) {
    guard !pieces.isEmpty else {
      (pieces, counts, count) = ([[element]], [1], 1)
      return
    }
    let (piece, offset) = place(of: index)
    pieces[piece].insert(element, at: offset)
    counts[piece] += 1
    count += 1
    if counts[piece] == 2 * Self.pieceSize { split(piece) }
  }

  /// O(pieces).
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let (piece, offset) = place(of: index)
    let element = pieces[piece].remove(at: offset)
    counts[piece] -= 1
    count -= 1
    if counts[piece] == 0 {
      pieces.remove(at: piece)
      counts.remove(at: piece)
    }
    return element
  }

  private mutating func split(_ piece: Int) {
    pieces.insert(Array(pieces[piece][Self.pieceSize...]), at: piece + 1)
    pieces[piece].removeSubrange(Self.pieceSize...)
    counts.insert(counts[piece] - Self.pieceSize, at: piece + 1)
    counts[piece] = Self.pieceSize
  }

  /// The piece that has a position, and where in it; looked for from the nearer end.
  private func place(of index: Int) -> (piece: Int, offset: Int) {
    if index < count / 2 {
      var (piece, rest) = (0, index)
      while rest >= counts[piece] {
        rest -= counts[piece]
        piece += 1
      }
      return (piece, rest)
    }
    var piece = counts.count - 1
    var start = count - counts[piece]
    while index < start {
      piece -= 1
      start -= counts[piece]
    }
    return (piece, index - start)
  }
}

/// The elements of a collection in pieces.
final class LooseElements {
  private(set) var entities: PiecedArray<EntityID>
  private(set) var values: PiecedArray<Value>
  private(set) var keys: PiecedArray<String>
  private let holdsEntities: Bool

  init(
    entities: PiecedArray<EntityID>, values: PiecedArray<Value>, keys: PiecedArray<String>, holdsEntities: Bool
  ) {
    (self.entities, self.values, self.keys, self.holdsEntities) = (entities, values, keys, holdsEntities)
  }

  func insert(_ value: Value, at index: Int, key: String?) {
    if holdsEntities {
      if case .entity(let entity) = value { entities.insert(entity, at: index) }
    } else {
      values.insert(value, at: index)
    }
    if let key { keys.insert(key, at: index) }
  }

  func remove(at index: Int) {
    if holdsEntities { entities.remove(at: index) } else { values.remove(at: index) }
    if keys.count > 0 { keys.remove(at: index) }
  }

  func move(from: Int, to: Int) {
    if holdsEntities {
      entities.insert(entities.remove(at: from), at: to)
    } else {
      values.insert(values.remove(at: from), at: to)
    }
  }
}
