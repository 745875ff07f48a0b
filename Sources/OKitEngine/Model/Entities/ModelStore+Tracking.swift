/// Which properties are observed: each entity has a short list of the sources that stand for its observed properties.
extension ModelStore {
  struct SourceLink: BitwiseCopyable {
    var slot: Int32
    var source: Int32
    var next: Int32
  }

  /// What is read of an entity besides its properties.
  enum PseudoSlot {
    /// The entity's place: its parent, its model.
    static let place: Int32 = -2
  }

  /// Keys of sources that belong to no entity.
  enum SourceKey {
    static let clock: UInt64 = 0xFFFF_FFFF_0000_0001
    static let locale: UInt64 = 0xFFFF_FFFF_0000_0002
    static let models: UInt64 = 0xFFFF_FFFF_0000_0003
    static let lookup: UInt64 = 0xFFFF_FFFF_0000_0004
    static let work: UInt64 = 0xFFFF_FFFF_0000_0005
  }

  /// What a source's key stands for, as a person would say it: a path, or what else was read. Nil for what has no name.
  public func describe(source key: UInt64) -> String? {
    switch key {
    case 0: return nil
    case SourceKey.clock: return "the clock"
    case SourceKey.locale: return "the language"
    case SourceKey.models: return "the registered models"
    case SourceKey.lookup: return "the entity with an id"
    case SourceKey.work: return "the time that was left"
    default: break
    }
    let index = Int32(truncatingIfNeeded: key >> 32) &- 1
    guard index >= 0, index < records.count, let memory = records[index].row else { return "an entity that is gone" }
    let entity = EntityID(index: UInt32(bitPattern: index), generation: records[index].generation)
    let slot = Int32(truncatingIfNeeded: key)
    _ = memory
    return graph.withoutTracking {
      let place = path(of: entity) ?? describe(entity)
      if slot == PseudoSlot.place { return "the place of \(place.isEmpty ? "/" : place)" }
      guard let type = type(of: entity), slot >= 0, Int(slot) < type.properties.count else { return place }
      return "\(place)/\(Patch.escape(type.properties[Int(slot)].name))"
    }
  }

  private func link(_ row: EntityRecord, _ slot: Int32) -> SourceLink? {
    var index = row.header.pointee.firstSource
    while index >= 0 {
      let link = sourceLinks[index]
      if link.slot == slot { return link }
      index = link.next
    }
    return nil
  }

  /// Records that `slot` was read, when somebody tracks. O(observed properties of the entity).
  @inline(__always)
  func recordRead(_ row: EntityRecord, _ slot: Int32) {
    if graph.isTracking { recordTrackedRead(row, slot) }
  }

  private func recordTrackedRead(_ row: EntityRecord, _ slot: Int32) {
    if let link = link(row, slot) { return graph.read(SourceID(index: link.source)) }
    let source = graph.makeSource(
      key: Self.key(EntityID(index: row.header.pointee.number, generation: 0), slot))
    let next = row.header.pointee.firstSource
    row.header.pointee.firstSource = sourceLinks.allocate(SourceLink(slot: slot, source: source.index, next: next))
    graph.read(source)
  }

  @inline(__always)
  func markChanged(_ row: EntityRecord, _ slot: Int32) {
    guard row.header.pointee.firstSource >= 0, !isQuiet, let link = link(row, slot) else { return }
    graph.changed(SourceID(index: link.source))
  }

  func forgetSources(of row: EntityRecord) {
    var index = row.header.pointee.firstSource
    while index >= 0 {
      let link = sourceLinks[index]
      graph.remove(SourceID(index: link.source))
      sourceLinks.release(index)
      index = link.next
    }
    row.header.pointee.firstSource = -1
  }

  /// Records that the entity behind an id was looked up.
  func recordLookup(_ id: String) {
    guard graph.isTracking else { return }
    let source = idSources[id] ?? graph.makeSource(key: SourceKey.lookup)
    idSources[id] = source
    graph.read(source)
  }

  func markLookupChanged(_ id: String) {
    if !isQuiet, !idSources.isEmpty, let source = idSources[id] { graph.changed(source) }
  }

  /// Forgets the ids that nobody looks for any more. Amortised O(1) a lookup.
  func pruneLookups() {
    guard idSources.count > prunedLookups else { return }
    for (id, source) in idSources where !graph.hasReaders(source) {
      graph.remove(source)
      idSources[id] = nil
    }
    prunedLookups = max(1024, 2 * idSources.count)
  }
}
