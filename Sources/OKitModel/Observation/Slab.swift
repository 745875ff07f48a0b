/// A growing array of plain records with a free list, addressed by index.
///
/// Records live behind one raw pointer: no bounds checks, exclusivity checks or reference counts per access.
///
/// Invariants: the first `count` of `capacity` records are initialised, free ones included. Indices come only from
/// `allocate`, never from input. Addresses move when the slab grows, so no pointer to a record may be kept.
struct Slab<Record: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Record>
  private(set) var capacity: Int
  /// The number of records ever allocated, free ones included.
  private(set) var count = 0
  private var free = RawStack<Int32>()

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Amortized O(1).
  @inline(__always)
  mutating func allocate(_ record: Record) -> Int32 {
    if let index = free.popLast() {
      base[Int(index)] = record
      return index
    }
    if count == capacity { grow() }
    base.advanced(by: count).initialize(to: record)
    count += 1
    return Int32(truncatingIfNeeded: count - 1)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: capacity * 2)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// The record that the next `allocate` replaces, as it was left; nil when that makes a new one.
  var next: Record? { free.last.map { base[Int($0)] } }

  @inline(__always)
  mutating func release(_ index: Int32) { free.append(index) }

  var live: Int { count - free.count }

  subscript(index: Int32) -> Record {
    @inline(__always)
    get { base[Int(index)] }
    @inline(__always)
    nonmutating _modify { yield &base[Int(index)] }
  }
}
