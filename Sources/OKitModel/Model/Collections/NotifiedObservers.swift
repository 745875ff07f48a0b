/// The observers that were notified last: a loop that changes one property of the elements of a collection looks them
/// up once, and counts no references.
struct NotifiedObservers {
  private var owner = EntityRecordHeader.noOwner
  private var place: Int32 = 0
  private var slot: Int32 = 0
  private(set) var observers: [CollectionObserver] = []
  /// The observer if there is exactly one. It lives at least until the end of its notification.
  private var only: Unmanaged<CollectionObserver>?
  private var notifications = 0
  /// The lists of observers that were replaced while they were being notified.
  private var replaced: [[CollectionObserver]] = []

  /// Returns whether these are the observers of a property of an entity.
  @inline(__always)
  func belong(to slot: Int32, in record: EntityRecord) -> Bool {
    record.header.pointee.owner == owner && record.header.pointee.parentSlot == place && self.slot == slot
  }

  mutating func replace(_ collection: CollectionRef?, _ slot: Int32, by new: [CollectionObserver]) {
    if notifications > 0 { replaced.append(observers) }
    owner = collection?.owner ?? EntityRecordHeader.noOwner
    (place, self.slot, observers) = (collection?.slot ?? 0, slot, new)
    only = new.count == 1 ? new.first.map(Unmanaged.passUnretained) : nil
  }

  /// Makes the next change look its observers up.
  mutating func forget() { replace(nil, 0, by: []) }

  /// Returns the only observer, for a notification that ends with `end`.
  @inline(__always)
  mutating func beginWithOnly() -> Unmanaged<CollectionObserver>? {
    guard let only else { return nil }
    notifications += 1
    return only
  }

  @inline(__always)
  mutating func end() {
    notifications -= 1
    if notifications == 0, !replaced.isEmpty { replaced = [] }
  }
}
