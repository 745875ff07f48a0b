/// The references of a store by the key that they hold, also those whose target is missing. A reference has one key.
///
/// The references to a key are a list of holders that are linked by their places. The keys are found in a hash table
/// with open addressing, whose entries are the upper half of a hash and the place of a key plus one; zero is an empty
/// place.
///
/// Invariants: `places` has a power of two of words, of which at least one is zero, so that every search ends; each
/// entry is of a key that has a holder; `holderPlaces` has the place of the holder of each reference by its index, or
/// -1.
struct ReferenceIndex {
  private struct Key {
    var text: String
    var tag: UInt64
    var firstHolder: Int32
  }

  private struct Holder {
    var reference: EntityID
    var key: Int32
    var previous, next: Int32
  }

  private let texts = TextHash()
  private var places: [UInt64] = Array(repeating: 0, count: 16)
  private var keyCount = 0
  private var allKeys: [Key] = []
  private var freeKeys: [Int32] = []
  private var holders: [Holder] = []
  private var freeHolders: [Int32] = []
  private var holderPlaces: [Int32] = []
  /// While a snapshot is applied: the entities that have left their place, to see at the end which of them are gone.
  var deferredRemovals: [EntityID]?

  var isEmpty: Bool { keyCount == 0 }

  // MARK: Changing

  /// Adds a reference, unless its key is empty. O(1).
  mutating func insert(_ reference: EntityID, _ key: String) {
    guard !key.isEmpty else { return }
    let index = Int(reference.index)
    if index >= holderPlaces.count {
      holderPlaces.append(
        contentsOf: repeatElement(-1, count: max(index + 1, 2 * holderPlaces.count) - holderPlaces.count))
    }
    if holderPlaces[index] >= 0 {
      let known = holders[Int(holderPlaces[index])]
      if known.reference == reference, allKeys[Int(known.key)].text == key { return }
      unlink(holderPlaces[index])
    }
    link(reference, to: place(ofNew: key))
  }

  /// Adds a new reference with the key that another one has, which needs no search. O(1).
  mutating func insert(_ reference: EntityID, _ key: String, as other: EntityID) {
    let (index, known) = (Int(reference.index), Int(other.index))
    guard index < holderPlaces.count, holderPlaces[index] < 0, known < holderPlaces.count, holderPlaces[known] >= 0,
      case let holder = holders[Int(holderPlaces[known])], holder.reference == other,
      allKeys[Int(holder.key)].text == key
    else { return insert(reference, key) }
    link(reference, to: holder.key)
  }

  private mutating func link(_ reference: EntityID, to place: Int32) {
    let next = allKeys[Int(place)].firstHolder
    let holder = Holder(reference: reference, key: place, previous: -1, next: next)
    let new: Int32
    if let free = freeHolders.popLast() {
      new = free
      holders[Int(free)] = holder
    } else {
      new = Int32(holders.count)
      holders.append(holder)
    }
    if next >= 0 { holders[Int(next)].previous = new }
    allKeys[Int(place)].firstHolder = new
    holderPlaces[Int(reference.index)] = new
  }

  /// Removes a reference if it has the key. O(1).
  mutating func remove(_ reference: EntityID, _ key: String) {
    let index = Int(reference.index)
    guard index < holderPlaces.count, holderPlaces[index] >= 0, case let holder = holders[Int(holderPlaces[index])],
      holder.reference == reference, allKeys[Int(holder.key)].text == key
    else { return }
    unlink(holderPlaces[index])
  }

  mutating func removeAll() {
    let removals = deferredRemovals
    self = ReferenceIndex()
    deferredRemovals = removals
  }

  private mutating func unlink(_ place: Int32) {
    let holder = holders[Int(place)]
    holderPlaces[Int(holder.reference.index)] = -1
    freeHolders.append(place)
    if holder.next >= 0 { holders[Int(holder.next)].previous = holder.previous }
    if holder.previous >= 0 {
      holders[Int(holder.previous)].next = holder.next
    } else {
      allKeys[Int(holder.key)].firstHolder = holder.next
      if holder.next < 0 { removeKey(holder.key) }
    }
  }

  // MARK: Keys

  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  private func home(of entry: UInt64) -> Int { Int(entry >> 32) & (places.count - 1) }

  /// Returns the position of the entry of a key, or the empty one where it would go, and its tag.
  private func search(_ key: String) -> (position: Int, tag: UInt64) {
    let tag = texts.hash(key) & Self.tagMask
    var position = home(of: tag)
    while places[position] != 0 {
      if places[position] & Self.tagMask == tag, allKeys[Self.place(places[position])].text == key { break }
      position = (position + 1) & (places.count - 1)
    }
    return (position, tag)
  }

  private static func place(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }

  /// Returns the place of a key, which is added if it is new.
  private mutating func place(ofNew key: String) -> Int32 {
    if 4 * (keyCount + 1) > 3 * places.count { grow() }
    let (position, tag) = search(key)
    if places[position] != 0 { return Int32(Self.place(places[position])) }
    let new = Key(text: key, tag: tag, firstHolder: -1)
    let place: Int32
    if let free = freeKeys.popLast() {
      place = free
      allKeys[Int(free)] = new
    } else {
      place = Int32(allKeys.count)
      allKeys.append(new)
    }
    places[position] = tag | UInt64(place) + 1
    keyCount += 1
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: 2 * old.count)
    for entry in old where entry != 0 {
      var position = home(of: entry)
      while places[position] != 0 { position = (position + 1) & (places.count - 1) }
      places[position] = entry
    }
  }

  private mutating func removeKey(_ place: Int32) {
    let mask = places.count - 1
    var hole = home(of: allKeys[Int(place)].tag)
    while Self.place(places[hole]) != Int(place) { hole = (hole + 1) & mask }
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
    allKeys[Int(place)].text = ""
    freeKeys.append(place)
    keyCount -= 1
  }

  /// The keys that references hold, sorted.
  var keys: [String] { allKeys.filter { $0.firstHolder >= 0 }.map(\.text).sorted() }

  // MARK: Reading

  /// Returns the references to a key in a stable order.
  subscript(key: String) -> [EntityID] { all(to: key).sorted { $0.index < $1.index } }

  /// Returns the references to a key in any order. O(references).
  func all(to key: String) -> [EntityID] {
    var all: [EntityID] = []
    _ = contains(key) {
      all.append($0)
      return false
    }
    return all
  }

  /// Returns whether one of the references to a key passes a test. O(references until then).
  func contains(_ key: String, where test: (EntityID) -> Bool) -> Bool {
    let entry = places[search(key).position]
    var next = entry == 0 ? -1 : allKeys[Self.place(entry)].firstHolder
    while next >= 0 {
      let holder = holders[Int(next)]
      if test(holder.reference) { return true }
      next = holder.next
    }
    return false
  }

  /// Returns the first reference to a key that passes a test, in the same order in every process.
  func first(to key: String, where test: (EntityID) -> Bool) -> EntityID? {
    all(to: key).filter(test).min { $0.index < $1.index }
  }
}
