/// One property of one living entity in 64 bits: the key of a source of the dependency graph, and of what is kept for a
/// property while its entity exists.
struct PropertyKey: Hashable, BitwiseCopyable {
  let rawValue: UInt64

  init(_ entity: EntityID, _ slot: Int32) { self.init(index: entity.index, slot) }

  /// - Parameter index: The index of an entity. It counts from 1 in the key, so that no key is 0.
  init(index: UInt32, _ slot: Int32) {
    rawValue = (UInt64(index) + 1) << 32 | UInt64(UInt32(bitPattern: slot))
  }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  var index: Int32 { Int32(truncatingIfNeeded: rawValue >> 32) &- 1 }
  var slot: Int32 { Int32(truncatingIfNeeded: rawValue) }
}
