import OKitModel
import OKitTestSupport
import Testing

/// Random operations: undone, redone, replayed as patches, rolled back and applied as snapshots.
@Suite struct HistoryPropertyTests {
  private struct Stop: Error {}

  private func fixture(
    _ seed: UInt64, _ name: String = ModelStore.defaultModelName, _ storage: any DocumentStorage = TransientStorage()
  ) throws -> (ModelFixture, RandomOperations) {
    let fixture = try ModelFixture(seed: seed, name: name, storage: storage)
    var operations = RandomOperations(fixture, seed: seed)
    for _ in 0..<15 { try operations.step() }
    fixture.store.history.clear(fixture.store)
    return (fixture, operations)
  }

  @Test(arguments: 0..<UInt64(40))
  func undoAndRedoGiveEveryStateBack(seed: UInt64) throws {
    var (fixture, operations) = try fixture(seed)
    var states = [fixture.snapshot]
    for _ in 0..<25 {
      let couldUndo = fixture.store.history.canUndo
      try fixture.store.transaction { for _ in 0..<(seed % 3 + 1) { try operations.step() } }
      if fixture.store.history.undoCount >= states.count { states.append(fixture.snapshot) }
      #expect(states.last == fixture.snapshot, "what is no step has changed nothing, seed \(seed)")
      #expect(fixture.store.history.canUndo || !couldUndo)
    }
    for round in 0..<2 {
      for state in states.dropLast().reversed() {
        #expect(fixture.store.history.undo(fixture.store) != nil)
        #expect(fixture.snapshot == state, "undo, seed \(seed), round \(round)")
      }
      #expect(!fixture.store.history.canUndo)
      fixture.store.collectGarbage()
      for state in states.dropFirst() {
        #expect(fixture.store.history.redo(fixture.store) != nil)
        #expect(fixture.snapshot == state, "redo, seed \(seed), round \(round)")
      }
    }
  }

