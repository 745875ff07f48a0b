/// A stack of plain records behind one raw pointer: what an array does, without its checks.
///
/// Invariants: the first `count` of `capacity` records are initialised. Its owner uses indices below `count` only. A
/// stack without capacity, as each is at first, owns no memory.
struct RawStack<Record: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Record>
  private var capacity = 0
  private(set) var count = 0

  init() { base = RawMemory.none.assumingMemoryBound(to: Record.self) }

  deinit { if capacity > 0 { base.deallocate() } }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  var last: Record? { count == 0 ? nil : base[count - 1] }

  /// Amortized O(1).
  @inline(__always)
  mutating func append(_ record: Record) {
    if count == capacity { grow() }
    base.advanced(by: count).initialize(to: record)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: max(capacity * 2, 8))
    larger.initialize(from: base, count: count)
    if capacity > 0 { base.deallocate() }
    base = larger
    capacity = max(capacity * 2, 8)
  }

  @inline(__always)
  mutating func popLast() -> Record? {
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  /// Takes everything above the first `count` records off.
  @inline(__always)
  mutating func cut(to count: Int) { self.count = count }

  @inline(__always)
  subscript(index: Int) -> Record {
    get { base[index] }
    nonmutating _modify { yield &base[index] }
  }

  /// Sorts all records. O(count) when they are in order already.
  mutating func sort(by areInOrder: (Record, Record) -> Bool) {
    var sorted = 1
    while sorted < count, !areInOrder(base[sorted], base[sorted - 1]) { sorted += 1 }
    guard sorted < count else { return }
    var records = UnsafeMutableBufferPointer(start: base, count: count)
    records.sort(by: areInOrder)
  }
}

enum RawMemory {
  /// The address of what owns no memory: nothing is read or written there.
  nonisolated(unsafe) static let none = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
}
