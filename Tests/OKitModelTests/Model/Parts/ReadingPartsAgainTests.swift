import OKitModel
import OKitTestSupport
import Testing

/// `sync` of a model with blobs and partials.
@Suite struct ReadingPartsAgainTests {
  private let storage: RecordingStorage
  private let fixture: PartsFixture
  private var store: ModelStore { fixture.store }

  init() throws {
    storage = try RecordingStorage([:])
    fixture = try PartsFixture(storage)
    try fixture.addGroup(1, named: "one")
    try fixture.addGroup(2, named: "two")
    try fixture.add("GroupDefer", ["id": .string("empty")], to: "groups")
    // It has no bytes, and therefore no file.
    let cover = Value.map(["id": .string("cover"), "format": .string("image/png")])
    try fixture.add("Book", ["id": .string("book"), "cover": cover], to: "books")
    try fixture.registry.storeState()
  }

  private func entity(_ id: String) throws -> EntityID { try #require(fixture.entity(id)) }

  private func expectStored() throws {
    let again = try fixture.reopened()
    #expect(again.store.jsonValue(again.shop) == store.jsonValue(fixture.shop))
    #expect(fixture.registry.pending == [])
  }

  @Test func noSyncOfAPartialRuns() throws {
    let partial = try entity("defer1")
    let syncs = store.get(partial, "syncs")
    try store.set(try fixture.group(partial), "name", .string("changed"))
    #expect(store.get(partial, "syncs") != syncs && store.get(partial, "name") == .string("changed"))
    try fixture.registry.sync()
    #expect(store.get(partial, "syncs") == syncs)
    try expectStored()
    try store.set(try fixture.group(partial), "name", .string("later"))
    #expect(store.get(partial, "name") == .string("later"))
  }

  /// A partial whose entity was never stored begins again, and is stored when it changes.
  @Test func aPartialWithoutADocument() throws {
    let partial = try entity("empty")
    let group = try fixture.group(partial)
    try store.set(group, "name", .string("changed"))
    try fixture.registry.sync()
    #expect(try fixture.group(partial) == group && store.get(group, "name") == .string("<New Group>"))
    try expectStored()
    try store.set(group, "name", .string("later"))
    try fixture.registry.storeState()
    #expect(try fixture.files.contains("default/empty.json"))
    try expectStored()
  }

  @Test func aBlobWithoutAFile() throws {
    let cover = try entity("cover")
    try store.set(cover, "data", .bytes([1, 2]))
    try fixture.registry.sync()
    #expect(store.get(cover, "data") == .null && store.get(cover, "size") == .int(0))
    try expectStored()
    try store.set(cover, "data", .bytes([3]))
    try fixture.registry.storeState()
    #expect(try fixture.reopened().data("cover") == [3])
  }

  /// Entities that have moved between documents go back, and stay the same ones.
  @Test func movedEntitiesGoBack() throws {
    func members(_ partial: String) throws -> CollectionRef {
      try fixture.list("members", of: try fixture.group(try entity(partial)))
    }
    for (id, list) in [("a", try members("defer1")), ("b", try members("defer2")), ("c", try fixture.list("persons"))] {
      try store.insert(.entity(try fixture.make("Person", ["id": .string(id)])), into: list)
    }
    try fixture.registry.storeState()
    let lists = [try members("defer1"), try members("defer2"), try fixture.list("persons")]
    let before = lists.map(store.elements)
    for (source, target) in [(0, 1), (1, 2), (2, 0)] {
      let moved = store.elements(lists[source])[0]
      try store.remove(from: lists[source], at: 0)
      try store.insert(moved, into: lists[target])
    }
    #expect(lists.map(store.elements) != before)
    try fixture.registry.sync()
    #expect(lists.map(store.elements) == before)
    try expectStored()
  }

  @Test func aFailureKeepsWhatWasNotStored() throws {
    let cover = try entity("cover")
    _ = try fixture.group(try entity("defer2"))
    try store.set(cover, "data", .bytes([1, 2]))
    try store.set(try fixture.group(try entity("empty")), "name", .string("changed"))
    let changed = store.jsonValue(fixture.shop)
    let path = "okit/data/default/defer2.json"
    let bytes = try #require(try storage.read(path))
    try storage.write([StorageWrite(path: path, bytes: Array("{\"id\":1".utf8))]).wait()
    let error = #expect(throws: Diagnostic.self) { try fixture.registry.sync() }
    #expect(error?.code == "json.syntax" && error?.place?.file == path)
    #expect(try fixture.registry.pending == ["default"] && fixture.data("cover") == [1, 2])
    try storage.write([StorageWrite(path: path, bytes: bytes)]).wait()
    try fixture.registry.storeState()
    #expect(store.jsonValue(fixture.shop) == changed)
    try expectStored()
  }
}
