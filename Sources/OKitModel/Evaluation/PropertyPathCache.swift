/// A path from the context through names alone, with the location where each name was last found: plain bytes, so that
/// following the path through the records of a model counts no references.
///
/// Invariants: `steps` and `names` have `count` initialised elements until `free`, which the owner calls once, as the
/// last. A step is right for the type that it names; the types of a store stay as they are.
package struct PropertyPathCache: BitwiseCopyable {
  private struct Step: BitwiseCopyable {
    var type: Int32 = -1
    var location = PropertyLocation.none
    /// The property at the location; nil for none.
    var property: Unmanaged<Property>?
  }

  /// The number of names, zero for a path that does more than go through names.
  let count: Int
  private let steps: UnsafeMutablePointer<Step>
  private let names: UnsafeMutablePointer<String>

  init(_ names: [String]) {
    count = names.count
    steps = .allocate(capacity: count)
    steps.initialize(repeating: Step(), count: count)
    self.names = .allocate(capacity: count)
    for (index, name) in names.enumerated() { (self.names + index).initialize(to: name) }
  }

  /// Forgets the locations, which were right for the types of one store.
  func forget() { for index in 0..<count { steps[index] = Step() } }

  func free() {
    steps.deallocate()
    names.deinitialize(count: count).deallocate()
  }

  /// Returns the names of a source that goes through names alone, else none.
  static func names(_ source: PartProgram.Source) -> [String] {
    guard case .path(.context, let steps) = source else { return [] }
    var names: [String] = []
    for step in steps {
      guard case .name(let name) = step, name.parameters == nil else { return [] }
      names.append(name.name)
    }
    return names
  }

  /// Returns the location of the name at `index` in the records of a type.
  @inline(__always)
  func location(_ index: Int, _ type: Int32, _ store: ModelStore) -> PropertyLocation {
    if steps[index].type != type { find(index, on: type, store) }
    return steps[index].location
  }

  /// Returns the number of a record, for a path that is one name; nil for another path or value, and when the read has
  /// to be recorded or the location to be found.
  @inline(__always)
  func number(of record: EntityRecord, _ store: ModelStore) -> FormulaNumber? {
    guard count == 1, steps[0].type == record.header.pointee.type, !store.graph.isTracking else { return nil }
    let location = steps[0].location
    guard !record.isNil(location) else { return nil }
    switch location.storage {
    case .int: return .int(record.pointer(location, Int.self).pointee)
    case .double:
      let double = record.pointer(location, Double.self).pointee
      return double.isNaN ? nil : .double(double)
    default: return nil
    }
  }

  /// Returns the property with the last name on the entities of a type; nil for any other name.
  @inline(__always)
  func lastProperty(_ type: Int32, _ store: ModelStore) -> Unmanaged<Property>? {
    if steps[count - 1].type != type { find(count - 1, on: type, store) }
    return steps[count - 1].property
  }

  /// Finds a name again for another type than the last.
  @inline(never)
  private func find(_ index: Int, on type: Int32, _ store: ModelStore) {
    let (type, known) = (type, store.types.made[Int(type)])
    steps[index] = Step(
      type: type, location: known.location(of: names[index]),
      property: known.property(named: names[index]).map(Unmanaged.passUnretained))
  }
}

extension Evaluator {
  /// Returns the value at the end of a path, with all reads recorded; nil when the way needs more than stored
  /// properties.
  @inline(__always)
  package func follow(_ path: PropertyPathCache, from context: EntityID) -> Value? {
    path.count == 0 ? nil : followAll(path, from: context)
  }

  private func followAll(_ path: PropertyPathCache, from context: EntityID) -> Value? {
    followHere(path, from: context)
  }

  /// As `follow`, for a path with a name, in the function that calls it.
  @inline(__always)
  func followHere(_ path: PropertyPathCache, from context: EntityID) -> Value? {
    guard let record = store.record(context), !record.header.pointee.isClosed else { return nil }
    switch owner(path, from: record) {
    case .record(let owner): return store.read(owner, path.location(path.count - 1, owner.header.pointee.type, store))
    case .null: return .null
    case .unknown: return nil
    }
  }

  /// Writes a value at the end of a path through stored properties where that needs no conversion, no hook and no
  /// check.
  ///
  /// - Returns: False, with nothing written, where more is needed.
  package func write(_ value: Value, at path: PropertyPathCache, from context: EntityID) -> Bool {
    guard path.count > 0, let record = store.record(context), !record.header.pointee.isClosed,
      case .record(let owner) = owner(path, from: record),
      let property = path.lastProperty(owner.header.pointee.type, store)
    else { return false }
    let entity = path.count == 1 ? context : store.entities.id(of: owner)
    return property._withUnsafeGuaranteedRef { store.setPlain(entity, owner, $0, value) }
  }

  /// Where a path ends.
  enum PathEnd: BitwiseCopyable {
    /// At a property of a record.
    case record(EntityRecord)
    /// At a name on the way that is nil.
    case null
    /// The way needs more than stored properties.
    case unknown
  }

  /// Follows a path with a name up to its last one, with the reads on the way recorded.
  @inline(__always)
  func owner(_ path: PropertyPathCache, from start: EntityRecord) -> PathEnd {
    var record = start
    let isTracking = store.graph.isTracking
    for index in 0..<path.count - 1 {
      let location = path.location(index, record.header.pointee.type, store)
      guard location.storage == .entity else { return .unknown }
      if isTracking { store.recordRead(record, location.slot) }
      guard let target = record.record(at: location) else { return record.isNil(location) ? .null : .unknown }
      // The address is checked beside the way, not on it.
      guard store.record(record.entity(at: location))?.memory == target.memory else { return .unknown }
      record = target
    }
    return .record(record)
  }
}
