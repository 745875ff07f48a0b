/// A stack of plain records behind one raw pointer: what an array does, without its checks.
///
/// Invariants: the first `count` of `capacity` records are initialised. Its owner uses indices below `count` only.
struct RawStack<Record: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Record>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 8) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

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
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: capacity * 2)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
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
