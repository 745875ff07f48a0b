/// Recording reads of entities, and invalidating what was computed from them.
extension ModelStore {
  /// The source that stands for the time.
  package var clockSource: SourceID { sources.clock }

  /// Records that the running node has read the day that it is.
  package func readDay() {
    guard graph.isRecording else { return }
    if !graph.hasReaders(sources.day) { sources.today = today }
    graph.read(sources.day)
  }

  private var today: DayValue? { environment.localDays.day(of: environment.now) }

  /// Marks the time as changed, and the day if it is another one than its readers have read.
  package func timeChanged() {
    graph.changed(sources.clock)
    // The time zone of a day is in the data of ICU, which few starts need.
    guard graph.hasReaders(sources.day) else { return }
    let today = today
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
