import OKitTestSupport
import Testing

@testable import OKitModel

/// Random operations, transactions, undos and stores: what is stored is what the model is.
@Suite struct JournalPropertyTests {
  @Test(arguments: 0..<UInt64(20))
  func storedModelsReadBack(seed: UInt64) throws {
    let journal = try JournalFixture(seed: seed)
    let session = StoringSession(journal.fixture, seed: seed)
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
    var fixture = try JournalFixture(seed: seed, storage: storage).fixture
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
    let journal = try JournalFixture(seed: seed)
    let session = StoringSession(journal.fixture, seed: seed)
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
