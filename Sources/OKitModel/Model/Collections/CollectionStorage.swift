/// The elements of a live collection. Maps keep their keys sorted, in step with the elements.
///
/// Short collections, and long ones that have only been changed at their end, are plain arrays. The first change inside
/// of a long one stores it in chunks (`ChunkedArray`); the arrays are then a copy for those who read all elements.
///
/// Invariant: the header of an entity's record, or the index of a set's values, has the number of the element's chunk.
/// In an array, this is the chunk that the element's index would have; up to the size of a chunk, it is 0.
final class CollectionStorage {
  enum Shape: BitwiseCopyable { case list, set, map }

  let shape: Shape
  let holdsEntities: Bool
  @exclusivity(unchecked) private var packedEntities: [EntityID] = []
  @exclusivity(unchecked) private var packedValues: [Value] = []
  @exclusivity(unchecked) private var packedKeys: [String] = []
  /// Whether the arrays have the elements.
  @exclusivity(unchecked) private(set) var isPacked = true
  @exclusivity(unchecked) private var chunked: ChunkedElements?
  @exclusivity(unchecked) var observations: [CollectionObservation] = []
  /// The values of a set with the numbers of their chunks, once one was looked up.
  @exclusivity(unchecked) private var members: [Value: UInt32]?
  /// The chunks of the values of a long list, once one was looked up.
  @exclusivity(unchecked) private var valueIndex: ValueIndex?

  /// The form of the collections of a property.
  struct Form: BitwiseCopyable {
    let shape: Shape
    let holdsEntities: Bool
    let location: PropertyLocation

    init(_ type: PropertyType, _ location: PropertyLocation) {
      shape =
        switch type.unwrapped {
        case .set: .set
        case .map: .map
        default: .list
        }
      holdsEntities = type.element?.entityTypeName != nil
      self.location = location
    }
  }

  init(_ form: Form) { (shape, holdsEntities) = (form.shape, form.holdsEntities) }

  deinit {
    for observation in observations { observation.observer.collectionGone() }
  }

  // MARK: Reading

  /// All entities in order. O(n) after a change of a long collection, else O(1).
  var entities: [EntityID] {
    @inline(__always)
    _read {
      if !isPacked { pack() }
      yield packedEntities
    }
  }

  var values: [Value] {
    @inline(__always)
    _read {
      if !isPacked { pack() }
      yield packedValues
    }
  }

  var keys: [String] {
    @inline(__always)
    _read {
      if !isPacked { pack() }
      yield packedKeys
    }
  }

  @inline(never)
  private func pack() {
    guard let chunked else { return }
    (packedEntities, packedValues, packedKeys) = (chunked.entities.joined, chunked.values.joined, chunked.keys.joined)
    isPacked = true
  }

  var count: Int {
    if isPacked { return holdsEntities ? packedEntities.count : packedValues.count }
    return chunked?.count ?? 0
  }

  /// O(log n).
  func element(_ index: Int) -> Value {
    if isPacked { return holdsEntities ? .entity(packedEntities[index]) : packedValues[index] }
    return chunked?.element(index) ?? .null
  }

  /// Returns the key of a map's element. O(log n).
  func key(_ index: Int) -> String { isPacked ? packedKeys[index] : chunked?.keys[index] ?? "" }

  /// Passes the entities from an index on, until `body` returns false. O(log n + entities).
  func visitEntities(from index: Int, _ body: (EntityID) -> Bool) {
    guard index >= 0, index < count else { return }
    if !isPacked, let chunked { return chunked.entities.visit(from: index, body) }
    for entity in packedEntities[index...] where !body(entity) { return }
  }

  // MARK: Finding

  /// Returns the value of a set that equals `value`; nil if there is none. O(1), except for the first time.
  func member(_ value: Value) -> Value? {
    if members == nil { members = indexedMembers() }
    return members.flatMap { members in members.index(forKey: value).map { members[$0].key } }
  }

