import OKitModel
import OKitTestSupport
import Testing

/// The registry with a storage that takes its time.
@Suite struct DelayedStoreTests {
  private let storage = DelayedStorage()

  private func change(_ fixture: ModelFixture, _ motto: String) throws {
    try fixture.store.set(fixture.library, "motto", .string(motto))
    try fixture.registry.storeState()
  }

  @Test func aModelIsPendingUntilItsStoreIsFinished() throws {
    let fixture = try ModelFixture(storage: storage)
    try change(fixture, "x")
    #expect(fixture.registry.pending == ["default"])
    try fixture.registry.storeState()
    #expect(storage.unfinished.count == 1, "what is on its way is not stored again")
    storage.finishNext()
    #expect(fixture.registry.pending.isEmpty)
  }

  @Test func aChangeDuringAStoreIsStoredNext() throws {
    let fixture = try ModelFixture(storage: storage)
    try change(fixture, "x")
    try change(fixture, "y")
    #expect(storage.unfinished.count == 2)
    storage.finishNext()
    #expect(fixture.registry.pending == ["default"])
    storage.finishNext()
    #expect(fixture.registry.pending.isEmpty)
    let bytes = try #require(try storage.read("okit/data/default.json"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"motto\": \"y\""))
  }

  @Test func aLateFailureIsReportedAndLeavesTheModelPending() throws {
    let fixture = try ModelFixture(storage: storage)
    try change(fixture, "x")
    storage.failure = Diagnostic("test.storage", "no connection")
    storage.finishNext()
    #expect(fixture.host.reports.map(\.code) == ["test.storage"])
    #expect(fixture.registry.pending == ["default"])
    try fixture.registry.storeState()
    try fixture.registry.waitUntilStored()
    #expect(fixture.registry.pending.isEmpty)
  }

  @Test func waitingThrowsTheFirstFailure() throws {
    let fixture = try ModelFixture(storage: storage)
    try change(fixture, "x")
    try change(fixture, "y")
    storage.failure = Diagnostic("test.storage", "no connection")
    #expect(problem { try fixture.registry.waitUntilStored() } == "test.storage: no connection")
    #expect(fixture.host.reports.isEmpty, "who waits gets the failure")
    #expect(fixture.registry.pending.isEmpty, "the second store has all changes")
    try fixture.registry.waitUntilStored()
  }

  @Test func aTransactionThatIsRolledBackIsStoredAgain() throws {
    let fixture = try ModelFixture(storage: storage)
    try change(fixture, "x")
    try fixture.registry.waitUntilStored()
    let failed = problem {
      try fixture.store.transaction {
        try change(fixture, "y")
        throw Diagnostic("test.stop", "stop")
      }
    }
    #expect(failed == "test.stop: stop")
    storage.finishNext()
    #expect(fixture.registry.pending == ["default"])
  }
}
