import Foundation
import OKitModel
import OKitTestSupport
import Testing

/// What a registry does with homes of any kind, shown by one that it does not know.
@Suite struct ModelHomeTests {
  private let folder: TestFolder
  private let file: String
  private let storage: RecordingStorage

  init() throws {
    folder = try TestFolder()
    file = folder.path + "/models.log"
    storage = try RecordingStorage()
  }

  /// A process with a shop that is a document, in which the class `Log` is of the other kind.
  private func process(seed: UInt64 = 1, model: String = "Shop", name: String = "default") throws -> PartsFixture {
    try PartsFixture(storage, seed: seed, model: model, name: name) { host in
      try host.store.defineModels("ModelLog", AppendOnlyHome.kind(file: file))
      try host.define(
        "Log", "ModelLog",
        [Property("books", .list(.entity("Book"))), Property("groups", .list(.entity("GroupDefer")))])
    }
  }

  private func register(_ type: String, _ name: String, in process: PartsFixture) throws -> EntityID {
    try process.registry.register(try process.store.requireType(type, for: "test"), name: name)
  }

  private func books(of model: EntityID, in process: PartsFixture) throws -> [String] {
    process.store.entities(try process.list("books", of: model)).compactMap(process.store.id)
  }

  private func lines() -> Int {
    FileManager.default.contents(atPath: file)?.count { $0 == UInt8(ascii: "\n") } ?? 0
  }

  @Test func `a model is stored, loaded and read again`() throws {
    let first = try process(model: "Log")
    try first.addBook(1, cover: [1, 2])
    #expect(first.registry.pending == ["default"])
    try first.registry.storeState()
    try first.registry.storeState()
    #expect(first.registry.pending == [])
    #expect(lines() == 1)
    #expect(try storage.list("okit/data") == ["okit/data/_image/cover1.png"])

    let second = try process(seed: 2, model: "Log")
    #expect(second.store.jsonValue(second.shop) == first.store.jsonValue(first.shop))
    #expect(second.registry.pending == [])
    try second.addBook(2, cover: [3])
    try second.registry.storeState()
    #expect(lines() == 2)

    try first.registry.sync()
    #expect(try books(of: first.shop, in: first) == ["book1", "book2"])
    #expect(first.registry.pending == [])
  }

  @Test func `the documents of a state are stored in one commit, and the others after them`() throws {
    let process = try process()
    let window = try register("Window", "a", in: process)
    let log = try register("Log", "b", in: process)
    let other = try register("Shop", "z", in: process)
    for model in [process.shop, window, log, other] { process.store.markPending(root: model) }
    storage.failure = Diagnostic("storage.write", "the disk is full")
    #expect(problem { try process.registry.storeState() } == "storage.write: the disk is full")
    #expect(process.registry.pending == ["b", "default", "z"])
    #expect(lines() == 0)

    storage.failure = nil
    try process.registry.storeState()
    #expect(storage.writes == [["okit/data/default.json", "okit/data/z.json"]])
    #expect(lines() == 1)
    #expect(process.registry.pending == [])
  }

  @Test func `parts move with their entity to a model of another kind`() throws {
    let process = try process()
    let log = try register("Log", "log", in: process)
    let (book, cover) = try process.addBook(1, cover: [1, 2, 3])
    try process.registry.storeState()
    try process.store.transaction {
      try process.store.remove(from: try process.list("books"), at: 0)
      try process.store.insert(.entity(book), into: try process.list("books", of: log))
    }
    try process.registry.storeState()
    #expect(process.registry.pending == [])
    #expect(process.store.get(cover, "data") == .bytes([1, 2, 3]))

    let second = try self.process(seed: 2)
    let reopened = try register("Log", "log", in: second)
    #expect(try books(of: reopened, in: second) == ["book1"])
    #expect(try books(of: second.shop, in: second) == [])
    #expect(second.store.get(try #require(second.store.find("cover1")), "data") == .bytes([1, 2, 3]))
  }

  @Test func `a reload changes the kind of a model`() throws {
    let first = try process()
    try first.addBook(1, cover: [1])
    try first.registry.storeState()
    let second = try process(seed: 2, model: "Window", name: "other")
    second.registry.holdsRows = true
    second.registry.restore(try first.registry.snapshot())
    let log = try register("Log", "default", in: second)
    #expect(second.registry.pending == ["default"])
    try second.registry.storeState()
    #expect(lines() == 0)
    try second.registry.releaseRows()
    #expect(second.registry.pending == [])
    #expect(lines() == 1)
    #expect(try books(of: log, in: second) == ["book1"])
  }

  @Test func `a home that was not registered leaves nothing behind`() throws {
    let process = try process()
    process.store.idGenerator = IDGenerator(repeating: 7)
    try Data("{\"model\":\"log\",\"document\":{\"books\":[{\"id\":\"a\"},{\"id\":\"a\"}]}}\n".utf8).write(
      to: URL(fileURLWithPath: file))
    #expect(
      problem { _ = try register("Log", "log", in: process) }
        == "model.duplicateId: \(file): the id \"a\" is used twice in model \"log\"")
    #expect(process.registry.homes["log"] == nil)
    #expect(try books(of: try register("Shop", "log", in: process), in: process) == [])
  }
}
