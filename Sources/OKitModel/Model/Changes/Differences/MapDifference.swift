/// The difference between a map and its earlier state: the earlier values of changed keys, nil for new keys.
struct MapDifference {
  private var earlier: [String: Value?] = [:]

  var isEmpty: Bool { earlier.isEmpty }

  mutating func insert(_ value: Value, _ key: String) {
    switch earlier[key] {
    case nil: earlier.updateValue(nil, forKey: key)
    case .some(let old?) where old.isSame(as: value): earlier.removeValue(forKey: key)
    case .some: break
    }
  }

  mutating func remove(_ value: Value, _ key: String) {
    switch earlier[key] {
    case nil: earlier.updateValue(value, forKey: key)
    case .some(nil): earlier.removeValue(forKey: key)
    case .some: break
    }
  }

  /// The changed keys in order, with their values before.
  var keys: [(key: String, old: Value?)] { earlier.map { ($0.key, $0.value) }.sorted { $0.key < $1.key } }
}
