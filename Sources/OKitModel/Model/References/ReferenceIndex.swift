/// The references of a store by the key that they hold, also those whose target is missing.
struct ReferenceIndex {
  private var holders: [String: Holders] = [:]
  /// While a snapshot is applied: the entities that have left their place, to see at the end which of them are gone.
  var deferredRemovals: [EntityID]?

  var isEmpty: Bool { holders.isEmpty }

  /// Adds a reference, unless its key is empty.
  mutating func insert(_ reference: EntityID, _ key: String) {
    if !key.isEmpty { holders[key, default: .none].insert(reference) }
  }

  mutating func remove(_ reference: EntityID, _ key: String) {
    holders[key]?.remove(reference)
    if case .some(.none) = holders[key] { holders[key] = nil }
  }

  mutating func removeAll() { holders = [:] }

  /// Returns the references to a key in a stable order.
  subscript(key: String) -> [EntityID] {
    if case .one(let reference) = holders[key] { return [reference] }
    return all(to: key).sorted { $0.index < $1.index }
  }

  /// Returns the references to a key in any order. O(1).
  func all(to key: String) -> Set<EntityID> { holders[key]?.all ?? [] }

  /// Returns the first reference to a key that passes a test, in the same order in every process.
  func first(to key: String, where test: (EntityID) -> Bool) -> EntityID? {
    all(to: key).lazy.filter(test).min { $0.index < $1.index }
  }

  /// The keys that references hold, sorted.
  var keys: [String] { holders.keys.sorted() }

  /// The references to one key. Most keys have one reference or a few, which need no set.
  private enum Holders {
    case none
    case one(EntityID)
    case few([EntityID])
    case several(Set<EntityID>)

    /// A search among more takes longer than a hash.
    static let fewCount = 16

    var all: Set<EntityID> {
      switch self {
      case .none: []
      case .one(let reference): [reference]
      case .few(let references): Set(references)
      case .several(let references): references
      }
    }

    mutating func insert(_ reference: EntityID) {
      switch self {
      case .none: self = .one(reference)
      case .one(reference): break
      case .one(let other): self = .few([other, reference])
      case .few(let references) where references.contains(reference): break
      case .few(let references) where references.count == Self.fewCount:
        self = .several(Set(references + [reference]))
      case .few(var references):
        // Only one variable has the references when they change, so that they are not copied.
        self = .none
        references.append(reference)
        self = .few(references)
      case .several(var references):
        self = .none
        references.insert(reference)
        self = .several(references)
      }
    }

    mutating func remove(_ reference: EntityID) {
      switch self {
      case .one(reference): self = .none
      case .none, .one: break
      case .few(var references):
        self = .none
        references.removeAll { $0 == reference }
        if !references.isEmpty { self = .few(references) }
      case .several(var references):
        self = .none
        references.remove(reference)
        if !references.isEmpty { self = .several(references) }
      }
    }
  }
}
