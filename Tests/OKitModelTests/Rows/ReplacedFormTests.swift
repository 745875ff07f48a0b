import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite
@testable import OKitStorage

/// A model that changes its kind, by a hot reload or a conversion: each moment has one stored form.
@Suite struct ReplacedFormTests {
  enum Change: CaseIterable { case reload, convert }

  private static let database = "okit/data/default.sqlite"
  private static let document = "okit/data/default.json"

  /// A process with the documents directory, until it ends.
  private final class Process {
    let storage: FileStorage
    let databases: SQLiteDatabases

    init(_ folder: TestFolder) {
      storage = FileStorage(documents: folder.path)
      databases = SQLiteDatabases(documents: folder.path)
    }

    // Hosts of tests live longer.
    deinit { end() }

    func end() {
      storage.close()
      databases.close()
    }

    func fixture(_ model: String, seed: UInt64 = 4, name: String = "default") throws -> PartsFixture {
      try PartsFixture(storage, databases: databases, seed: seed, model: model, name: name)
    }
  }

  /// Stores a model with blobs and partials.
  private func fill(_ folder: TestFolder, _ model: String) throws -> JSONValue {
    let process = Process(folder)
    let fixture = try process.fixture(model, seed: 1)
    defer { withExtendedLifetime(process) {} }
    for number in 1...2 { try fixture.addBook(number, cover: [UInt8](repeating: UInt8(number), count: number)) }
    for number in 1...2 { try fixture.addGroup(number, named: "group \(number)") }
    let partial = try #require(fixture.entity("defer1"))
    try fixture.store.set(
      try fixture.group(partial), "icon", .map(["id": .string("icon"), "data": .bytes([9])]))
    try fixture.registry.storeState()
    return fixture.snapshot.withoutReferenceIDs
  }

  /// The class with which the model can be opened, and its content. The other class is refused.
  private func stored(_ folder: TestFolder, at step: Int) throws -> (model: String, content: JSONValue) {
    var found: [(model: String, content: JSONValue)] = []
    for model in ["Shop", "Database"] {
      do {
        let process = Process(folder)
        let fixture = try process.fixture(model, seed: 9)
        withExtendedLifetime(process) { found.append((model, fixture.snapshot.withoutReferenceIDs)) }
        #expect(fixture.host.reports == [], "step \(step)")
      } catch let diagnostic as Diagnostic {
        #expect(diagnostic.code == "storage.form", "step \(step): \(diagnostic)")
      }
    }
    return try #require(found.count == 1 ? found.first : nil, "step \(step): \(found.map(\.model))")
  }

  private func files(_ folder: TestFolder) throws -> [String] {
    try FileStorage(documents: folder.path, access: .reader).list("okit/data")
  }

  /// Changes the kind of the stored model.
  private func run(_ change: Change, _ process: Process, from before: String, to after: String) throws {
    switch change {
    case .reload:
      let snapshot = try process.fixture(before).registry.snapshot()
      let buffered = BufferedStorage(process.storage)
      let new = try PartsFixture(
        buffered, databases: process.databases, seed: 5, model: "Window", name: "other")
      new.registry.holdsRows = true
      new.registry.restore(snapshot)
      _ = try new.registry.register(try new.store.requireType(after, for: "test"))
      try new.registry.storeState()
      try buffered.commit()
      try new.registry.releaseRows()
      #expect(new.registry.pending == [])
    case .convert:
      let fixture = try process.fixture(before)
      #expect(try fixture.registry.convert("default", toRows: after == "Database"))
    }
  }

  @Test(arguments: Change.allCases, ["Shop", "Database"])
  func `a process that dies at any step leaves one form`(change: Change, after: String) throws {
    let before = after == "Shop" ? "Database" : "Shop"
    var (step, outcomes) = (0, [String]())
    while true {
      let folder = try TestFolder()
      let content = try fill(folder, before)
      var process: Process? = Process(folder)
      var (made, isDead) = (0, false)
      process?.storage.tree.interrupt = { _ in
        made += 1
        isDead = made > step
        return isDead ? FileError(reason: "the process is gone") : nil
      }
      do { if let process { try run(change, process, from: before, to: after) } } catch let error as Diagnostic {
        #expect(error.code == "storage.write" || error.code == "storage.locked", "step \(step): \(error)")
      }
      process = nil
      let found = try stored(folder, at: step)
      #expect(found.content == content, "step \(step)")
      outcomes.append(found.model)
      guard isDead else { break }
      step += 1
    }
    #expect(outcomes.first == before && outcomes.last == after && step > 20)
    // Nothing returns to the old form.
    #expect(outcomes.drop { $0 == before }.allSatisfy { $0 == after })
  }

  @Test(arguments: Change.allCases)
  func `no file of the old form stays`(change: Change) throws {
    let folder = try TestFolder()
    let content = try fill(folder, "Shop")
    try run(change, Process(folder), from: "Shop", to: "Database")
    #expect(try files(folder) == [Self.database])
    try run(change, Process(folder), from: "Database", to: "Shop")
    let files = try files(folder)
    #expect(files.count == 6 && files.contains(Self.document) && !files.contains { $0.contains("sqlite") })
    #expect(try stored(folder, at: 0).content == content)
  }

  @Test func `a model that changes its kind twice before it is stored keeps its content`() throws {
    let folder = try TestFolder()
    let content = try fill(folder, "Shop")
    let process = Process(folder)
    var registry = try process.fixture("Shop").registry
    defer { withExtendedLifetime(process) {} }
    for model in ["Database", "Database", "Shop", "Database"] {
      let new = try process.fixture("Window", seed: 7, name: "other")
      new.registry.restore(try registry.snapshot())
      _ = try new.registry.register(try new.store.requireType(model, for: "test"))
      registry = new.registry
    }
    try registry.storeState()
    #expect(try process.storage.list("okit/data").contains(Self.document) == false)
    process.end()
    let found = try stored(folder, at: 0)
    #expect(found.model == "Database" && found.content == content)
    #expect(try files(folder) == [Self.database])
  }

  @Test func `two forms are refused, and both stay`() throws {
    let folder = try TestFolder()
    _ = try fill(folder, "Shop")
    let other = try TestFolder()
    _ = try fill(other, "Database")
    let database = try #require(try SQLiteDatabases(documents: other.path).copy(of: Self.database, isOwn: true))
    let writer = Process(folder)
    try writer.storage.write([StorageWrite(path: Self.database, bytes: database)]).wait()
    writer.end()
    let document = try FileStorage(documents: folder.path, access: .reader).read(Self.document)
    func expectRefused(_ body: () throws -> Void) {
      let refused = #expect(throws: Diagnostic.self) { try body() }
      #expect(refused?.code == "storage.form")
      #expect(refused?.message.contains("\(folder.path)/\(Self.document)") == true)
      #expect(refused?.message.contains("\(folder.path)/\(Self.database)") == true)
    }
    for model in ["Shop", "Database"] {
      let process = Process(folder)
      expectRefused { _ = try process.fixture(model) }
    }
    // A running application that has one of them does not take the other one for its own.
    let process = Process(folder)
    let window = try process.fixture("Window", name: "other")
    defer { withExtendedLifetime(process) {} }
    expectRefused { _ = try window.registry.register(try window.store.requireType("Shop", for: "test")) }
    let reader = FileStorage(documents: folder.path, access: .reader)
    #expect(try reader.read(Self.document) == document)
    // The header says how the file is written.
    let isSame = try reader.read(Self.database)?.dropFirst(100) == database.dropFirst(100)
    #expect(isSame)
  }
}
