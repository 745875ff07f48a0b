/// The changes of the running transaction, for rolling them back, and what is being done with them.
///
/// Transactions nest: each begins with a mark, and a failing one undoes the mutations after its mark.
package struct TurnJournal: ~Copyable {
  /// A position of the journal.
  struct Mark {
    var mutations: Int
    var roots: Int
    /// Whether no transaction ran before.
    var isFirst: Bool
  }

  /// Before this position, the model had this number.
  struct ModelNumber: Equatable {
    var position: Int
    var root: EntityID
    var number: Int
  }

  /// At this position, the entity became the root of a model.
  struct AdoptedRoot {
    var position: Int
    var root: EntityID
  }

  /// Changes that are no step of the history.
  struct Segment {
    var range: Range<Int>
    /// The mutation that has made them by `apply`; nil for other ones.
    var mutation: EntityID?
  }

  /// The mutations of the running transaction, oldest first.
  var mutations: MutationList {
    mutating _read {
      settle()
      yield list
    }
  }
  private var list = MutationList()
  /// The writes after those in the list.
  private var pending = PendingWrites()
  /// What the last mutation has written if it wrote a plain value, which the next write of the property can replace;
  /// no entity else.
  private var lastOwner = noOwner
  private var lastSlot: Int32 = 0
  private static let noOwner = EntityID(index: .max, generation: .max)
  /// The number of mutations when a transaction has begun or something was noted last: a write cannot continue one of
  /// these.
  private var settledCount = 0
  /// For each running transaction, the number of mutations at its beginning.
  private var beginnings: [Int] = []
  private var numbers: [ModelNumber] = []
  private var roots: [AdoptedRoot] = []
  /// In the order of the changes; they do not overlap.
  private(set) var segments: [Segment] = []
  /// The entities that were made in the running transaction, also those that are gone.
  private(set) var made: [EntityID] = []
  /// Whether changes are redone or undone: no hooks run, and nothing is recorded.
  var isReplaying = false
  /// Whether a failed transaction is being rolled back; then models get their previous numbers.
  var isRollingBack = false
  /// While set, the indexes of ids and references are left as they are: they are rebuilt before the next read.
  var defersIndexes = false

  package var count: Int { list.count + pending.count }

  /// Whether it has nothing to commit.
  var isEmpty: Bool { count == 0 && made.isEmpty && numbers.isEmpty && roots.isEmpty }

  /// Whether a transaction runs.
  private(set) var isOpen = false

  /// Whether changes are added.
  @inline(__always)
  var isCollecting: Bool { isOpen && !isReplaying }

  mutating func begin() -> Mark {
    beginnings.append(count)
    settledCount = count
    isOpen = true
    return Mark(mutations: count, roots: roots.count, isFirst: beginnings.count == 1)
  }

  mutating func end() {
    beginnings.removeLast()
    isOpen = !beginnings.isEmpty
    updateSettledCount()
  }

  /// Keeps the next write of a property apart from the last one.
  package mutating func endRepeatedWrites() { lastOwner = Self.noOwner }

  mutating func append(_ mutation: Mutation) {
    if case .set(let owner, let slot, let old, let new) = mutation { return append(owner, slot, old: old, new: new) }
    endRepeatedWrites()
    settle()
    list.append(mutation)
  }

  private mutating func settle() { if pending.count > 0 { pending.move(to: &list) } }

  /// Adds a write. When a transaction writes plain values to one property repeatedly, with no other change in between,
  /// the writes become one mutation, so that a loop that counts in a property needs no memory.
  mutating func append(_ owner: EntityID, _ slot: Int32, old: Value, new: Value) {
    settle()
    if !new.isEntity, continuesLastWrite(owner, slot) { return list.setLast(to: new) }
    (lastOwner, lastSlot) = (old.isEntity || new.isEntity ? Self.noOwner : owner, slot)
    list.append(owner, slot, old: old, new: new)
  }

  /// Adds a write of numbers.
  @inline(__always)
  mutating func append(_ owner: EntityID, _ slot: Int32, old: PlainWord, new: PlainWord) {
    if continuesLastWrite(owner, slot) { return setLast(to: new) }
    (lastOwner, lastSlot) = (owner, slot)
    let write = MutationList.Entry(owner, slot, old: old, new: new)
    if !pending.append(write) { appendAfterSettling(write) }
  }

  @inline(never)
  private mutating func appendAfterSettling(_ write: MutationList.Entry) {
    settle()
    _ = pending.append(write)
  }

  @inline(__always)
  private mutating func setLast(to new: PlainWord) {
    if !pending.setLast(to: new) { list.setLast(to: new.value) }
  }

  /// Returns whether a write belongs to the last mutation.
  @inline(__always)
  private func continuesLastWrite(_ owner: EntityID, _ slot: Int32) -> Bool {
    lastOwner == owner && lastSlot == slot && count > settledCount
  }

  private mutating func updateSettledCount() {
    settledCount = max(beginnings.last ?? 0, numbers.last?.position ?? 0, roots.last?.position ?? 0)
  }

  /// Adds the insertion of an entity into a list or a set.
  mutating func append(_ entity: EntityID, insertedInto place: CollectionRef, at index: Int) {
    endRepeatedWrites()
    settle()
    list.append(entity, insertedInto: place, at: index)
  }

  /// Adds changes that were made by replaying them.
  mutating func append(_ changes: ChangeSet) {
    endRepeatedWrites()
    for mutation in changes.mutations { append(mutation) }
    endRepeatedWrites()
  }

  /// Notes the number that a model has before it changes.
  mutating func append(number: Int, of root: EntityID) {
    numbers.append(ModelNumber(position: count, root: root, number: number))
    settledCount = count
  }

  mutating func append(made entity: EntityID) { if isOpen { made.append(entity) } }

  mutating func append(root: EntityID) {
    roots.append(AdoptedRoot(position: count, root: root))
    settledCount = count
  }

  /// Takes the newest change off, nil when none is after `position`.
  mutating func popMutation(after position: Int) -> Mutation? {
    endRepeatedWrites()
    settle()
    return list.count > position ? list.popLast() : nil
  }

  /// Takes the newest adopted root off, nil when none is after the mark.
  mutating func popRoot(after mark: Mark) -> AdoptedRoot? {
    defer { updateSettledCount() }
    return roots.count > mark.roots ? roots.popLast() : nil
  }

  /// Takes off the numbers of models that were noted after a mark and returns them, newest first.
  mutating func popNumbers(after mark: Mark) -> [ModelNumber] {
    var taken: [ModelNumber] = []
    while let last = numbers.last, last.position >= mark.mutations {
      taken.append(last)
      numbers.removeLast()
    }
    updateSettledCount()
    return taken
  }

  /// Notes that the changes from a position on are no step of the history.
  mutating func appendSegment(from position: Int, of mutation: EntityID? = nil) {
    endRepeatedWrites()
    segments.append(Segment(range: position..<count, mutation: mutation))
  }

  mutating func dropSegments(after position: Int) { segments.removeAll { $0.range.upperBound > position } }

  var changes: ChangeSet {
    mutating get {
      settle()
      return ChangeSet(mutations: list)
    }
  }

  /// The most memory that the next transaction gets. The history shares the memory of the last one, so that as much is
  /// allocated again: after a long transaction, short ones would pay for it.
  private static let longestKept = 64

  /// Forgets everything, and keeps the memory of a short transaction for the next one.
  mutating func clear() {
    endRepeatedWrites()
    pending.removeAll()
    list.removeAll(keeping: Self.longestKept)
    numbers.removeAll(keepingCapacity: numbers.capacity <= Self.longestKept)
    roots.removeAll(keepingCapacity: roots.capacity <= Self.longestKept)
    made.removeAll(keepingCapacity: made.capacity <= Self.longestKept)
    segments = []
    updateSettledCount()
  }
}
