/// Sorts all slots of a list: by the words of their keys' heads, without a comparison, as far as these decide, and by
/// comparing what is left. Stable. O(n) for keys that differ in their first bytes.
struct ListSorter {
  private enum Part { case kind, high, low, cases }

  private struct Item: BitwiseCopyable {
    var word: UInt64
    var slot: Int32
    var rank: Int32
  }

  private let comparison: ListComparison
  /// The words to compare, in this order; words that are equal in all elements are omitted.
  private var words: [(column: Int, part: Part)] = []
  /// The first column whose heads do not decide alone.
  private var undecided: Int?

  static func sorted(_ slots: [Int32], by comparison: ListComparison) -> [Int32] {
    ListSorter(comparison, slots).sorted(slots)
  }

  private init(_ comparison: ListComparison, _ slots: [Int32]) {
    self.comparison = comparison
    guard let first = slots.first else { return }
    for column in 0..<comparison.columns {
      let head = comparison.keys.head(first, column)
      var (kind, high, low, cases, isExact) = (false, false, false, false, true)
      for slot in slots {
        let other = comparison.keys.head(slot, column)
        kind = kind || other.kind != head.kind
        high = high || other.high != head.high
        low = low || other.low != head.low
        cases = cases || other.laterCases != head.laterCases
        isExact = isExact && other.isExact
      }
      if kind { words.append((column, .kind)) }
      if high { words.append((column, .high)) }
      if low { words.append((column, .low)) }
      if !isExact {
        undecided = column
        return
      }
      // The cases come after the accents, which only exact keys do without.
      if cases { words.append((column, .cases)) }
    }
  }

  private func sorted(_ slots: [Int32]) -> [Int32] {
    var items = slots.map { Item(word: 0, slot: $0, rank: 0) }
    items.withUnsafeMutableBufferPointer { items in
      withUnsafeTemporaryAllocation(of: Item.self, capacity: items.count) { sort(items, 0, scratch: $0) }
    }
    return items.map(\.slot)
  }

  private func sort(_ items: UnsafeMutableBufferPointer<Item>, _ level: Int, scratch: UnsafeMutableBufferPointer<Item>)
  {
    var items = items
    guard items.count > 1 else { return }
    guard level < words.count else {
      guard let undecided else { return }
      return items.sort { comparison.precedes($0.slot, $1.slot, from: undecided) }
    }
    for index in items.indices {
      items[index].word = word(items[index].slot, words[level])
      items[index].rank = Int32(truncatingIfNeeded: index)
    }
    if items.count > 1000 {
      radixSort(items, scratch)
    } else {
      items.sort { $0.word != $1.word ? $0.word < $1.word : $0.rank < $1.rank }
    }
    var start = 0
    for index in 1...items.count where index == items.count || items[index].word != items[start].word {
      if index - start > 1 {
        sort(UnsafeMutableBufferPointer(rebasing: items[start..<index]), level + 1, scratch: scratch)
      }
      start = index
    }
  }

  /// A word that ascends in the order that is wanted; nil stays last in both.
  @inline(__always)
  private func word(_ slot: Int32, _ place: (column: Int, part: Part)) -> UInt64 {
    let head = comparison.keys.head(slot, place.column)
    let word =
      switch place.part {
      case .kind: UInt64(head.kind)
      case .high: head.high
      case .low: head.low
      case .cases: UInt64(head.laterCases)
      }
    return comparison.ascending || head.isNull ? word : (place.part == .kind ? 128 - word : ~word)
  }

  /// By one byte after the other, from the last; bytes that are the same everywhere are left out.
  private func radixSort(_ items: UnsafeMutableBufferPointer<Item>, _ scratch: UnsafeMutableBufferPointer<Item>) {
    var different: UInt64 = 0
    for item in items { different |= item.word ^ items[0].word }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
      var (from, to) = (items, UnsafeMutableBufferPointer(rebasing: scratch[..<items.count]))
      for shift in stride(from: UInt64(0), to: 64, by: 8) where different >> shift & 0xFF != 0 {
        starts.initialize(repeating: 0)
        for item in from { starts[Int(item.word >> shift & 0xFF)] += 1 }
        var next = 0
        for byte in 0..<256 { (starts[byte], next) = (next, next + starts[byte]) }
        for item in from {
          let byte = Int(item.word >> shift & 0xFF)
          to[starts[byte]] = item
          starts[byte] += 1
        }
        swap(&from, &to)
      }
      if from.baseAddress != items.baseAddress { _ = items.update(from: from) }
    }
  }
}
