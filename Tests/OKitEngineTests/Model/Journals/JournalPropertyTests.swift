import OKitTestSupport
import Testing

@testable import OKitEngine

/// Random operations, transactions, undos and stores: what is stored is what the model is.
@Suite struct JournalPropertyTests {
  private struct Stop: Error {}

  private final class Session {
    let journal: JournalFixture
    private var operations: RandomOperations
    private var store: ModelStore { journal.store }

    init(seed: UInt64, storage: any DocumentStorage = TransientStorage()) throws {
      journal = try JournalFixture(seed: seed, storage: storage)
      operations = RandomOperations(journal.fixture, seed: seed)
    }

    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &operations.random) }

    private func steps(_ count: Int) throws { for _ in 0..<count { try operations.step() } }

    private func failing(_ body: () throws -> Void) throws {
      do {
        try store.transaction {
          try body()
          throw Stop()
        }
      } catch is Stop {}
    }

    func step() throws {
      switch number(0..<24) {
      case 0: store.history.undo(store)
      case 1: store.history.redo(store)
      case 2: for _ in 0..<number(0..<6) { store.history.undo(store) }
      case 3: try failing { try steps(number(0..<4)) }
      case 4:
        try store.transaction {
          try steps(number(0..<3))
          try failing { try steps(number(0..<4)) }
          try steps(number(0..<3))
        }
      case 5:
        try store.transaction {
          try steps(number(0..<3))
          try journal.registry.storeState()
          try steps(number(0..<3))
        }
      case 6:
        try failing {
          try steps(number(0..<3))
          if number(0..<2) == 0 { try journal.registry.storeState() }
          try steps(number(0..<3))
        }
      case 7: try operations.step()
      case 8: store.history.clear(store)
      default: try store.transaction { try steps(number(1..<5)) }
      }
      if number(0..<3) == 0 { store.collectGarbage() }
    }
  }

  @Test(arguments: 0..<UInt64(20))
  func storedModelsReadBack(seed: UInt64) throws {
    let session = try Session(seed: seed)
    let journal = session.journal
    var (appended, length) = (0, 0)
    for step in 0..<RandomSteps.count(600) / 20 {
      for _ in 0..<session.number(1..<4) { try session.step() }
      try journal.registry.storeState()
      #expect(journal.registry.pending.isEmpty)
      let now = journal.fixture.snapshot
      #expect(try journal.reloaded() == now, "seed \(seed), step \(step)")
      #expect(
        try String(decoding: journal.folded(), as: UTF8.self) == now.json(pretty: true) + "\n",
        "folded, seed \(seed), step \(step)")
      let stored = try journal.stored.journal.count
      if stored > length { appended += 1 }
      length = stored
    }
    #expect(appended > 5, "seed \(seed)")
  }

  /// A second application continues with the journal of the first one.
  @Test(arguments: 0..<UInt64(10))
  func loadedModelsContinue(seed: UInt64) throws {
    let storage = TransientStorage()
    var fixture = try Session(seed: seed, storage: storage).journal.fixture
    for round in 0..<8 {
      var operations = RandomOperations(fixture, seed: seed * 100 + UInt64(round), prefix: "r\(round)")
      for _ in 0..<3 {
        try fixture.store.transaction { for _ in 0..<4 { try operations.step() } }
        try fixture.registry.storeState()
      }
      let loaded = try ModelFixture(seed: seed * 100 + UInt64(round) + 50, storage: storage)
      #expect(loaded.snapshot == fixture.snapshot, "seed \(seed), round \(round)")
      fixture = loaded
    }
    #expect(try #require(try storage.readDocument(JournalFixture.path)).journal.isEmpty == false)
  }

  /// The patches by id lead from one snapshot to the next without the engine, too.
  @Test(arguments: 0..<UInt64(10))
  func everyRecordLeadsToTheNextState(seed: UInt64) throws {
    let session = try Session(seed: seed)
    let journal = session.journal
    for step in 0..<15 {
      let (before, records) = (try journal.folded(), try journal.records.count)
      try session.step()
      try journal.registry.storeState()
      guard try journal.records.count == records + 1, let record = try journal.records.last else { continue }
      let patch = try #require(try JSONValue.parse(json: record)["patch"])
      let changed = try before.withUnsafeBufferPointer { bytes in
        let document = try JSONDocument(bytes, file: "default.json", naming: Set(JSONDocument.ids(patch)))
        try document.apply(patch)
        let value = try document.value()
        #expect(try document.prettyBytes() == value.jsonBytes(pretty: true) + [UInt8(ascii: "\n")])
        return value
      }
      #expect(try changed.json() == journal.fixture.snapshot.json(), "seed \(seed), step \(step)")
    }
  }
}
