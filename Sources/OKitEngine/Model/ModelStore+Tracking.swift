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

  private func link(_ row: Row, _ slot: Int32) -> SourceLink? {
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
  func recordRead(_ row: Row, _ slot: Int32) {
    if graph.isTracking { recordTrackedRead(row, slot) }
  }

  private func recordTrackedRead(_ row: Row, _ slot: Int32) {
    if let link = link(row, slot) { return graph.read(SourceID(index: link.source)) }
    let source = graph.makeSource()
    let next = row.header.pointee.firstSource
    row.header.pointee.firstSource = sourceLinks.allocate(SourceLink(slot: slot, source: source.index, next: next))
    graph.read(source)
  }

  @inline(__always)
  func markChanged(_ row: Row, _ slot: Int32) {
    guard row.header.pointee.firstSource >= 0, !isQuiet, let link = link(row, slot) else { return }
    graph.changed(SourceID(index: link.source))
  }

  func forgetSources(of row: Row) {
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
    let source = idSources[id] ?? graph.makeSource()
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
