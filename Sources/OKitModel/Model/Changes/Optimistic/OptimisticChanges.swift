/// The changes that mutations have made before a service has answered, in layers with the later edits of a person and
/// other later changes of the same places.
///
/// To take a mutation back, the layers from its own on are undone, newest first. Then the others are made again: later
/// mutations run their `apply` again, and all other changes apply to the present state, as the steps of the history do.
package final class OptimisticChanges {
  struct Layer {
    /// Nil for the changes of anything else.
    var mutation: EntityID?
    var changes: ChangeSet
    /// Whether the outbox has these changes, as far as they do not change any more.
    var isSaved = false
    /// Whether the outbox has other changes after these.
    var hasLater = false
    /// Whether the entities of the changes are kept alive.
    var isRetained = false
  }

  /// Layers with the changes of the running transaction, as far as they have them.
  private struct Version {
    var layers: [Layer] = []
    var places = LayeredPlaces()
    /// The number of the transaction's mutations that the layers have.
    var position = 0
    /// The changes of removed layers whose entities are kept alive.
    var dropped: [ChangeSet] = []

    mutating func drop(_ layer: Layer) { if layer.isRetained { dropped.append(layer.changes) } }
  }

  unowned let store: ModelStore  // Safe: the store keeps it.
  /// The outbox: the root of a model.
  package let root: EntityID
  /// Its list of mutations, oldest first.
  package let pending: CollectionRef
  /// Its list of mutations that the service has accepted while an earlier one has no answer. When the earlier one is
  /// taken back, they are applied again.
  private let accepted: CollectionRef
  /// The layers of the transactions that have ended.
  private var committed = Version()
  /// What the running transaction has made of them.
  private var replaced: [Version] = []
  private var isSaved = true
  /// The changes since the last store of models that are not stored in one commit with the outbox.
  private var unstored: [ChangeSet] = []
  /// Whether a function `apply` runs.
  private var isApplying = false
  /// The mutation whose function `done` runs.
  private var answered: EntityID?
  /// The number of the mutation that was performed last.
  private var lastOrder = 0
  /// Called when mutations were added or removed.
  package var didChange: () -> Void = {}

  /// Reads the layers of an outbox, and makes the changes again that a store of it may have lost, in a transaction.
  ///
  /// - Parameter root: The root of a model that has a list `pending`.
  package init(_ store: ModelStore, root: EntityID) {
    (self.store, self.root) = (store, root)
    let type = store.type(of: root)
    pending = CollectionRef(owner: root, slot: type?.property(named: "pending")?.slot ?? 0)
    accepted = CollectionRef(owner: root, slot: type?.property(named: "accepted")?.slot ?? 0)
    store.hasUnrecordedTypes = true
    let saved = store.unknownMembers[root][Self.unstoredMember]
    var rebase = StepRebase(store)
    rebase.apply(OptimisticChangesReader(store, [saved ?? .null]).changes(saved))
    store.journal.append(rebase.made)
    store.optimistic = self
    load()
    // The layers have these changes. As a layer of their own, they would stay when a mutation is taken back.
    var version = committed
    version.position = store.journal.count
    replaced.append(version)
  }

  /// The mutations that were not answered yet, oldest first.
  package var mutations: [EntityID] { store.entities(pending) }

  package func isPending(_ mutation: EntityID) -> Bool {
    store.parent(of: mutation) == root && store.parentProperty(of: mutation)?.slot == pending.slot
  }

  // MARK: Performing

  /// Adds a mutation to the outbox and applies it, in a transaction.
  ///
  /// - Throws: `mutation.performed`, `mutation.nested`; what its `apply` throws.
  package func perform(_ mutation: EntityID) throws {
    guard !isApplying else {
      throw Diagnostic("mutation.nested", "the function apply of a mutation cannot perform another mutation")
    }
    guard store.parent(of: mutation) == nil, !store.hasLeft(mutation) else {
      throw Diagnostic(
        "mutation.performed", "\(store.describe(mutation)) was performed already", hint: "make a new mutation")
    }
    try store.transaction {
      store.journal.endRepeatedWrites()
      let start = store.journal.count
      try append(mutation, to: pending)
      lastOrder += 1
      store.setUnknown(mutation, Self.members.order, .int(lastOrder))
      try apply(mutation)
      store.journal.appendSegment(from: start, of: mutation)
    }
  }

  private func apply(_ mutation: EntityID) throws {
    guard let function = store.type(of: mutation)?.function(named: "apply") else { return }
    isApplying = true
    defer { isApplying = false }
    try store.runHook(function, of: mutation, [], store.hookName("apply", of: mutation))
  }

  /// Removes a mutation from those without an answer, in a transaction: the service has accepted it. Its changes stay.
  ///
  /// - Parameter done: Runs its function `done`.
  package func accept(_ mutation: EntityID, _ done: () -> Void) throws {
    answered = mutation
    done()
    answered = nil
    try remove(mutation)
    try append(mutation, to: accepted)
    try replace(with: current)
  }

  /// Removes a mutation from the outbox and takes its changes back.
  ///
  /// - Throws: `mutation.gone` for one with an answer, `mutation.nested`.
  package func takeBack(_ mutation: EntityID) throws {
    guard !isApplying else {
      throw Diagnostic("mutation.nested", "the function apply of a mutation cannot take a mutation back")
    }
    guard isPending(mutation) else {
      throw Diagnostic("mutation.gone", "\(store.describe(mutation)) is not in the outbox")
    }
    guard mutation != answered else {
      throw Diagnostic(
        "mutation.gone", "\(store.describe(mutation)) cannot be taken back: the service has accepted it",
        hint: "done can write what the answer says")
    }
    try store.transaction { try undo(mutation) }
  }

  private func undo(_ mutation: EntityID) throws {
    store.journal.endRepeatedWrites()
    let start = store.journal.count
    var version = current
    try remove(mutation)
    guard let index = version.layers.firstIndex(where: { $0.mutation == mutation }) else { return }
    let layers = version.layers[index...]
    version.layers.removeSubrange(index...)
    var undo = StepRebase(store)
    for layer in layers.reversed() {
      undo.apply(layer.changes.inverse, settles: false)
      version.drop(layer)
    }
    store.journal.append(undo.made)
    version.layers += layers.dropFirst().map { repeated($0, undo.removedAtEnd) }
    version.places = LayeredPlaces(version.layers.map(\.changes), store)
    // What refers to an entity that was made again still leads to it.
    let count = undo.made.mutations.count
    undo.settleReferences()
    store.journal.append(undo.made.split(at: count).after)
    try replace(with: version)
    store.journal.appendSegment(from: start)
  }

  /// Makes the changes of a layer again. A mutation that cannot be applied any more changes nothing.
  private func repeated(_ layer: Layer, _ last: Set<StepRebase.ListElement>) -> Layer {
    guard let mutation = layer.mutation else {
      var rebase = StepRebase(store)
      rebase.insertedAtEnd = last
      rebase.apply(layer.changes)
      store.journal.append(rebase.made)
      return Layer(changes: rebase.made)
    }
    store.recycled = layer.changes.mutations.compactMap(\.addedEntity).filter { !store.isManaged($0) }
    defer { store.recycled = [] }
    let start = store.journal.count
    do { try store.transaction { try apply(mutation) } } catch { store.report(error.diagnostic("function.failed")) }
    store.journal.endRepeatedWrites()
    let changes = part(of: store.journal.mutations, start..<store.journal.count)
    return Layer(mutation: mutation, changes: changes, hasLater: layer.hasLater)
  }

  private func append(_ mutation: EntityID, to list: CollectionRef) throws {
    try store.insertElement(.entity(mutation), list, store.count(list), key: nil)
    didChange()
  }

  private func remove(_ mutation: EntityID) throws {
    for list in [pending, accepted] {
      guard let index = store.index(of: .entity(mutation), in: list) else { continue }
      try store.removeElement(list, index)
      didChange()
    }
  }

  // MARK: Its lists

  /// - Throws: `mutation.outbox` for the root of the outbox. Changes of its lists would part the mutations from theirs.
  func checkMayChange(_ entity: EntityID) throws {
    guard entity == root else { return }
    throw Diagnostic(
      "mutation.outbox", "the outbox has mutations in the order in which they were performed, and cannot be changed",
      hint: "mutation:perform() adds one, okit.outbox.discard(mutation) takes one back")
  }

  /// Discards the mutations that are about to be removed from a list.
  ///
  /// - Parameter index: The position of a mutation; nil for all of them.
  /// - Returns: Whether it is the list of the mutations without an answer.
  func takeBack(from list: CollectionRef, at index: Int? = nil) throws -> Bool {
    guard list == pending else { return false }
    let removed = index.map { index in mutations.indices.contains(index) ? [mutations[index]] : [] } ?? mutations
    try store.transaction { for mutation in removed.reversed() { try takeBack(mutation) } }
    return index == nil || !removed.isEmpty
  }

  // MARK: Layers

  /// The layers with those of the running transaction.
  private var current: Version { version(with: store.journal.mutations, store.journal.segments).version }

  /// Replaces the layers, as long as the running transaction is not rolled back.
  private func replace(with new: Version) throws {
    var version = new
    let first = version.layers.firstIndex { $0.mutation.map(isPending) ?? false } ?? version.layers.count
    for layer in version.layers[..<first] {
      version.drop(layer)
      if let mutation = layer.mutation { try remove(mutation) }
    }
    version.layers.removeSubrange(..<first)
    store.journal.endRepeatedWrites()
    // Too many places only make layers longer.
    if version.layers.count < version.places.layerCount / 2 {
      version.places = LayeredPlaces(version.layers.map(\.changes), store)
    }
    version.position = store.journal.count
    replaced.append(version)
  }

  func rollBack(to position: Int) { replaced.removeAll { $0.position > position } }

  /// Adds the changes of a transaction that has ended.
  func commit(_ changes: ChangeSet, _ segments: [TurnJournal.Segment]) {
    keepUnstored(changes)
    guard !committed.layers.isEmpty || !segments.isEmpty || !replaced.isEmpty, !changes.isEmpty else { return }
    let (version, isChanged) = version(with: changes.mutations, segments)
    guard isChanged || !replaced.isEmpty else { return }
    set(version)
    isSaved = false
  }

  /// The number of changes up to which an edit is a layer although it changes other places: a mutation that is applied
  /// again may read and change these.
  private static let maximumEdit = 1000

  private func set(_ version: Version) {
    committed = version
    (committed.position, committed.dropped, replaced) = (0, [], [])
    for index in committed.layers.indices where !committed.layers[index].isRetained {
      committed.layers[index].isRetained = true
      store.retain(committed.layers[index].changes)
    }
    for changes in version.dropped { store.release(changes) }
  }

  /// Returns the layers with the changes of a transaction that they lack.
  private func version(
    with mutations: MutationList, _ segments: [TurnJournal.Segment]
  ) -> (version: Version, isChanged: Bool) {
    var (version, isChanged) = (replaced.last ?? committed, false)
    // What timers and answers change may be endless, and imports are long.
    let isEdit = store.history.isRecording
    func add(upTo end: Int, of mutation: EntityID?) {
      guard end > version.position else { return }
      let changes = part(of: mutations, version.position..<end)
      version.position = end
      if mutation == nil, version.layers.isEmpty || changes.isEmpty { return }
      if mutation == nil, !isEdit || changes.mutations.count > Self.maximumEdit, !version.places.contains(changes) {
        return
      }
      isChanged = true
      version.places.insert(changes, store)
      guard mutation == nil, let last = version.layers.last, last.mutation == nil else {
        return version.layers.append(Layer(mutation: mutation, changes: changes))
      }
      version.drop(version.layers.removeLast())
      version.layers.append(Layer(changes: last.changes.merging(changes).withoutUnchangedWrites))
    }
    for segment in segments where segment.mutation != nil && segment.range.lowerBound >= version.position {
      add(upTo: segment.range.lowerBound, of: nil)
      add(upTo: segment.range.upperBound, of: segment.mutation)
    }
    add(upTo: mutations.count, of: nil)
    return (version, isChanged)
  }

  /// Returns changes without those of the outbox itself.
  func changesOutside(_ changes: ChangeSet) -> ChangeSet { part(of: changes.mutations, 0..<changes.mutations.count) }

  /// Returns some of the mutations, without those of the outbox itself.
  private func part(of mutations: MutationList, _ range: Range<Int>) -> ChangeSet {
    ChangeSet(mutations: MutationList(mutations[range].lazy.filter { [self] in !isOwn($0.owner) }))
  }

  private func isOwn(_ entity: EntityID) -> Bool {
    guard entity != root, let type = store.type(of: entity), let mutation = store.mutationType else { return true }
    return type.isSubtype(of: mutation)
  }

  // MARK: Models that commit alone

  /// The member of the document of the outbox with the changes of models that are stored after it. A process that is
  /// killed between the two stores makes them again at its next start.
  private static let unstoredMember = "$unstored"

  private func keepUnstored(_ changes: ChangeSet) {
    guard let homes = store.registry?.homes.values, homes.contains(where: \.commitsAlone) else { return }
    let part = self.unstored(of: changes)
    guard !part.isEmpty else { return }
    store.retain(part)
    unstored.append(part)
  }

  private func unstored(of changes: ChangeSet) -> ChangeSet {
    ChangeSet(
      mutations: MutationList(
        changes.mutations.lazy.filter { [store] in
          store.model(of: $0.owner).flatMap { store.registry?.home(of: $0) }?.commitsAlone == true
        }))
  }

  /// Notes that all models were stored.
  func noteStored() {
    for changes in unstored { store.release(changes) }
    unstored = []
  }

  // MARK: Saving

  /// The names of the members of a mutation's document with its changes, with those after it, and with its number.
  private static let members = (changes: "$changes", later: "$later", order: "$order")
  /// The members of the document whose values are changes.
  static let layerMembers: Set = [members.changes, members.later, unstoredMember]

  /// Writes the layers to the outbox.
  ///
  /// - Returns: The models that a store has to store together with it.
  func save() throws -> [EntityID] {
    guard store.models.name(of: root) != nil else { return [] }
    let layers = current.layers
    var models: Set<EntityID> = [root]
    try store.atomically {
      store.setUnknown(root, Self.unstoredMember, finalValue(of: unstored + [unstored(of: store.journal.changes)]))
      guard !isSaved || store.isInTransaction else { return }
      for (index, layer) in layers.enumerated() {
        guard let mutation = layer.mutation else { continue }
        let later = layers[(index + 1)...].prefix { $0.mutation == nil }
        if !layer.isSaved { store.setUnknown(mutation, Self.members.changes, jsonValue(layer.changes)) }
        if later.contains(where: { !$0.isSaved }) || layer.hasLater && later.isEmpty {
          store.setUnknown(mutation, Self.members.later, jsonValue(later.map(\.changes)))
        }
      }
    }
    for layer in layers where !layer.isSaved {
      for change in layer.changes.mutations { if let model = store.model(of: change.owner) { models.insert(model) } }
    }
    if !store.isInTransaction {
      for index in layers.indices {
        committed.layers[index].isSaved = true
        committed.layers[index].hasLater = index + 1 < layers.count && layers[index + 1].mutation == nil
      }
      isSaved = true
    }
    return Array(models)
  }

  private static func order(_ members: [String: JSONValue]) -> Int {
    if case .int(let order)? = members[Self.members.order] { order } else { 0 }
  }

  /// Makes the layers those of the outbox, which was read.
  func load() {
    let saved = (mutations + store.entities(accepted)).map { ($0, store.unknownMembers[$0]) }.sorted {
      Self.order($0.1) < Self.order($1.1)
    }
    lastOrder = saved.last.map { Self.order($0.1) } ?? 0
    let reader = OptimisticChangesReader(
      store, saved.flatMap { [$1[Self.members.changes], $1[Self.members.later]].compactMap(\.self) })
    var version = Version()
    for layer in committed.layers { version.drop(layer) }
    for (mutation, members) in saved {
      let (changes, later) = (members[Self.members.changes], members[Self.members.later])
      version.layers.append(
        Layer(mutation: mutation, changes: reader.changes(changes), isSaved: true, hasLater: later != nil))
      if later != nil { version.layers.append(Layer(changes: reader.changes(later), isSaved: true)) }
    }
    version.places = LayeredPlaces(version.layers.map(\.changes), store)
    set(version)
    isSaved = true
    didChange()
  }
}

extension ChangeSet {
  /// The changes without the writes of a value that was there before; what has led back to it was merged.
  fileprivate var withoutUnchangedWrites: ChangeSet {
    ChangeSet(
      mutations: MutationList(
        mutations.lazy.filter { if case .set(_, _, let old, let new) = $0 { !old.isSame(as: new) } else { true } }))
  }
}
