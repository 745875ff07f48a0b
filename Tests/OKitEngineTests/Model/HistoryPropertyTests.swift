import OKitEngine
import OKitTestSupport
import Testing

/// Random operations: undone, redone, replayed as patches, rolled back and applied as snapshots.
@Suite struct HistoryPropertyTests {
  private struct Stop: Error {}

  private func bench(_ seed: UInt64, _ name: String = ModelStore.defaultModelName) throws -> (
    ModelBench, RandomOperations
  ) {
    let bench = try ModelBench(seed: seed, name: name)
    var operations = RandomOperations(bench, seed: seed)
    for _ in 0..<15 { try operations.step() }
    bench.store.history.clear(bench.store)
    return (bench, operations)
  }

  @Test(arguments: 0..<UInt64(40))
  func undoAndRedoGiveEveryStateBack(seed: UInt64) throws {
    var (bench, operations) = try bench(seed)
    var states = [bench.snapshot]
    for _ in 0..<25 {
      let couldUndo = bench.store.history.canUndo
      let (_, changes) = try bench.store.recording {
        try bench.store.transaction { for _ in 0..<(seed % 3 + 1) { try operations.step() } }
      }
      if !changes.isEmpty { states.append(bench.snapshot) }
      #expect(bench.store.history.canUndo || !couldUndo)
    }
    for round in 0..<2 {
      for state in states.dropLast().reversed() {
        #expect(bench.store.history.undo(bench.store) != nil)
        #expect(bench.snapshot == state, "undo, seed \(seed), round \(round)")
      }
      #expect(!bench.store.history.canUndo)
      bench.store.collectGarbage()
      for state in states.dropFirst() {
        #expect(bench.store.history.redo(bench.store) != nil)
        #expect(bench.snapshot == state, "redo, seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: 0..<UInt64(120), ["", "people"])
  func patchesLeadFromOneSnapshotToTheNext(seed: UInt64, model: String) throws {
    var (bench, operations) = try bench(seed, model.isEmpty ? ModelStore.defaultModelName : model)
    for step in 0..<12 {
      let before = bench.snapshot
      let (_, changes) = try bench.store.recording {
        try bench.store.transaction { for _ in 0...(step % 6) { try operations.step() } }
      }
      let patches = bench.store.patches(changes)
      let after = bench.snapshot
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
      #expect(bench.snapshot == after, "looking changes nothing, seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(40))
  func rollbacksAreExact(seed: UInt64) throws {
    var (bench, operations) = try bench(seed)
    let before = bench.snapshot
    let references = bench.store.danglingReferences().map(\.key)
    let outer = bench.store
    do {
      try outer.transaction {
        for _ in 0..<5 { try operations.step() }
        let middle = bench.snapshot
        do {
          try outer.transaction {
            for _ in 0..<8 { try operations.step() }
            throw Stop()
          }
        } catch is Stop {}
        #expect(bench.snapshot == middle, "inner, seed \(seed)")
        for _ in 0..<3 { try operations.step() }
        throw Stop()
      }
    } catch is Stop {}
    #expect(bench.snapshot == before, "outer, seed \(seed)")
    #expect(outer.danglingReferences().map(\.key) == references, "seed \(seed)")
    for entity in outer.subtree(bench.library) {
      #expect(outer.id(of: entity).flatMap(outer.find) == entity, "seed \(seed)")
    }
    outer.collectGarbage()
    #expect(outer.entityCount == outer.subtree(bench.library).count, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(60))
  func applyingASnapshotGivesItsStateWithTheSameEntities(seed: UInt64) throws {
    var (bench, operations) = try bench(seed)
    let store = bench.store
    let target = bench.snapshot
    let identities = Dictionary(
      store.subtree(bench.library).map { (store.id(of: $0) ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for _ in 0..<10 { try operations.step() }
    let survivors = Set(store.subtree(bench.library))
    let before = bench.snapshot
    let (_, changes) = try store.recording { try store.transaction { try store.apply(target, to: bench.library) } }
    #expect(bench.snapshot == target, "seed \(seed)")
    for entity in store.subtree(bench.library) {
      guard let id = store.id(of: entity), let known = identities[id], survivors.contains(known) else { continue }
      #expect(entity == known, "\(id) keeps its identity, seed \(seed)")
    }
    #expect(changes.isEmpty == (before == target), "seed \(seed)")
    // Once more changes nothing, and it can be undone.
    let (_, more) = try store.recording { try store.transaction { try store.apply(target, to: bench.library) } }
    #expect(more.isEmpty, "seed \(seed)")
    if !changes.isEmpty {
      store.history.undo(store)
      #expect(bench.snapshot == before, "seed \(seed)")
    }
  }

  /// What a document says is what a snapshot says, whatever was done to the model.
  @Test(arguments: 0..<UInt64(30))
  func documentsReadBack(seed: UInt64) throws {
    let (bench, _) = try bench(seed)
    let storage = try RecordingStorage()
    let path = "okit/data/default.json"
    let registry = ModelRegistry(store: bench.store, storage: LazyStorage(root: "") { storage })
    try registry.store(bench.library)
    let bytes = try storage.read(path) ?? []
    #expect(Array((try bench.snapshot.json(pretty: true) + "\n").utf8) == bytes, "sorted keys, seed \(seed)")
    let copyStorage = try RecordingStorage([path: bytes])
    let copy = try ModelBench(seed: seed, storage: copyStorage)
    #expect(copy.snapshot == bench.snapshot, "seed \(seed)")
    #expect(copyStorage.writes.isEmpty)
    try copy.registry.storeState()
    #expect(copyStorage.writes.isEmpty, "nothing has changed")
  }
}
