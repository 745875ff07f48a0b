/// Many writes of one property with plain values of one kind: 12 bytes each if the values fit into 32 bits, else 20.
///
/// A long transaction writes mostly such ones. The history keeps them, so that their memory counts more than the time
/// for packing them.
///
/// Invariants: `owners` begins the memory, with the indices of `count` entities of one generation. The old values
/// follow, and then the new ones, each with 4 or 8 bytes.
final class PackedWrites {
  let count: Int
  private let slot: Int32
  private let generation: UInt32
  private let kinds: (old: PlainWord.Kind, new: PlainWord.Kind)
  private let isNarrow: Bool
  private let owners: UnsafeMutablePointer<UInt32>

  private init(_ entries: UnsafeBufferPointer<MutationList.Entry>, like first: MutationList.Entry, isNarrow: Bool) {
    (count, self.isNarrow) = (entries.count, isNarrow)
    (slot, generation, kinds) = (first.slot, first.owner.generation, (first.oldKind, first.newKind))
    let owners = UnsafeMutablePointer<UInt32>.allocate(
      capacity: Self.words(of: entries.count, isNarrow: isNarrow))
    self.owners = owners
    if isNarrow {
      let values = UnsafeMutableRawPointer(owners + count).assumingMemoryBound(to: Int32.self)
      for (index, entry) in entries.enumerated() {
        owners[index] = entry.owner.index
        values[index] = Int32(truncatingIfNeeded: entry.old)
        values[count + index] = Int32(truncatingIfNeeded: entry.new)
      }
    } else {
      let values = UnsafeMutableRawPointer(owners + count)
      for (index, entry) in entries.enumerated() {
        owners[index] = entry.owner.index
        values.storeBytes(of: entry.old, toByteOffset: 8 * index, as: UInt64.self)
        values.storeBytes(of: entry.new, toByteOffset: 8 * (count + index), as: UInt64.self)
      }
    }
  }

  deinit { owners.deallocate() }

  /// Returns the packed writes; nil for entries of which some are no such writes.
  static func make(of entries: UnsafeBufferPointer<MutationList.Entry>) -> PackedWrites? {
    guard let first = entries.first, first.kind == .write, first.oldKind != .entity, first.newKind != .entity else {
      return nil
    }
    var wide: UInt64 = 0
    for entry in entries {
      guard entry.kind == .write, entry.slot == first.slot, entry.owner.generation == first.owner.generation,
        entry.oldKind == first.oldKind, entry.newKind == first.newKind
      else { return nil }
      wide |= (entry.old ^ narrowed(entry.old)) | (entry.new ^ narrowed(entry.new))
    }
    return PackedWrites(entries, like: first, isNarrow: wide == 0)
  }

  /// Returns what remains of a word in 32 bits, which are a number with a sign.
  @inline(__always)
  private static func narrowed(_ word: UInt64) -> UInt64 { UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: word))) }

  private static func words(of count: Int, isNarrow: Bool) -> Int { count * (isNarrow ? 3 : 5) }

  /// The size of the memory.
  var bytes: Int { 4 * Self.words(of: count, isNarrow: isNarrow) }

  subscript(index: Int) -> MutationList.Entry {
    precondition(index >= 0 && index < count)
    return MutationList.Entry(
      EntityID(index: owners[index], generation: generation), slot, old: PlainWord(kind: kinds.old, bits: word(index)),
      new: PlainWord(kind: kinds.new, bits: word(count + index)))
  }

  private func word(_ index: Int) -> UInt64 {
    let values = UnsafeRawPointer(owners + count)
    return isNarrow
      ? UInt64(bitPattern: Int64(values.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)))
      : values.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
  }

  @inline(__always)
  func forEachOwner(_ body: (EntityID) -> Void) {
    for index in 0..<count { body(EntityID(index: owners[index], generation: generation)) }
  }
}
