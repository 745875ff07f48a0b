import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct BlobTests {
  private let storage: RecordingStorage
  private let fixture: PartsFixture

  init() throws {
    storage = try RecordingStorage([:])
    fixture = try PartsFixture(storage)
  }

  private var store: ModelStore { fixture.store }

  // MARK: Storing

  @Test func bytesHaveAFileBesideTheDocument() throws {
    let (book, _) = try fixture.addBook(1, cover: [1, 2, 3])
    try store.set(book, "contract", .map(["id": .string("c"), "data": .bytes([4])]))
    try store.set(book, "stamp", .map(["id": .string("s"), "data": .bytes([5, 6])]))
    try fixture.add(
      "Cover", ["id": .string("p"), "data": .bytes([7]), "artist": .string("Ann")], to: "pages", of: book)
    try fixture.registry.storeState()
    #expect(
      storage.writes == [
        [
          "okit/data/_image/cover1.png", "okit/data/_data/c.raw", "okit/data/_image/p.jpeg", "okit/data/default.json",
        ]
      ])
    #expect(try fixture.files == ["_data/c.raw", "_image/cover1.png", "_image/p.jpeg"])
    guard case .array(let books)? = try fixture.document()["books"] else { throw Diagnostic("test.document", "none") }
    #expect(
      books[0]["cover"] == [
        "format": "image/png", "id": "cover1", "quality": .double(0.5), "scale": .int(1), "size": .int(3),
        "template": .bool(false),
      ])
    #expect(books[0]["stamp"]?["data"] == "BQY=" && books[0]["stamp"]?["size"] == .int(2))

    let again = try fixture.reopened()
    #expect(try again.data("cover1") == [1, 2, 3] && again.data("c") == [4])
    #expect(try again.data("s") == [5, 6] && again.data("p") == [7])
    #expect(again.registry.pending == [])
    #expect(store.jsonValue(fixture.shop) == again.store.jsonValue(again.shop))
  }

  @Test func onlyWhatChangedIsWritten() throws {
    for number in 1...3 { try fixture.addBook(number, cover: [UInt8(number)]) }
    try fixture.registry.storeState()
    let cover = try #require(fixture.entity("cover2"))
    try store.set(cover, "data", .bytes([9]))
    #expect(fixture.registry.pending == ["default"])
    try fixture.registry.storeState()
    #expect(storage.writes.last == ["okit/data/_image/cover2.png", "okit/data/default.json"])
    try store.set(cover, "label", .string("front"))
    try fixture.registry.storeState()
    #expect(storage.writes.last == ["okit/data/default.json"])
    let count = storage.writes.count
    try store.set(cover, "data", .bytes([9]))
    try fixture.registry.storeState()
    #expect(storage.writes.count == count && fixture.registry.pending == [])
  }

  @Test func aFileIsReadWhenItsBytesAreUsed() throws {
    try fixture.addBook(1, cover: [1])
    try fixture.addBook(2, cover: [2])
    try fixture.registry.storeState()
    let counting = CountingStorage(storage)
    let again = try PartsFixture(counting)
    #expect(counting.reads == ["okit/data/default.json"])
    #expect(again.store.get(try #require(again.entity("cover2")), "size") == .int(1))
    #expect(try again.data("cover2") == [2] && again.data("cover2") == [2])
    #expect(counting.reads == ["okit/data/default.json", "okit/data/_image/cover2.png"])
    try again.store.set(try #require(again.entity("book1")), "title", .string("new"))
    try again.registry.storeState()
    #expect(counting.reads.count == 2 && storage.writes.last == ["okit/data/default.json"])
  }

  @Test func anotherFormatMovesTheFile() throws {
    let (_, cover) = try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    try again.store.set(try #require(again.entity("cover1")), "format", .string("image/webp"))
    try again.registry.storeState()
    #expect(try again.files == ["_image/cover1.webp"] && again.storage.read("okit/data/_image/cover1.webp") == [1, 2])
    #expect(try again.reopened().data("cover1") == [1, 2])
    #expect(again.registry.pending == [])
    _ = cover
  }

  @Test func nilHasNoFileAndEmptyBytesHaveOne() throws {
    let (_, cover) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    try store.set(cover, "data", .null)
    #expect(store.get(cover, "size") == .int(0))
    try fixture.registry.storeState()
    #expect(try fixture.files == [] && fixture.reopened().data("cover1") == nil)
    #expect(fixture.registry.pending == [])
    try store.set(cover, "data", .bytes([]))
    try fixture.registry.storeState()
    #expect(try fixture.files == ["_image/cover1.png"] && fixture.reopened().data("cover1") == [])
  }

  // MARK: Leaving and coming back

  @Test func aFileIsDeletedAfterTheDocumentWithoutIt() throws {
    let (book, _) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    try store.transaction { try store.remove(from: try fixture.list("books"), at: 0) }
    #expect(try fixture.files == ["_image/cover1.png"])
    storage.failure = Diagnostic("storage.write", "the disk is full")
    #expect(problem { try fixture.registry.storeState() } == "storage.write: the disk is full")
    #expect(try fixture.files == ["_image/cover1.png"] && fixture.registry.pending == ["default"])
    storage.failure = nil
    try fixture.registry.storeState()
    #expect(try fixture.files == [] && fixture.registry.pending == [])
    _ = book
  }

  @Test(arguments: [true, false]) func undoBringsTheBytesBack(_ isRead: Bool) throws {
    try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    if isRead { #expect(try again.data("cover1") == [1, 2]) }
    try again.store.transaction { try again.store.remove(from: try again.list("books"), at: 0) }
    again.store.collectGarbage()
    try again.registry.storeState()
    #expect(try again.files == [])
    again.store.collectGarbage()
    #expect(again.store.history.undo(again.store) != nil)
    #expect(try again.data("cover1") == [1, 2] && again.registry.pending == ["default"])
    try again.registry.storeState()
    #expect(try again.files == ["_image/cover1.png"] && again.reopened().data("cover1") == [1, 2])
    again.store.history.redo(again.store)
    try again.registry.storeState()
    #expect(try again.files == [] && again.registry.pending == [])
  }

  @Test func undoBringsEarlierBytesBack() throws {
    try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let cover = try #require(again.entity("cover1"))
    try again.store.transaction { try again.store.set(cover, "data", .bytes([3])) }
    try again.registry.storeState()
    again.store.history.undo(again.store)
    #expect(again.store.get(cover, "data") == .bytes([1, 2]) && again.store.get(cover, "size") == .int(2))
    try again.registry.storeState()
    #expect(try again.reopened().data("cover1") == [1, 2])
  }

  @Test func aTransactionThatFailsChangesNothing() throws {
    let (_, cover) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    #expect(throws: Diagnostic.self) {
      try store.transaction {
        try store.set(cover, "data", .bytes([2, 3]))
        try store.remove(from: try fixture.list("books"), at: 0)
        throw Diagnostic("test.no", "no")
      }
    }
    #expect(try fixture.data("cover1") == [1] && store.get(cover, "size") == .int(1))
    #expect(fixture.registry.pending == [])
    let count = storage.writes.count
    try fixture.registry.storeState()
    #expect(storage.writes.count == count)
  }

  @Test func whatLeftWithoutUndoIsFreedAfterTheStore() throws {
    let (book, cover) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    try store.remove(from: try fixture.list("books"), at: 0)
    store.collectGarbage()
    #expect(store.exists(cover))
    try fixture.registry.storeState()
    store.collectGarbage()
    #expect(!store.exists(book) && !store.exists(cover))
    #expect(try fixture.files == [])
  }

  @Test func anotherEntityWithTheIDTakesTheFileOver() throws {
    try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    try again.store.transaction {
      try again.store.remove(from: try again.list("books"), at: 0)
      try again.addBook(1, cover: [3])
    }
    try again.registry.storeState()
    #expect(try again.files == ["_image/cover1.png"] && again.reopened().data("cover1") == [3])
    again.store.history.undo(again.store)
    try again.registry.storeState()
    #expect(try again.files == ["_image/cover1.png"] && again.reopened().data("cover1") == [1, 2])
  }

  @Test func aBlobMovesToAnotherModel() throws {
    let other = try fixture.registry.register(try store.requireType("Shop", for: "test"), name: "other")
    let window = try fixture.registry.register(try store.requireType("Window", for: "test"), name: "window")
    let (book, _) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    try store.transaction {
      try store.remove(from: try fixture.list("books"), at: 0)
      try store.insert(.entity(book), into: try fixture.list("books", of: other))
    }
    try fixture.registry.store(fixture.shop)
    #expect(try fixture.files == ["_image/cover1.png"])
    try fixture.registry.storeState()
    #expect(try fixture.files == ["_image/cover1.png"] && fixture.registry.pending == [])
    let again = try fixture.reopened()
    _ = try again.registry.register(try again.store.requireType("Shop", for: "test"), name: "other")
    #expect(try again.data("cover1") == [1])
    // A transient model has no files.
    try store.transaction {
      try store.remove(from: try fixture.list("books", of: other), at: 0)
      try store.insert(.entity(book), into: try fixture.list("books", of: window))
    }
    try fixture.registry.storeState()
    #expect(try fixture.files == [] && fixture.data("cover1") == [1])
  }

  // MARK: What is wrong

  @Test func hostileIDsAndFormatsStayInTheFolder() throws {
    let ids = [
      "../../evil", "/etc/passwd", "..", ".hidden", "a/b", "a\\b", "nul\0", "line\nfeed", "ü 100%", "a\u{202E}b",
    ]
    for id in ids {
      try fixture.add(
        "Book",
        [
          "cover": .map(["id": .string(id), "data": .bytes([1]), "format": .string("image/../../\(id)")]),
          "contract": .map(["id": .string("d" + id), "data": .bytes([2])]),
        ], to: "books")
    }
    try fixture.registry.storeState()
    let files = try fixture.files
    #expect(files.count == 2 * ids.count)
    #expect(files.allSatisfy { $0.hasPrefix("_image/") || $0.hasPrefix("_data/") })
    #expect(files.allSatisfy { $0.split(separator: "/").count == 2 })
    #expect(files.contains("_data/d..%2F..%2Fevil.raw") && files.contains("_data/dü 100%25.raw"))
    let again = try fixture.reopened()
    for id in ids { #expect(try again.data(id) == [1] && again.data("d" + id) == [2], "\(id.debugDescription)") }
    #expect(PartPath.data(id: "..") == "okit/data/_data/%2E..raw")
    #expect(PartPath.image(id: "a", format: "image/b.c") != PartPath.image(id: "a.b", format: "image/c"))
    #expect(PartPath.image(id: "a", format: "image/") == "okit/data/_image/a.jpeg")
    #expect(PartPath.image(id: "a", format: "png") == "okit/data/_image/a.jpeg")
  }

  @Test func anIDThatIsNoFileNameIsAnErrorOfTheWrite() throws {
    let id = String(repeating: "x", count: 161)
    let error = #expect(throws: Diagnostic.self) {
      _ = try fixture.make("ModelData", ["id": .string(id), "data": .bytes([1])])
    }
    #expect(error?.code == "blob.id")
    let cover = try fixture.make("ModelImage", ["data": .bytes([1])])
    let format = #expect(throws: Diagnostic.self) {
      try store.set(cover, "format", .string("image/" + String(repeating: "y", count: 41)))
    }
    #expect(format?.code == "blob.id")
    let made = #expect(throws: Diagnostic.self) {
      _ = try fixture.make(
        "ModelImage", ["data": .bytes([1]), "format": .string("image/" + String(repeating: "y", count: 41))])
    }
    #expect(made?.code == "blob.id")
  }

  @Test func aMissingOrDamagedFileIsAnErrorAtFirstUse() throws {
    for number in 1...3 { try fixture.addBook(number, cover: [1, 2, UInt8(number)]) }
    try fixture.registry.storeState()
    try storage.delete(["okit/data/_image/cover1.png"]).wait()
    try storage.write([StorageWrite(path: "okit/data/_image/cover2.png", bytes: [1])]).wait()
    let again = try fixture.reopened()
    let covers = try (1...3).map { try #require(again.entity("cover\($0)")) }
    for _ in 1...2 {
      let missing = #expect(throws: Diagnostic.self) { try again.store.readPart(covers[0]) }
      #expect(missing?.code == "blob.missing" && missing?.place?.file == "okit/data/_image/cover1.png")
      let damaged = #expect(throws: Diagnostic.self) { try again.store.readPart(covers[1]) }
      #expect(damaged?.message == "the file of ModelImage(cover2) has 1 bytes; the model expects 3")
      #expect(damaged?.code == "blob.damaged" && damaged?.place?.file == "okit/data/_image/cover2.png")
    }
    #expect(try again.data("cover1") == nil && again.data("cover1") == nil && again.data("cover2") == nil)
    #expect(again.host.reports.map(\.code) == ["blob.missing", "blob.damaged"])
    #expect(try again.data("cover3") == [1, 2, 3])
    try again.store.set(covers[2], "label", .string("x"))
    try again.registry.storeState()
    // Writing repairs it, and can be undone to nothing.
    try again.store.transaction { try again.store.set(covers[1], "data", .bytes([8, 9])) }
    try again.registry.storeState()
    #expect(try again.reopened().data("cover2") == [8, 9])
    again.store.history.undo(again.store)
    #expect(try again.data("cover2") == nil)
  }

  @Test func aDamagedFileOfARemovedBlobStays() throws {
    try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    try storage.write([StorageWrite(path: "okit/data/_image/cover1.png", bytes: [1])]).wait()
    let again = try fixture.reopened()
    try again.store.remove(from: try again.list("books"), at: 0)
    try again.registry.storeState()
    #expect(again.host.reports.map(\.code) == ["blob.damaged"] && again.registry.pending == [])
    #expect(try again.files == ["_image/cover1.png"])
  }

  @Test func theNumberOfBytesCannotBeWritten() throws {
    let cover = try fixture.make("ModelImage", ["data": .bytes([1])])
    for body in [{ try store.set(cover, "size", .int(2)) }, { _ = try fixture.make("ModelData", ["size": .int(1)]) }] {
      #expect(#expect(throws: Diagnostic.self) { try body() }?.code == "model.readOnly")
    }
    let error = #expect(throws: Diagnostic.self) {
      try fixture.host.define("Wrong", "ModelImage", [Property("data", .string)])
    }
    #expect(error?.code == "model.duplicateProperty")
  }

  // MARK: Documents of other programs

  @Test func anOKitDocumentLoadsUnchanged() throws {
    let text = """
      {
        "books": [
          {
            "cover": {
              "format": "image/jpeg",
              "id": "A8",
              "label": "front",
              "quality": 0.5,
              "scale": 2,
              "size": 2,
              "template": false
            },
            "id": "b",
            "pages": [],
            "title": ""
          }
        ],
        "groups": [],
        "id": "shop",
        "persons": [],
        "picks": []
      }

      """
    let storage = try RecordingStorage(text)
    try storage.write([StorageWrite(path: "okit/data/_image/A8.jpeg", bytes: [0xFF, 0xD8])]).wait()
    let fixture = try PartsFixture(storage)
    #expect(try fixture.data("A8") == [0xFF, 0xD8])
    #expect(fixture.registry.pending == [])
    try fixture.store.set(fixture.shop, "picks", .list([.string("x")]))
    try fixture.store.removeAll(try fixture.list("picks"))
    try fixture.registry.storeState()
    #expect(try storage.text() == text)
  }

  @Test func bytesInTheDocumentMoveToAFile() throws {
    let storage = try RecordingStorage(#"{"id": "s", "books": [{"id": "b", "cover": {"id": "c", "data": "AQI="}}]}"#)
    let fixture = try PartsFixture(storage)
    #expect(try fixture.data("c") == [1, 2] && fixture.registry.pending == ["default"])
    try fixture.registry.storeState()
    #expect(try fixture.files == ["_image/c.jpeg"] && fixture.reopened().data("c") == [1, 2])
    #expect(try !storage.text().contains("AQI="))
  }

  // MARK: Observing, snapshots, reloads

  @Test func writingInvalidatesReaders() throws {
    let (book, cover) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    _ = (book, cover)
    let program = try again.host.evaluator.program("cover/size")
    let bytes = try again.host.evaluator.program("cover/data")
    let owner = try #require(again.entity("book1"))
    var sizes: [Value] = []
    var contents: [Value] = []
    let observations = [
      PathObservation(again.host.evaluator, program, owner) { new, _ in sizes.append(new) },
      PathObservation(again.host.evaluator, bytes, owner) { new, _ in contents.append(new) },
    ]
    try again.store.set(try #require(again.entity("cover1")), "data", .bytes([1, 2]))
    #expect(again.store.graph.flush().isEmpty)
    #expect(sizes == [.int(2)] && contents == [.bytes([1, 2])])
    withExtendedLifetime(observations) {}
  }

  @Test func snapshotsHaveTheBytes() throws {
    try fixture.addBook(1, cover: [1, 2])
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let before = again.store.jsonValue(again.shop)
    let cover = try #require(again.entity("cover1"))
    try again.store.transaction {
      try again.store.set(cover, "data", .bytes([3]))
      try again.store.apply(before, to: again.shop)
    }
    #expect(try again.data("cover1") == [1, 2] && again.store.jsonValue(again.shop) == before)
    #expect(again.entity("cover1") == cover)
    let copy = try PartsFixture(TransientStorage())
    try copy.store.apply(before, to: copy.shop)
    try copy.registry.storeState()
    #expect(try copy.data("cover1") == [1, 2] && copy.files == ["_image/cover1.png"])
  }

  @Test func readingTheModelAgainDropsWhatWasNotStored() throws {
    let (_, cover) = try fixture.addBook(1, cover: [1, 2])
    try fixture.addBook(2, cover: [5])
    try fixture.registry.storeState()
    try store.set(cover, "data", .bytes([3]))
    try store.remove(from: try fixture.list("books"), at: 1)
    try fixture.addBook(3, cover: [6])
    try storage.write([StorageWrite(path: "okit/data/_image/cover2.png", bytes: [9])]).wait()
    try fixture.registry.sync()
    #expect(try fixture.data("cover1") == [1, 2] && store.get(cover, "size") == .int(2))
    #expect(try fixture.data("cover2") == [9] && fixture.entity("cover3") == nil)
    #expect(fixture.registry.pending == [])
    try store.set(cover, "data", .bytes([4]))
    try fixture.registry.storeState()
    #expect(try fixture.files == ["_image/cover1.png", "_image/cover2.png"])
    #expect(try fixture.reopened().data("cover1") == [4])
  }

  @Test func aReloadKeepsWhatWasNotStored() throws {
    for number in 1...5 { try fixture.addBook(number, cover: [UInt8(number)]) }
    try fixture.registry.storeState()
    let old = try fixture.reopened()
    func cover(_ number: Int) throws -> EntityID { try #require(old.entity("cover\(number)")) }
    try old.store.set(try cover(1), "data", .bytes([11, 12]))
    try old.store.set(try cover(2), "format", .string("image/webp"))
    try old.store.set(try cover(3), "data", .null)
    try old.store.remove(from: try old.list("books"), at: 3)
    let snapshot = try old.registry.snapshot()
    let new = try PartsFixture(storage, seed: 7, model: "Window", name: "other")
    new.registry.restore(snapshot)
    _ = try new.registry.register(try new.store.requireType("Shop", for: "test"))
    #expect(try new.data("cover1") == [11, 12] && new.data("cover2") == [2] && new.data("cover3") == nil)
    #expect(try new.data("cover5") == [5])
    try new.registry.storeState()
    #expect(try fixture.files == ["_image/cover1.png", "_image/cover2.webp", "_image/cover5.png"])
    let again = try fixture.reopened()
    #expect(try again.data("cover1") == [11, 12] && again.data("cover2") == [2] && again.data("cover3") == nil)
  }

  @Test func bytesOverTheLimitOfTheCacheAreDropped() throws {
    var cache = BlobCache()
    let (a, b) = (EntityID(index: 1, generation: 1), EntityID(index: 2, generation: 1))
    #expect(cache.insert(a, 60, limit: 100) == [] && cache.insert(a, 50, limit: 100) == [])
    #expect(cache.insert(b, 50, limit: 100) == [] && Set(cache.insert(a, 51, limit: 100)) == [b])
    let (_, cover) = try fixture.addBook(1, cover: [1])
    try fixture.registry.storeState()
    store.dropBytes(of: cover)
    #expect(store.parts.unread == [cover] && store.get(cover, "data") == .bytes([1]))
    try store.set(cover, "data", .bytes([2]))
    store.dropBytes(of: cover)
    #expect(store.parts.unread == [] && store.get(cover, "data") == .bytes([2]))
  }
}
