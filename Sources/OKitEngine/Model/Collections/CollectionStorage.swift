/// The elements of a live collection. Maps keep their keys sorted, in step with the elements.
final class CollectionStorage {
  enum Shape { case list, set, map }

  let shape: Shape
  let holdsEntities: Bool
  @exclusivity(unchecked) private var packedEntities: [EntityID] = []
  @exclusivity(unchecked) private var packedValues: [Value] = []
  @exclusivity(unchecked) private var packedKeys: [String] = []
  @exclusivity(unchecked) var observations: [CollectionObservation] = []
  /// The values of a set, once one was looked up; nil after changes that do not maintain it.
  @exclusivity(unchecked) private var members: Set<Value>?
  /// The elements in chunks instead, while many changes are replayed and until they are read.
  @exclusivity(unchecked) private var chunked: ChunkedElements?
  /// The number of elements that replayed changes have moved since.
  private var moves = 0

  init(shape: Shape, holdsEntities: Bool) {
    self.shape = shape
    self.holdsEntities = holdsEntities
  }

  init(_ type: PropertyType) {
    shape =
      switch type.unwrapped {
      case .set: .set
      case .map: .map
      default: .list
      }
    holdsEntities = type.element?.entityTypeName != nil
  }

  deinit {
    for observation in observations { observation.observer.collectionGone() }
  }

  var entities: [EntityID] {
    @inline(__always)
    _read {
      if chunked != nil { pack() }
      yield packedEntities
    }
    @inline(__always)
    _modify {
      if chunked != nil { pack() }
      yield &packedEntities
    }
  }

  var values: [Value] {
    @inline(__always)
    _read {
      if chunked != nil { pack() }
      yield packedValues
    }
    @inline(__always)
    _modify {
      if chunked != nil { pack() }
      members = nil
      yield &packedValues
    }
  }

  var keys: [String] {
    @inline(__always)
    _read {
      if chunked != nil { pack() }
      yield packedKeys
    }
    @inline(__always)
    _modify {
      if chunked != nil { pack() }
      yield &packedKeys
    }
  }

  var count: Int {
    if let chunked { return holdsEntities ? chunked.entities.count : chunked.values.count }
    return holdsEntities ? packedEntities.count : packedValues.count
  }

  func element(_ index: Int) -> Value { holdsEntities ? .entity(entities[index]) : values[index] }

  func insert(_ value: Value, at index: Int, key: String?) {
    if holdsEntities {
      if case .entity(let entity) = value { entities.insert(entity, at: index) }
    } else {
      keepingMembers {
        $0?.insert(value)
        values.insert(value, at: index)
      }
    }
    if let key { keys.insert(key, at: index) }
  }

  func append(_ value: Value) {
    if !holdsEntities { values.append(value) } else if case .entity(let entity) = value { entities.append(entity) }
  }

  func remove(at index: Int) {
    if holdsEntities {
      entities.remove(at: index)
    } else {
      keepingMembers {
        let value = values.remove(at: index)
        $0?.remove(value)
      }
    }
    if shape == .map { keys.remove(at: index) }
  }

  func replace(_ value: Value, at index: Int) {
    if holdsEntities {
      if case .entity(let entity) = value { entities[index] = entity }
    } else {
      values[index] = value
    }
  }

  /// Returns the value of a set that equals `value`; nil if there is none. O(1), except for the first time.
  func member(_ value: Value) -> Value? {
    let found = members ?? Set(values)
    members = found
    return found.firstIndex(of: value).map { found[$0] }
  }

  /// Runs a change that maintains the index of members itself.
  private func keepingMembers(_ change: (inout Set<Value>?) -> Void) {
    var kept = members
    members = nil
    change(&kept)
    members = kept
  }

  /// Returns the position of a key of a map, or where it would be inserted. O(log n).
  func position(of key: String) -> (index: Int, found: Bool) {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return (low, low < keys.count && keys[low] == key)
  }

  /// Returns the position of an element at `start` or behind it. O(n).
  func firstIndex(of value: Value, from start: Int = 0) -> Int? {
    guard start <= count else { return nil }
    if holdsEntities {
      guard case .entity(let entity) = value else { return nil }
      return entities[start...].firstIndex(of: entity)
    }
    return values[start...].firstIndex(of: value)
  }

  // MARK: Replaying many changes

  /// As `insert`, for a replayed change: many of them together move few elements.
  func replayInsert(_ value: Value, at index: Int, key: String?) {
    loosen(behind: index)
    if let chunked { chunked.insert(value, at: index, key: key) } else { insert(value, at: index, key: key) }
  }

  func replayRemove(at index: Int) {
    loosen(behind: index)
    if let chunked { chunked.remove(at: index) } else { remove(at: index) }
  }

  func replayMove(from: Int, to: Int) {
    loosen(behind: min(from, to))
    if let chunked { return chunked.move(from: from, to: to) }
    let value = element(from)
    remove(at: from)
    insert(value, at: to, key: nil)
  }

  private func loosen(behind index: Int) {
    guard chunked == nil, count > ChunkedArray<Value>.chunkSize else { return }
    moves += count - index
    guard moves > 8 * count else { return }
    chunked = ChunkedElements(
      entities: ChunkedArray(packedEntities), values: ChunkedArray(packedValues), keys: ChunkedArray(packedKeys),
      holdsEntities: holdsEntities)
    (packedEntities, packedValues, packedKeys) = ([], [], [])
    members = nil
  }

  @inline(never)
  private func pack() {
    guard let chunked else { return }
    (packedEntities, packedValues, packedKeys) = (chunked.entities.joined, chunked.values.joined, chunked.keys.joined)
    self.chunked = nil
    moves = 0
  }
}
