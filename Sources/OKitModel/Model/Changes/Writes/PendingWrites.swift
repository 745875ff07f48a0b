/// Writes of numbers that are not in a list of mutations yet: adding one checks nothing but the space, and the memory
/// stays for the next ones.
///
/// Invariants: the first `count` of `capacity` writes are initialised.
struct PendingWrites: ~Copyable {
  /// As many as a chunk of a list has.
  private static let limit = 1024
  private var base: UnsafeMutablePointer<MutationList.Entry>
  private var capacity = 16
  private(set) var count = 0

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  /// Adds a write. - Returns: False, with nothing added, if a list has to take the others first.
  @inline(__always)
  mutating func append(_ write: MutationList.Entry) -> Bool {
    if count == capacity, !grow() { return false }
    (base + count).initialize(to: write)
    count += 1
    return true
  }

  /// Changes the new value of the last write. - Returns: False if there is none.
  @inline(__always)
  mutating func setLast(to new: PlainWord) -> Bool {
    guard count > 0 else { return false }
    base[count - 1].newWord = new
    return true
  }

  @inline(never)
  private mutating func grow() -> Bool {
    guard capacity < Self.limit else { return false }
    let larger = UnsafeMutablePointer<MutationList.Entry>.allocate(capacity: capacity * 2)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
    return true
  }

  /// Moves all writes to the end of a list.
  mutating func move(to list: inout MutationList) {
    list.append(UnsafeBufferPointer(start: base, count: count))
    count = 0
  }

  mutating func removeAll() { count = 0 }
}
