/// The observable parts of a model, as sources of the dependency graph: properties and places of entities, ids, the
/// registered models, and state outside of the model.
///
/// Each record begins a short list of the sources of its observed properties; a property without readers has no source.
@usableFromInline
final class SourceTable {
  struct Link: BitwiseCopyable {
    var slot: Int32
    var source: Int32
    var next: Int32
  }

  /// The slot under which the place of an entity is read: its parent, its model.
  static let place: Int32 = -2

  /// Keys of the sources that belong to no entity.
  private enum Key {
    static let clock: UInt64 = 0xFFFF_FFFF_0000_0001
    static let locale: UInt64 = 0xFFFF_FFFF_0000_0002
    static let models: UInt64 = 0xFFFF_FFFF_0000_0003
    static let lookup: UInt64 = 0xFFFF_FFFF_0000_0004
    static let budget: UInt64 = 0xFFFF_FFFF_0000_0005
    static let day: UInt64 = 0xFFFF_FFFF_0000_0006
  }

  private let graph: DependencyGraph
  @exclusivity(unchecked) private var links = Slab<Link>()
  @exclusivity(unchecked) private var lookups: [String: SourceID] = [:]
  private let smallestLookupLimit: Int
  /// The number of looked up ids from which on unobserved ones are forgotten.
  private var lookupLimit: Int

  let clock: SourceID
  let day: SourceID
  /// The day when the time was marked as changed last; nil for a time that no calendar has.
  var today: DayValue?
  let locale: SourceID
  /// The registered models.
  let models: SourceID
  /// Read by what was cut short because the budget was used up.
  @usableFromInline
  let budget: SourceID

  /// - Parameter lookupLimit: The number of looked up ids that are always kept.
  init(_ graph: DependencyGraph, lookupLimit: Int = 1024) {
    self.graph = graph
    smallestLookupLimit = lookupLimit
    self.lookupLimit = lookupLimit
    clock = graph.makeSource(key: Key.clock)
    day = graph.makeSource(key: Key.day)
    locale = graph.makeSource(key: Key.locale)
    models = graph.makeSource(key: Key.models)
    budget = graph.makeSource(key: Key.budget)
  }

  /// Returns what the key of a source that belongs to no entity stands for, nil for any other key.
  static func describe(key: UInt64) -> String? {
    switch key {
    case Key.clock: "the clock"
    case Key.day: "the day"
    case Key.locale: "the language"
    case Key.models: "the registered models"
    case Key.lookup: "the entity with an id"
    case Key.budget: "the remaining time"
    default: nil
    }
  }

  // MARK: Properties

  private func link(_ record: EntityRecord, _ slot: Int32) -> Link? {
    var index = record.header.pointee.firstSource
    while index >= 0 {
      let link = links[index]
      if link.slot == slot { return link }
      index = link.next
    }
    return nil
  }

  /// Records that the running node has read a slot. O(observed properties of the entity).
  func recordRead(_ record: EntityRecord, _ slot: Int32) {
    if let link = link(record, slot) { return graph.read(SourceID(index: link.source)) }
    let source = graph.makeSource(key: PropertyKey(index: record.header.pointee.index, slot).rawValue)
    let next = record.header.pointee.firstSource
    record.header.pointee.firstSource = links.allocate(Link(slot: slot, source: source.index, next: next))
    graph.read(source)
  }

  /// Makes the readers of a slot stale. O(observed properties of the entity and readers).
  @inline(__always)
  func markChanged(_ record: EntityRecord, _ slot: Int32) {
    guard record.header.pointee.firstSource >= 0, let link = link(record, slot) else { return }
    graph.changed(SourceID(index: link.source))
  }

  /// Forgets the sources of an entity that is going; their readers become stale.
  func remove(_ record: EntityRecord) {
    var index = record.header.pointee.firstSource
    while index >= 0 {
      let link = links[index]
      graph.remove(SourceID(index: link.source))
      links.release(index)
      index = link.next
    }
    record.header.pointee.firstSource = -1
  }

  // MARK: Ids

  /// Records that the running node has looked for the entity with an id.
  func recordLookup(_ id: String) {
    guard graph.isTracking else { return }
    let source = lookups[id] ?? graph.makeSource(key: Key.lookup)
    lookups[id] = source
    graph.read(source)
  }

  /// Makes those stale that have looked for the id of an entity.
  func markLookupChanged(_ record: EntityRecord) {
    if !lookups.isEmpty, let source = lookups[record.header.pointee.id] { graph.changed(source) }
  }

  /// Forgets the ids without observers. Amortized O(1) per lookup.
  func pruneLookups() {
    guard lookups.count > lookupLimit else { return }
    for (id, source) in lookups where !graph.hasReaders(source) {
      graph.remove(source)
      lookups[id] = nil
    }
    lookupLimit = max(smallestLookupLimit, 2 * lookups.count)
  }
}
