/// The chunks of a list that hold each of its values, so that the first element with a value is found without a search
/// through all of them.
///
/// A chunk is known by its number; `position` returns where it is among the others. Chunks keep their order for as long
/// as they live. A value that does not equal itself (NaN) is not in the index, because nothing equals it.
struct ValueIndex {
  fileprivate struct Entry {
    var chunk: UInt32
    var count: UInt32 = 1
  }

  /// The chunks with a value, in their order. As a rule there is one, which takes no memory of its own.
  fileprivate struct Entries {
    var first: Entry
    var others: [Entry] = []
  }

  private var entries: [Value: Entries] = [:]

  init(capacity: Int) { entries.reserveCapacity(capacity) }

  /// Returns the number of the first chunk with a value. O(1).
  func firstChunk(with value: Value) -> UInt32? { entries[value]?.first.chunk }

  /// Returns the number of elements with a value. O(chunks with it).
  func count(of value: Value) -> Int {
    guard let found = entries[value] else { return 0 }
    return Int(found.others.reduce(found.first.count) { $0 + $1.count })
  }

  /// Adds an element of a chunk. O(log n).
  mutating func add(_ value: Value, in chunk: UInt32, position: (UInt32) -> Int) {
    guard value == value else { return }
    if let place = entries.index(forKey: value) {
      entries.values[place].add(chunk, position)
    } else {
      entries[value] = Entries(first: Entry(chunk: chunk))
    }
  }

  /// Removes an element of a chunk. O(log n).
  mutating func remove(_ value: Value, in chunk: UInt32, position: (UInt32) -> Int) {
    guard let place = entries.index(forKey: value) else { return }
    if entries.values[place].remove(chunk, position) { entries.remove(at: place) }
  }
}

extension ValueIndex.Entries {
  private func place(_ chunk: UInt32, _ position: (UInt32) -> Int) -> Int {
    let wanted = position(chunk)
    return others.partitionPoint { position($0.chunk) < wanted }
  }

  fileprivate mutating func add(_ chunk: UInt32, _ position: (UInt32) -> Int) {
    if first.chunk == chunk {
      first.count += 1
    } else if position(chunk) < position(first.chunk) {
      others.insert(first, at: 0)
      first = ValueIndex.Entry(chunk: chunk)
    } else {
      let place = place(chunk, position)
      if place < others.count, others[place].chunk == chunk {
        others[place].count += 1
      } else {
        others.insert(ValueIndex.Entry(chunk: chunk), at: place)
      }
    }
  }

  /// Returns whether it was the last element.
  fileprivate mutating func remove(_ chunk: UInt32, _ position: (UInt32) -> Int) -> Bool {
    if first.chunk == chunk {
      first.count -= 1
      guard first.count == 0 else { return false }
      if others.isEmpty { return true }
      first = others.removeFirst()
    } else if case let place = place(chunk, position), place < others.count, others[place].chunk == chunk {
      others[place].count -= 1
      if others[place].count == 0 { others.remove(at: place) }
    }
    return false
  }
}
