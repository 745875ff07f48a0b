/// Recording reads of entities, and invalidating what was computed from them.
extension ModelStore {
  /// The source that stands for the time.
  package var clockSource: SourceID { sources.clock }

  /// The source that stands for the day that it is.
  package var daySource: SourceID { sources.day }

  /// Marks the time as changed, and the day if it is another one.
  package func timeChanged() {
    graph.changed(sources.clock)
    let today = environment.localDays.day(of: environment.now)
    guard today != sources.today else { return }
    sources.today = today
    graph.changed(sources.day)
  }

  /// The source that stands for the language; the runtime marks it changed.
  package var localeSource: SourceID { sources.locale }

  /// Returns what a source's key stands for: a path, or what else was read. Nil for what has no name.
  package func describe(source key: UInt64) -> String? {
    if key == 0 { return nil }
    if let name = SourceTable.describe(key: key) { return name }
    let property = PropertyKey(rawValue: key)
    guard let entity = entities.entity(at: property.index) else { return "a removed entity" }
    return graph.withoutTracking {
      let place = path(of: entity) ?? describe(entity)
      if property.slot == SourceTable.place { return "the place of \(place.isEmpty ? "/" : place)" }
      guard let type = type(of: entity), property.slot >= 0, Int(property.slot) < type.properties.count else {
        return place
      }
      return "\(place)/\(Patch.escape(type.properties[Int(property.slot)].name))"
    }
  }

  /// Records that a slot was read, when the graph tracks.
  @inline(__always)
  func recordRead(_ record: EntityRecord, _ slot: Int32) {
    if graph.isTracking { sources.recordRead(record, slot) }
  }

  @inline(__always)
  func markChanged(_ record: EntityRecord, _ slot: Int32) {
    if record.header.pointee.firstSource >= 0 { sources.markChanged(record, slot) }
  }
}
