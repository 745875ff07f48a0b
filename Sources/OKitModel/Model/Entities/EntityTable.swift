/// The table behind entity handles: which record an `EntityID` means.
///
/// Invariants: an entry with an address has the one record of a living entity, made by the pool of the type in its
/// header. The caller removes the entry before it frees the record. An entry that is used again gets the next
/// generation, so that the handles of the entity before are recognised as stale.
struct EntityTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var record: UnsafeMutableRawPointer?
    var generation: UInt32
  }

  private var entries = Slab<Entry>(capacity: 256)
  /// The first generation. Stores with different ones have no handle in common for a long while, so that a handle of
  /// one is recognised as stale by the other.
  var firstGeneration: UInt32 = 1

  /// The number of living entities.
  var count: Int { entries.live }

  /// The number of living entities and free entries.
  var capacity: Int { entries.count }

  /// Returns the record of an entity, nil when it is gone. O(1).
  @inline(__always)
  func record(_ entity: EntityID) -> EntityRecord? {
    let index = Int(entity.index)
    guard index < entries.count else { return nil }
    let entry = entries.base + index
    guard entry.pointee.generation == entity.generation, let memory = entry.pointee.record else { return nil }
    return EntityRecord(memory: memory)
  }

  /// Returns the living entity at an index that was in use before.
  func entity(at index: Int32) -> EntityID? {
    guard index >= 0, index < entries.count, entries[index].record != nil else { return nil }
    return id(at: index)
  }

  /// Returns the record at the index of an entity that was in use before, nil when the entity is gone.
  @inline(__always)
  func record(at index: Int32) -> EntityRecord? { entries[index].record.map(EntityRecord.init) }

  /// Returns the handle of a living record.
  @inline(__always)
  func id(of record: EntityRecord) -> EntityID { id(at: Int32(bitPattern: record.header.pointee.index)) }

  @inline(__always)
  func id(at index: Int32) -> EntityID {
    EntityID(index: UInt32(bitPattern: index), generation: entries[index].generation)
  }

  /// Adds a record, writes its index into its header, and returns its handle.
  mutating func insert(_ record: EntityRecord) -> EntityID {
    let generation = entries.next.map { $0.generation &+ 1 } ?? firstGeneration
    let index = entries.allocate(Entry(record: record.memory, generation: generation))
    record.header.pointee.index = UInt32(bitPattern: index)
    return EntityID(index: UInt32(bitPattern: index), generation: generation)
  }

  /// Forgets a living entity; its handles are stale from now on.
  mutating func remove(_ entity: EntityID) {
    entries[Int32(bitPattern: entity.index)].record = nil
    entries.release(Int32(bitPattern: entity.index))
  }

  /// Calls `body` with each living entity. O(entries).
  func visit(_ body: (EntityID, EntityRecord) -> Void) {
    for index in 0..<Int32(entries.count) {
      if let memory = entries[index].record { body(id(at: index), EntityRecord(memory: memory)) }
    }
  }
}
