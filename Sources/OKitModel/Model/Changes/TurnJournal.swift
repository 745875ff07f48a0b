/// The changes of the running transaction, for rolling them back, and what is being done with them.
///
/// Transactions nest: each begins with a mark, and a failing one undoes the mutations after its mark.
package struct TurnJournal {
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

  /// The last mutation if it wrote a plain value, which the next write of the property can replace.
  private struct LastWrite {
    var owner: EntityID
    var slot: Int32
    var index: Int
  }

  private(set) var mutations = MutationList()
  private var lastWrite: LastWrite?
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

  package var count: Int { mutations.count }

  /// Whether it has nothing to commit.
  var isEmpty: Bool { mutations.isEmpty && made.isEmpty && numbers.isEmpty && roots.isEmpty }

  /// Whether a transaction runs.
  private(set) var isOpen = false

  /// Whether changes are added.
  @inline(__always)
  var isCollecting: Bool { isOpen && !isReplaying }

  mutating func begin() -> Mark {
    beginnings.append(mutations.count)
    isOpen = true
    return Mark(mutations: mutations.count, roots: roots.count, isFirst: beginnings.count == 1)
  }

  mutating func end() {
    beginnings.removeLast()
    isOpen = !beginnings.isEmpty
  }

  /// Keeps the next write of a property apart from the last one.
  package mutating func endRepeatedWrites() { lastWrite = nil }

  mutating func append(_ mutation: Mutation) {
    if case .set(let owner, let slot, let old, let new) = mutation { return append(owner, slot, old: old, new: new) }
    lastWrite = nil
    mutations.append(mutation)
  }

  /// Adds a write. When a transaction writes plain values to one property repeatedly, with no other change in between,
  /// the writes become one mutation, so that a loop that counts in a property needs no memory.
  mutating func append(_ owner: EntityID, _ slot: Int32, old: Value, new: Value) {
    let index = mutations.count
    if !new.isEntity, continuesLastWrite(owner, slot, index) { return mutations.setLast(to: new) }
    lastWrite = old.isEntity || new.isEntity ? nil : LastWrite(owner: owner, slot: slot, index: index)
    mutations.append(owner, slot, old: old, new: new)
  }

  /// Adds a write of numbers.
  @inline(__always)
  mutating func append(_ owner: EntityID, _ slot: Int32, old: PlainWord, new: PlainWord) {
    let index = mutations.count
    if continuesLastWrite(owner, slot, index) { return mutations.setLast(to: new.value) }
    lastWrite = LastWrite(owner: owner, slot: slot, index: index)
    mutations.append(owner, slot, old: old, new: new)
  }

  /// Returns whether a write at an index belongs to the mutation before it.
  @inline(__always)
  private func continuesLastWrite(_ owner: EntityID, _ slot: Int32, _ index: Int) -> Bool {
    guard let lastWrite, lastWrite.index == index - 1, lastWrite.owner == owner, lastWrite.slot == slot else {
      return false
    }
    return index > beginnings.last ?? 0 && numbers.last?.position != index && roots.last?.position != index
  }

  /// Adds the insertion of an entity into a list or a set.
  mutating func append(_ entity: EntityID, insertedInto place: CollectionRef, at index: Int) {
    lastWrite = nil
    mutations.append(entity, insertedInto: place, at: index)
  }

  /// Adds changes that were made by replaying them.
  mutating func append(_ changes: ChangeSet) {
    endRepeatedWrites()
    for mutation in changes.mutations { append(mutation) }
    endRepeatedWrites()
  }

  /// Notes the number that a model has before it changes.
  mutating func append(number: Int, of root: EntityID) {
    numbers.append(ModelNumber(position: mutations.count, root: root, number: number))
  }

  mutating func append(made entity: EntityID) { if isOpen { made.append(entity) } }

  mutating func append(root: EntityID) { roots.append(AdoptedRoot(position: mutations.count, root: root)) }

  /// Takes the newest change off, nil when none is after `position`.
  mutating func popMutation(after position: Int) -> Mutation? {
    lastWrite = nil
    return mutations.count > position ? mutations.popLast() : nil
  }

  /// Takes the newest adopted root off, nil when none is after the mark.
  mutating func popRoot(after mark: Mark) -> AdoptedRoot? { roots.count > mark.roots ? roots.popLast() : nil }

  /// Takes off the numbers of models that were noted after a mark and returns them, newest first.
  mutating func popNumbers(after mark: Mark) -> [ModelNumber] {
    var taken: [ModelNumber] = []
    while let last = numbers.last, last.position >= mark.mutations {
      taken.append(last)
      numbers.removeLast()
    }
    return taken
  }

  /// Notes that the changes from a position on are no step of the history.
  mutating func appendSegment(from position: Int, of mutation: EntityID? = nil) {
    lastWrite = nil
    segments.append(Segment(range: position..<mutations.count, mutation: mutation))
  }

  mutating func dropSegments(after position: Int) { segments.removeAll { $0.range.upperBound > position } }

  var changes: ChangeSet { ChangeSet(mutations: mutations) }

  /// The most memory that the next transaction gets. The history shares the memory of the last one, so that as much is
  /// allocated again: after a long transaction, short ones would pay for it.
  private static let longestKept = 64

  /// Forgets everything, and keeps the memory of a short transaction for the next one.
  mutating func clear() {
    lastWrite = nil
    mutations.removeAll(keeping: Self.longestKept)
    numbers.removeAll(keepingCapacity: numbers.capacity <= Self.longestKept)
    roots.removeAll(keepingCapacity: roots.capacity <= Self.longestKept)
    made.removeAll(keepingCapacity: made.capacity <= Self.longestKept)
    segments = []
  }
}
