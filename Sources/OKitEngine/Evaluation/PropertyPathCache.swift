/// A path from the context through names alone, with where each name was last found: plain numbers beside each other, so
/// that following them through the rows of a model counts no references.
struct PropertyPathCache: BitwiseCopyable {
  /// Where the entities of one type hold a property; `storage` is `none` where the name means something else.
  struct Location: BitwiseCopyable {
    var type: Int32 = -1
    var slot: Int32 = -1
    var offset: Int32 = 0
    var storage = SlotStorage.none

    init(type: Int32 = -1) { self.type = type }

    /// Where entities of `type` hold a property; without a place when reading it takes more than a look into the row.
    init(_ type: EntityType, _ property: Property?) {
      self.type = type.index
      guard let property, let offset = Int32(exactly: property.offset) else { return }
      switch property.storage {
      case .bool, .int, .double, .date, .string, .color, .entity:
        (slot, self.offset, storage) = (property.slot, offset, property.storage)
      case .none, .object: return
      }
    }
  }

  /// Zero for a path that is no track.
  let count: Int
  private let locations: UnsafeMutablePointer<Location>
  private let names: UnsafeMutablePointer<String>

  /// Whoever makes a track frees it.
  init(_ names: [String]) {
    count = names.count
    locations = .allocate(capacity: count)
    locations.initialize(repeating: Location(), count: count)
    self.names = .allocate(capacity: count)
    for (index, name) in names.enumerated() { (self.names + index).initialize(to: name) }
  }

  func free() {
    locations.deallocate()
    names.deinitialize(count: count).deallocate()
  }

  /// The names of a source that is a track, else none.
  static func names(_ source: PartProgram.Source) -> [String] {
    guard case .path(.context, let steps) = source else { return [] }
    var names: [String] = []
    for step in steps {
      guard case .name(let name) = step, name.parameters == nil else { return [] }
      names.append(name.name)
    }
    return names
  }

  /// Where the entities of a type hold what the name at `index` means.
  @inline(__always)
  func location(_ index: Int, _ type: Int32, _ store: ModelStore) -> Location {
    if locations[index].type != type { find(index, in: store.types[Int(type)]) }
    return locations[index]
  }

  /// Finds a name again for another type than the last.
  @inline(never)
  private func find(_ index: Int, in type: EntityType) {
    locations[index] = Location(type, type.property(named: names[index]))
  }
}

extension Evaluator {
  /// The value at the end of a track, with all reads recorded; nil when the way needs more than stored properties.
  @inline(__always)
  func follow(_ track: PropertyPathCache, from context: EntityID) -> Value? {
    track.count == 0 ? nil : followAll(track, from: context)
  }

  private func followAll(_ track: PropertyPathCache, from context: EntityID) -> Value? {
    guard var row = store.row(context) else { return nil }
    for index in 0..<track.count - 1 {
      let location = track.location(index, row.header.pointee.type, store)
      guard location.storage == .entity else { return nil }
      store.recordRead(row, location.slot)
      if row.isNil(location.slot) { return .null }
      let offset = Int(location.offset)
      guard let target = row.target(at: offset), store.record(row.entity(at: offset))?.row == target else { return nil }
      row = EntityRecord(memory: target)
    }
    return store.read(row, track.location(track.count - 1, row.header.pointee.type, store))
  }
}

extension ModelStore {
  /// What a row holds at a location, with the read recorded; nil when it holds nothing there.
  @inline(__always)
  func read(_ row: EntityRecord, _ location: PropertyPathCache.Location) -> Value? {
    if location.storage == .none { return nil }
    recordRead(row, location.slot)
    if location.storage == .int, !row.isNil(location.slot) { return .int(row.int(at: Int(location.offset))) }
    return row.read(location.storage, location.slot, Int(location.offset))
  }
}
