/// The managed entities by id: a hash table of indices with open addressing.
///
/// The ids themselves lie in the records only. An entry is the upper half of a hash and the index of an entity plus
/// one; zero is an empty place. Texts that Swift calls equal are one id, also when their bytes differ.
///
/// Invariants: `places` has `mask + 1` initialised words, a power of two of which at least one is zero, so that every
/// search ends; each entry is of a living entity of the table that is given with each call.
struct IDIndex: ~Copyable {
  private var places: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private(set) var count = 0
  private let texts = TextHash()

  init() {
    (places, mask) = Self.empty(16)
  }

  deinit { places.deallocate() }

  private static func empty(_ capacity: Int) -> (UnsafeMutablePointer<UInt64>, mask: Int) {
    let places = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    places.initialize(repeating: 0, count: capacity)
    return (places, capacity - 1)
  }

  // MARK: Looking up

  /// Returns the entity with that id. O(1).
  func find(_ id: String, in entities: borrowing EntityTable) -> EntityID? {
    let (place, _) = search(id, in: entities)
    return places[place] == 0 ? nil : Self.entity(places[place], in: entities)
  }

  /// Returns the entity with the id of a record. O(1).
  func find(idOf record: EntityRecord, in entities: borrowing EntityTable) -> EntityID? {
    let (place, _) = search(record, in: entities)
    return places[place] == 0 ? nil : Self.entity(places[place], in: entities)
  }

  /// Returns whether an entity has a generated id. O(1).
  func contains(_ id: IDGenerator.Words, in entities: borrowing EntityTable) -> Bool {
    let tag = texts.hash(id) & Self.tagMask
    var place = home(of: tag)
    while places[place] != 0 {
      if places[place] & Self.tagMask == tag, let record = entities.record(at: Self.index(places[place])),
        record.header.pointee.hasID(id)
      {
        return true
      }
      place = (place + 1) & mask
    }
    return false
  }

  /// Returns the place of `id`, or the empty place where it would go, and the tag of its entry.
  private func search(_ id: String, in entities: borrowing EntityTable) -> (place: Int, tag: UInt64) {
    let tag = texts.hash(id) & Self.tagMask
    var place = home(of: tag)
    while places[place] != 0 {
      if places[place] & Self.tagMask == tag, let record = entities.record(at: Self.index(places[place])),
        record.header.pointee.id == id
      {
        return (place, tag)
      }
      place = (place + 1) & mask
    }
    return (place, tag)
  }

  /// Returns the place of the id of a record, or the empty place where it would go, and the tag of its entry.
  private func search(_ record: EntityRecord, in entities: borrowing EntityTable) -> (place: Int, tag: UInt64) {
    let tag = hash(record) & Self.tagMask
    var place = home(of: tag)
    while places[place] != 0 {
      if places[place] & Self.tagMask == tag, let other = entities.record(at: Self.index(places[place])),
        other.memory == record.memory || EntityRecordHeader.haveSameID(&other.header.pointee, &record.header.pointee)
      {
        return (place, tag)
      }
      place = (place + 1) & mask
    }
    return (place, tag)
  }

  // MARK: Changing

  /// Adds an entity whose record has the id `id`, unless another one has it already, which is then returned.
  mutating func insert(
    _ entity: EntityID, _ id: String, in entities: borrowing EntityTable
  ) -> EntityID? {
    reserve(1)
    let (place, tag) = search(id, in: entities)
    if places[place] != 0 { return Self.entity(places[place], in: entities) }
    places[place] = tag | UInt64(entity.index) + 1
    count += 1
    return nil
  }

  /// Adds an entity with a record, unless another one has its id. - Returns: False when it was not added.
  mutating func insert(_ entity: EntityID, _ record: EntityRecord, in entities: borrowing EntityTable) -> Bool {
    reserve(1)
    let (place, tag) = search(record, in: entities)
    guard places[place] == 0 else { return false }
    places[place] = tag | UInt64(entity.index) + 1
    count += 1
    return true
  }

  /// Adds an entity in place of one that has its id already.
  mutating func set(_ entity: EntityID, _ record: EntityRecord, in entities: borrowing EntityTable) {
    reserve(1)
    let (place, tag) = search(record, in: entities)
    if places[place] == 0 { count += 1 }
    places[place] = tag | UInt64(entity.index) + 1
  }

  /// Removes `entity` if it is the one with the id `id`. O(1).
  mutating func remove(_ entity: EntityID, _ id: String, in entities: borrowing EntityTable) {
    remove(entity, at: search(id, in: entities).place, in: entities)
  }

  /// Removes `entity` if it is the one with its id. O(1).
  mutating func remove(_ entity: EntityID, _ record: EntityRecord, in entities: borrowing EntityTable) {
    remove(entity, at: search(record, in: entities).place, in: entities)
  }

  private mutating func remove(_ entity: EntityID, at place: Int, in entities: borrowing EntityTable) {
    var hole = place
    guard places[hole] != 0, Self.entity(places[hole], in: entities) == entity else { return }
    count -= 1
    // The entries after it move up, so that no search ends too early.
    var next = (hole + 1) & mask
    while places[next] != 0 {
      if (next - home(of: places[next])) & mask >= (next - hole) & mask {
        places[hole] = places[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    places[hole] = 0
  }

  /// Makes room for `more` entries, so that adding them does not grow the table in steps.
  mutating func reserve(_ more: Int) {
    var capacity = mask + 1
    while 8 * (count + more) > 7 * capacity { capacity *= 2 }
    if capacity > mask + 1 { grow(to: capacity) }
  }

  private mutating func grow(to capacity: Int) {
    let (old, oldMask) = (places, mask)
    (places, mask) = Self.empty(capacity)
    for position in 0...oldMask where old[position] != 0 {
      var place = home(of: old[position])
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = old[position]
    }
    old.deallocate()
  }

  // MARK: Entries

  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  @inline(__always)
  private func home(of entry: UInt64) -> Int { Int(entry >> 32) & mask }

  @inline(__always)
  private static func index(_ entry: UInt64) -> Int32 { Int32(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }

  private static func entity(_ entry: UInt64, in entities: borrowing EntityTable) -> EntityID {
    entities.id(at: index(entry))
  }

  private func hash(_ record: EntityRecord) -> UInt64 {
    guard let words = record.header.pointee.generatedID else { return texts.hash(record.header.pointee.id) }
    return texts.hash(words)
  }
}