  private func indexedMembers() -> [Value: UInt32] {
    var members: [Value: UInt32] = [:]
    members.reserveCapacity(count)
    if let chunked {
      chunked.values.visit { members[$0] = $1 }
    } else {
      for (index, value) in packedValues.enumerated() { members[value] = ChunkedArray<Value>.number(of: index) }
    }
    return members
  }

  /// Returns the position of a key of a map, or where it would be inserted. O(log n).
  func position(of key: String) -> (index: Int, found: Bool) {
    let index =
      isPacked ? packedKeys.partitionPoint { $0 < key } : chunked?.keys.partition { $0 < key } ?? 0
    return (index, index < count && self.key(index) == key)
  }

  /// Returns the position of an element at `start` or after it. O(log n); O(n) for values of lists the first time, and
  /// with a `start`.
  func firstIndex(of value: Value, from start: Int = 0, _ table: borrowing EntityTable) -> Int? {
    guard start < count else { return nil }
    let index: Int?
    if holdsEntities {
      guard case .entity(let entity) = value, let record = table.record(entity) else { return nil }
      index = firstIndex(of: entity, inChunk: record.header.pointee.chunk)
    } else if shape == .set {
      guard member(value) != nil, let number = members?[value] else { return nil }
      index = firstIndex(of: value, inChunk: number)
    } else if start == 0, count > ChunkedArray<Value>.chunkSize {
      index = indexedChunk(of: value).flatMap { firstIndex(of: value, inChunk: $0) }
    } else if let chunked {
      return chunked.values.firstIndex(from: start) { $0 == value }
    } else {
      return packedValues[start...].firstIndex(of: value)
    }
    return index.flatMap { $0 < start ? nil : $0 }
  }

  /// Returns how often a list or set of values has a value. O(log n), for lists the first time O(n).
  func count(of value: Value) -> Int {
    if shape == .set { return member(value) == nil ? 0 : 1 }
    guard count > ChunkedArray<Value>.chunkSize else { return values.count { $0 == value } }
    return indexedChunk(of: value) == nil ? 0 : valueIndex?.count(of: value) ?? 0
  }

  /// Forgets where each value is, before all of them are removed. The next search finds it out again.
  func forgetIndexes() { (members, valueIndex) = (nil, nil) }

  /// Returns the number of the first chunk of a list with a value.
  private func indexedChunk(of value: Value) -> UInt32? {
    if valueIndex == nil {
      var index = ValueIndex(capacity: count)
      if let chunked {
        chunked.values.visit { index.add($0, in: $1, position: position(ofChunk:)) }
      } else {
        for (place, value) in packedValues.enumerated() {
          index.add(value, in: ChunkedArray<Value>.number(of: place), position: position(ofChunk:))
        }
      }
      valueIndex = index
    }
    return valueIndex?.firstChunk(with: value)
  }

  /// Returns the position of a chunk of values among the others.
  private func position(ofChunk number: UInt32) -> Int { chunked?.values.position(ofChunk: number) ?? Int(number) }

  private func firstIndex(of entity: EntityID, inChunk number: UInt32) -> Int? {
    if let chunked { return chunked.entities.firstIndex(inChunk: number) { $0 == entity } }
    return Self.firstIndex(inChunk: number, packedEntities) { $0 == entity }
  }

  private func firstIndex(of value: Value, inChunk number: UInt32) -> Int? {
    if let chunked { return chunked.values.firstIndex(inChunk: number) { $0 == value } }
    return Self.firstIndex(inChunk: number, packedValues) { $0 == value }
  }

  private static func firstIndex<Element>(
    inChunk number: UInt32, _ elements: [Element], where test: (Element) -> Bool
  ) -> Int? {
    let start = Int(number) * ChunkedArray<Element>.chunkSize
    guard start < elements.count else { return nil }
    return elements[start..<min(start + ChunkedArray<Element>.chunkSize, elements.count)].firstIndex(where: test)
  }

  // MARK: Changing