  /// Steps among changes without history: undoing and redoing are exact inverses, and leave models in order.
  @Test(arguments: 0..<UInt64(150))
  func stepsAmongChangesWithoutHistoryStayInvertible(seed: UInt64) throws {
    var (fixture, operations) = try fixture(seed)
    let (store, history) = (fixture.store, fixture.store.history)
    for round in 0..<12 {
      for _ in 0..<3 {
        history.isRecording = Int.random(in: 0..<2, using: &operations.random) == 0
        let (couldUndo, couldRedo, count) = (history.canUndo, history.canRedo, history.undoCount)
        try store.transaction { for _ in 0..<2 { try operations.step() } }
        if !history.isRecording {
          #expect(
            (couldUndo, couldRedo, count) == (history.canUndo, history.canRedo, history.undoCount), "seed \(seed)")
        }
      }
      history.isRecording = true
      var states = [fixture.snapshot]
      for _ in 0..<Int.random(in: 0..<4, using: &operations.random) {
        try expectInverse(fixture, "seed \(seed), round \(round)", history.undo, history.redo)
        if history.undo(store) != nil { states.append(fixture.snapshot) }
      }
      for state in states.dropLast().reversed() {
        #expect(history.redo(store) != nil && fixture.snapshot == state, "redo, seed \(seed), round \(round)")
      }
      for state in states.dropFirst() {
        #expect(history.undo(store) != nil && fixture.snapshot == state, "undo, seed \(seed), round \(round)")
      }
      for _ in 0..<Int.random(in: 0..<3, using: &operations.random) {
        try expectInverse(fixture, "seed \(seed), round \(round)", history.redo, history.undo)
        history.redo(store)
      }
      store.collectGarbage()
      expectOrder(fixture, "seed \(seed), round \(round)")
    }
  }

  /// A reference that leads nowhere follows its rule as soon as a step brings it back: a step without an effect.
  @Test func aStepThatChangesNothingAnyMoreIsSkipped() throws {
    let fixture = try ModelFixture(seed: 0)
    let (store, history, library) = (fixture.store, fixture.store.history, fixture.library)
    let shelf = try fixture.list("shelf")
    try store.insert(.string("nowhere"), into: shelf)
    history.clear(store)
    try store.transaction { try store.set(library, "motto", .string("a")) }
    try store.transaction { try store.remove(from: shelf, at: 0) }
    history.isRecording = false
    try store.transaction { try store.set(library, "motto", .string("b")) }
    history.isRecording = true
    #expect(history.undo(store) != nil)
    #expect(store.get(library, "motto") == .string("") && store.count(shelf) == 0 && !history.canUndo)
    #expect(history.redo(store) != nil)
    #expect(store.get(library, "motto") == .string("b") && store.count(shelf) == 0 && !history.canRedo)
  }

  /// What a turn changes before the field does not end the edit if nothing of it is left.
  @Test func anEditIsOneStepAfterChangesThatCancelOut() throws {
    let fixture = try ModelFixture(seed: 0)
    let (store, history, library) = (fixture.store, fixture.store.history, fixture.library)
    let shelf = try fixture.list("shelf")
    history.clear(store)
    let field = EditedField(
      controller: RuntimeHandle(.controller, 1), row: (kind: 0, number: 0, entity: nil),
      component: ObjectIdentifier(store), context: nil)
    for text in ["a", "ab", "abc"] {
      try store.transaction {
        try store.insert(.string("x"), into: shelf)
        try store.remove(from: shelf, at: 0)
        history.beginEdit(of: field, store)
        try store.set(library, "motto", .string(text))
      }
    }
    #expect(history.undo(store) != nil && store.get(library, "motto") == .string("") && !history.canUndo)
    #expect(history.redo(store) != nil && store.get(library, "motto") == .string("abc"))
  }

  /// Does a step and takes it back: the snapshot is as before, and the patches lead from one to the other.
  private func expectInverse(
    _ fixture: ModelFixture, _ comment: Comment, _ step: (ModelStore) -> ChangeSet?,
    _ inverse: (ModelStore) -> ChangeSet?
  ) throws {
    let before = fixture.snapshot
    let (made, patches) = fixture.store.recording { step(fixture.store) != nil }
    let after = fixture.snapshot
    #expect(try JSONPatchInterpreter.apply(patches, to: before) == after, comment)
    guard made else {
      #expect(before == after, comment)
      return
    }
    expectOrder(fixture, comment)
    #expect(inverse(fixture.store) != nil, comment)
    #expect(fixture.snapshot == before, comment)
  }

  /// Every entity is where its parent says, and is found by its id.
  private func expectOrder(_ fixture: ModelFixture, _ comment: Comment) {
    let store = fixture.store
    var seen: Set<EntityID> = []
    for entity in store.subtree(fixture.library) {
      #expect(seen.insert(entity).inserted, comment)
      #expect(store.isManaged(entity) && store.id(of: entity).flatMap(store.find) == entity, comment)
      for child in store.children(of: entity) { #expect(store.parent(of: child) == entity, comment) }
    }
  }

  @Test(arguments: 0..<UInt64(120), ["", "people"])
  func patchesLeadFromOneSnapshotToTheNext(seed: UInt64, model: String) throws {
    var (fixture, operations) = try fixture(seed, model.isEmpty ? ModelStore.defaultModelName : model)
    for step in 0..<12 {
      let before = fixture.snapshot
      let (_, patches) = try fixture.store.recording {
        try fixture.store.transaction { for _ in 0...(step % 6) { try operations.step() } }
      }
      let after = fixture.snapshot
      do {
        #expect(
          try JSONPatchInterpreter.apply(patches, to: before, model: model) == after, "seed \(seed), step \(step)")
        let inverse = patches.reversed().map(\.inverse)
        #expect(
          try JSONPatchInterpreter.apply(inverse, to: after, model: model) == before,
          "inverse, seed \(seed), step \(step)")
      } catch {
        Issue.record("seed \(seed), step \(step): \(error)\n\(patches.map { "\($0.operation) \($0.path)" })")
      }
      #expect((before == after) == patches.isEmpty, "net, seed \(seed), step \(step)")
      #expect(fixture.snapshot == after, "looking changes nothing, seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(40))
  func rollbacksAreExact(seed: UInt64) throws {
    var (fixture, operations) = try fixture(seed)
    let before = fixture.snapshot
    let references = try fixture.store.danglingReferences().map(\.key)
    let outer = fixture.store
    do {
      try outer.transaction {
        for _ in 0..<5 { try operations.step() }
        let middle = fixture.snapshot
        do {
          try outer.transaction {
            for _ in 0..<8 { try operations.step() }
            throw Stop()
          }
        } catch is Stop {}
        #expect(fixture.snapshot == middle, "inner, seed \(seed)")
        for _ in 0..<3 { try operations.step() }
        throw Stop()
      }
    } catch is Stop {}
    #expect(fixture.snapshot == before, "outer, seed \(seed)")
    #expect(try outer.danglingReferences().map(\.key) == references, "seed \(seed)")
    for entity in outer.subtree(fixture.library) {
      #expect(outer.id(of: entity).flatMap(outer.find) == entity, "seed \(seed)")
    }
    outer.collectGarbage()
    #expect(outer.entityCount == outer.subtree(fixture.library).count, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(60))
  func applyingASnapshotGivesItsStateWithTheSameEntities(seed: UInt64) throws {
    var (fixture, operations) = try fixture(seed)
    let store = fixture.store
    let target = fixture.snapshot
    let identities = Dictionary(
      store.subtree(fixture.library).map { (store.id(of: $0) ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for _ in 0..<10 { try operations.step() }
    let survivors = Set(store.subtree(fixture.library))
    let before = fixture.snapshot
    let (_, changes) = try store.recording { try store.transaction { try store.apply(target, to: fixture.library) } }
    #expect(fixture.snapshot == target, "seed \(seed)")
    for entity in store.subtree(fixture.library) {
      guard let id = store.id(of: entity), let known = identities[id], survivors.contains(known) else { continue }
      #expect(entity == known, "\(id) keeps its identity, seed \(seed)")
    }
    #expect(changes.isEmpty == (before == target), "seed \(seed)")
    // Once more changes nothing, and it can be undone.
    let (_, more) = try store.recording { try store.transaction { try store.apply(target, to: fixture.library) } }
    #expect(more.isEmpty, "seed \(seed)")
    if !changes.isEmpty {
      store.history.undo(store)
      #expect(fixture.snapshot == before, "seed \(seed)")
    }
  }

  /// The document and the snapshot of a model are equal after any sequence of changes.
  @Test(arguments: 0..<UInt64(30))
  func documentsReadBack(seed: UInt64) throws {
    let storage = try RecordingStorage()
    let (fixture, _) = try fixture(seed, ModelStore.defaultModelName, storage)
    let path = "okit/data/default.json"
    try fixture.registry.store(fixture.library)
    let bytes = try storage.read(path) ?? []
    #expect(Array((try fixture.snapshot.json(pretty: true) + "\n").utf8) == bytes, "sorted keys, seed \(seed)")
    let copyStorage = try RecordingStorage([path: bytes])
    let copy = try ModelFixture(seed: seed, storage: copyStorage)
    #expect(copy.snapshot == fixture.snapshot, "seed \(seed)")
    #expect(copyStorage.writes.isEmpty)
    try copy.registry.storeState()
    #expect(copyStorage.writes.isEmpty, "nothing has changed")
  }
}
