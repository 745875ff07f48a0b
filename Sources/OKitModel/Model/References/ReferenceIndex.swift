/// The references of a store by the key that they hold, also those whose target is missing.
struct ReferenceIndex {
  private var holders: [String: Set<EntityID>] = [:]
  /// While a snapshot is applied: the entities that have left their place, to see at the end which of them are gone.
  var deferredRemovals: [EntityID]?

  var isEmpty: Bool { holders.isEmpty }

  /// Adds a reference, unless its key is empty.
  mutating func insert(_ reference: EntityID, _ key: String) {
    if !key.isEmpty { holders[key, default: []].insert(reference) }
  }

  mutating func remove(_ reference: EntityID, _ key: String) {
    holders[key]?.remove(reference)
    if holders[key]?.isEmpty == true { holders[key] = nil }
  }

  mutating func removeAll() { holders = [:] }

  /// Returns the references to a key in a stable order.
  subscript(key: String) -> [EntityID] { (holders[key] ?? []).sorted { $0.index < $1.index } }

  /// Returns the references to a key in any order. O(1).
  func all(to key: String) -> Set<EntityID> { holders[key] ?? [] }

  /// Returns the first reference to a key that passes a test, in the same order in every process.
  func first(to key: String, where test: (EntityID) -> Bool) -> EntityID? {
    holders[key]?.lazy.filter(test).min { $0.index < $1.index }
  }

  /// The keys that references hold, sorted.
  var keys: [String] { holders.keys.sorted() }
}