  /// Inserts an element. O(log n), the first time inside of a long collection O(n).
  ///
  /// - Parameter table: The records of the entities.
  func insert(_ value: Value, at index: Int, key: String?, _ table: borrowing EntityTable) {
    if index < count, count >= ChunkedArray<Value>.chunkSize { divide() }
    guard let chunked else { return insertPacked(value, at: index, key: key, table) }
    unpack()
    if let key { chunked.insert(key: key, at: index) }
    if holdsEntities {
      guard case .entity(let entity) = value else { return }
      chunked.insert(entity, at: index) { entity, number in
        table.record(entity)?.header.pointee.chunk = number
      }
    } else {
      insert(value, at: index, chunked)
    }
  }

  private func insert(_ value: Value, at index: Int, _ chunked: ChunkedElements) {
    guard valueIndex != nil else {
      return chunked.insert(value, at: index) { value, number in members?[value] = number }
    }
    // The first one is new, the others come from its chunk.
    var located: [(value: Value, chunk: UInt32)] = []
    chunked.insert(value, at: index) { located.append(($0, $1)) }
    for (place, element) in located.enumerated() {
      if place > 0 { valueIndex?.remove(element.value, in: located[0].chunk, position: position(ofChunk:)) }
      valueIndex?.add(element.value, in: element.chunk, position: position(ofChunk:))
    }
  }

  private func insertPacked(_ value: Value, at index: Int, key: String?, _ table: borrowing EntityTable) {
    if let key { packedKeys.insert(key, at: index) }
    let number = ChunkedArray<Value>.number(of: index)
    if holdsEntities {
      guard case .entity(let entity) = value else { return }
      if index == packedEntities.count {
        packedEntities.append(entity)
      } else {
        packedEntities.insert(entity, at: index)
      }
      table.record(entity)?.header.pointee.chunk = number
    } else {
      packedValues.insert(value, at: index)
      members?[value] = number
      valueIndex?.add(value, in: number, position: position(ofChunk:))
    }
  }

  /// Removes an element. O(log n), the first time inside of a long collection O(n).
  func remove(at index: Int) {
    if index < count - 1, count > ChunkedArray<Value>.chunkSize { divide() }
    if let chunked {
      unpack()
      if valueIndex != nil {
        let chunk = chunked.values.number(ofChunkAt: index)
        valueIndex?.remove(chunked.values[index], in: chunk, position: position(ofChunk:))
      }
      let value = chunked.remove(at: index)
      if members != nil { members?[value] = nil }
      if chunked.count == 0 { (self.chunked, isPacked) = (nil, true) }
    } else {
      if shape == .map { packedKeys.remove(at: index) }
      if holdsEntities {
        packedEntities.remove(at: index)
      } else {
        let value = packedValues.remove(at: index)
        if members != nil { members?[value] = nil }
        valueIndex?.remove(value, in: ChunkedArray<Value>.number(of: index), position: position(ofChunk:))
      }
    }
  }

  /// Moves an element of a list or set.
  func move(from: Int, to: Int, _ table: borrowing EntityTable) {
    let value = element(from)
    if count > ChunkedArray<Value>.chunkSize { divide() }
    remove(at: from)
    insert(value, at: to, key: nil, table)
  }

  /// Stores the elements in chunks.
  private func divide() {
    guard chunked == nil else { return }
    chunked = ChunkedElements(
      entities: packedEntities, values: packedValues, keys: packedKeys, holdsEntities: holdsEntities)
  }

  /// Forgets the copy of the elements in chunks, before these change.
  @inline(__always)
  private func unpack() {
    if isPacked { (packedEntities, packedValues, packedKeys, isPacked) = ([], [], [], false) }
  }

  // MARK: Filling

  /// Gives an empty collection its values, or one more.
  func append(_ value: Value) {
    packedValues.append(value)
    forgetIndexes()
  }

  /// Gives an empty collection its entities, whose headers have the numbers of their chunks.
  func fill(_ entities: [EntityID]) { packedEntities = entities }
}
