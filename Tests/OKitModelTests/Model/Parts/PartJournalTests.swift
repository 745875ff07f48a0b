import OKitModel
import OKitTestSupport
import Testing

/// Blobs and partials of a model with a journal.
@Suite struct PartJournalTests {
  private let storage: RecordingStorage
  private let fixture: PartsFixture
  private var store: ModelStore { fixture.store }

  init() throws {
    storage = try RecordingStorage([:])
    fixture = try PartsFixture(storage)
    try fixture.store.transaction {
      try fixture.addBook(1, cover: [1, 2, 3])
      try fixture.addGroup(1, named: "one")
    }
    try fixture.enlarge()
  }

  /// Changes and stores the shop, and returns the files that one commit wrote.
  private func stored(_ change: () throws -> Void) throws -> [String] {
    let count = storage.writes.count
    try store.transaction(change)
    try fixture.registry.storeState()
    #expect(storage.writes.count <= count + 1)
    let again = try fixture.reopened()
    #expect(again.store.jsonValue(again.shop) == store.jsonValue(fixture.shop))
    #expect(again.registry.pending == [] && fixture.registry.pending == [])
    return storage.writes[count...].flatMap { $0 }.map { String($0.dropFirst("okit/data/".count)) }
  }

  private func entity(_ id: String) throws -> EntityID { try #require(fixture.entity(id)) }

  @Test func aRecordAndTheFilesItRefersToAreOneCommit() throws {
    let files = try stored {
      try fixture.addBook(2, cover: [1, 2, 3, 4])
      try fixture.addGroup(2, named: "two")
    }
    #expect(files.sorted() == ["_image/cover2.png", "default.json", "default/defer2.json"])
    let record = try #require(try fixture.records.last)
    #expect(try fixture.records.count == 1)
    for member in [#""id":"cover2""#, #""size":4"#, #""id":"defer2""#] { #expect(record.contains(member)) }
    #expect(!record.contains("\"data\"") && !record.contains("\"group\"") && !record.contains("group2"))
  }

  @Test func bytesOfTheSameSizeNeedNoRecord() throws {
    #expect(try stored { try store.set(try entity("cover1"), "data", .bytes([4, 5, 6])) } == ["_image/cover1.png"])
    #expect(try fixture.records == [])
    let files = try stored { try store.set(try entity("cover1"), "data", .bytes([4])) }
    #expect(files == ["_image/cover1.png", "default.json"])
    #expect(try fixture.records.count == 1)
    #expect(try fixture.records[0].contains(#"{"op":"replace","path":"cover1/size","value":1}"#))
  }

  @Test func aFileIsRenamedWithTheRecordOfItsFormat() throws {
    let files = try stored { try store.set(try entity("cover1"), "format", .string("image/webp")) }
    #expect(files == ["_image/cover1.webp", "default.json"])
    #expect(try fixture.files == ["_image/cover1.webp", "default/defer1.json"])
    #expect(try fixture.records.count == 1)
    #expect(try fixture.reopened().data("cover1") == [1, 2, 3])
  }

  /// Partials divide a model: a document of one is written whole.
  @Test func theDocumentOfAPartialHasNoJournal() throws {
    let group = try fixture.group(try entity("defer1"))
    for length in [70_000, 70_001] {
      let name = Value.string(String(repeating: "n", count: length))
      #expect(
        try stored { try fixture.add("Person", ["id": .string("p\(length)"), "name": name], to: "members", of: group) }
          == ["default/defer1.json", "default.json"])
      #expect(try storage.readDocument("okit/data/default/defer1.json")?.journal == [])
    }
    // What `sync` has changed.
    #expect(try fixture.records.count == 2 && fixture.records.allSatisfy { $0.contains("\"path\":\"defer1/syncs\"") })
  }

  @Test func entitiesMoveBetweenTheModelAndAPartial() throws {
    let group = try fixture.group(try entity("defer1"))
    _ = try stored { try fixture.add("Person", ["id": .string("ada")], to: "persons") }
    let (persons, members) = (try fixture.list("persons"), try fixture.list("members", of: group))
    for (source, target, operation) in [(persons, members, "remove"), (members, persons, "add")] {
      let ada = try entity("ada")
      let index = try #require(store.index(of: .entity(ada), in: source))
      let files = try stored {
        try store.remove(from: source, at: index)
        try store.insert(.entity(ada), into: target)
      }
      #expect(files == ["default/defer1.json", "default.json"])
      let id = try #require(store.id(of: fixture.shop))
      #expect(try fixture.records.last?.contains(#"{"op":"\#(operation)","path":"\#(id)/persons/1""#) == true)
    }
  }

  @Test func undoingBringsFilesBack() throws {
    let before = store.jsonValue(fixture.shop)
    _ = try stored {
      try store.remove(from: try fixture.list("books"), at: 0)
      try store.remove(from: try fixture.list("groups"), at: 0)
    }
    #expect(try fixture.files == [])
    store.history.undo(store)
    #expect(try stored {}.sorted() == ["_image/cover1.png", "default.json", "default/defer1.json"])
    #expect(store.jsonValue(fixture.shop) == before)
    store.history.redo(store)
    #expect(try stored {} == ["default.json"])
    #expect(try fixture.records.count == 3 && fixture.files == [])
  }

  @Test func aFailedStoreKeepsRecordAndFiles() throws {
    try store.transaction {
      try fixture.addBook(2, cover: [2])
      try store.set(try fixture.group(try entity("defer1")), "name", .string("changed"))
    }
    storage.failure = Diagnostic("storage.full", "the disk is full")
    #expect(problem { try fixture.registry.storeState() } == "storage.full: the disk is full")
    #expect(fixture.registry.pending == ["default"])
    storage.failure = nil
    let files = try stored { try fixture.addBook(3, cover: [3]) }
    #expect(files.sorted() == ["_image/cover2.png", "_image/cover3.png", "default.json", "default/defer1.json"])
    #expect(try fixture.records.count == 1)
  }

  /// A store that takes its time may fail after the next one has begun.
  @Test func aLaterStoreDoesNotRelyOnAnEarlierOne() throws {
    let storage = DelayedStorage()
    let fixture = try PartsFixture(storage)
    try fixture.enlarge()
    try fixture.registry.waitUntilStored()
    try fixture.store.transaction { _ = try fixture.addBook(1, cover: [1, 2]) }
    try fixture.registry.storeState()
    try fixture.store.transaction {
      try fixture.store.set(try #require(fixture.entity("book1")), "title", .string("new"))
    }
    try fixture.registry.storeState()
    let paths = ["okit/data/_image/cover1.png", "okit/data/default.json"]
    #expect(storage.unfinished == [paths, paths])
    storage.failure = Diagnostic("test.storage", "no connection")
    storage.finishNext()
    storage.finishNext()
    #expect(fixture.host.reports.map(\.code) == ["test.storage"])
    #expect(fixture.registry.pending == [])
    #expect(try fixture.reopened().data("cover1") == [1, 2])
  }
}
