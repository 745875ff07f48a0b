/// A path from the context through names alone, with where each name was last found: plain numbers beside each other, so
/// that following them through the rows of a model counts no references.
struct PropertyTrack: ~Copyable {
  /// Where the entities of one type hold a property; `storage` is `none` where the name means something else.
  struct Stop: BitwiseCopyable {
    var type: Int32 = -1
    var slot: Int32 = -1
    var offset: Int32 = 0
    var storage = SlotStorage.none
  }

  /// Zero for a path that is no track.
  let count: Int
  let stops: UnsafeMutablePointer<Stop>
  private let names: [String]

  /// A track that leads nowhere.
  init() { self.init(names: []) }

  init(_ source: PartProgram.Source) { self.init(names: Self.names(source) ?? []) }

  private init(names: [String]) {
    self.names = names
    count = names.count
    stops = .allocate(capacity: count)
    stops.initialize(repeating: Stop(), count: count)
  }

  private static func names(_ source: PartProgram.Source) -> [String]? {
    guard case .path(.context, let steps) = source else { return nil }
    var names: [String] = []
    for step in steps {
      guard case .name(let name) = step, name.parameters == nil else { return nil }
      names.append(name.name)
    }
    return names
  }

  deinit { stops.deallocate() }

  /// Finds a name again for another type than the last.
  @inline(never)
  func find(_ index: Int, in type: EntityType) {
    stops[index] = Stop(type: type.index)
    guard let property = type.property(named: names[index]), let offset = Int32(exactly: property.offset) else {
      return
    }
    switch property.storage {
    case .bool, .int, .double, .date, .string, .color, .entity:
      stops[index] = Stop(type: type.index, slot: property.slot, offset: offset, storage: property.storage)
    case .none, .object: return
    }
  }
}

extension Evaluator {
  /// The value at the end of a track, with all reads recorded; nil when the way needs more than stored properties.
  func follow(_ track: borrowing PropertyTrack, from context: EntityID) -> Value? {
    var entity = context
    for index in 0..<track.count {
      guard let record = store.record(entity), let memory = record.row else { return nil }
      if track.stops[index].type != record.type { track.find(index, in: store.types[Int(record.type)]) }
      let (row, stop) = (Row(memory: memory), track.stops[index])
      if stop.storage == .none { return nil }
      store.recordRead(row, stop.slot)
      if index + 1 == track.count { return row.read(stop.storage, stop.slot, Int(stop.offset)) }
      if row.isNil(stop.slot) { return .null }
      guard stop.storage == .entity else { return nil }
      entity = row.entity(at: Int(stop.offset))
    }
    return nil
  }
}
