import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitSQLite

/// Random changes of blobs and partials: what is stored is what is in memory, and no file is missing or too many.
@Suite struct PartPropertyTests {
  private struct Run {
    var fixture: PartsFixture
    /// The storage of documents; nil for a database.
    let storage: RecordingStorage?
    let databases: FailingDatabases?
    let seed: UInt64
    var random: SplitMix
    var made = 0
    /// The number of checks that have found a journal.
    var journals = 0
    var store: ModelStore { fixture.store }

    init(
      _ fixture: PartsFixture, _ storage: RecordingStorage? = nil, _ databases: FailingDatabases? = nil, seed: UInt64
    ) {
      (self.fixture, self.storage, self.databases, self.seed) = (fixture, storage, databases, seed)
      random = SplitMix(seed: seed)
    }

    mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func bytes() -> Value { .bytes((0..<number(4)).map { _ in UInt8(made % 251) }) }

    mutating func any(_ type: String) -> EntityID? {
      store.subtree(fixture.shop).filter { store.type(of: $0)?.isSubtype(of: type) == true }
        .randomElement(using: &random)
    }

    mutating func image() -> Value {
      made += 1
      let values: [String: Value] = ["id": .string("image\(made)"), "data": bytes()]
      return .map(values.merging(number(2) == 0 ? ["format": .string("image/png")] : [:]) { $1 })
    }

    mutating func change() throws {
      switch number(17) {
      case 0, 1: try fixture.add("Book", ["id": .string("book\(made)"), "cover": image()], to: "books")
      case 2:
        let books = try fixture.list("books")
        if store.count(books) > 0 { try store.remove(from: books, at: number(store.count(books))) }
      case 3: if let image = any("ModelImage") { try store.set(image, "data", number(4) == 0 ? .null : bytes()) }
      case 4:
        let formats: [Value] = [.null, .string("image/png"), .string("image/webp")]
        if let image = any("ModelImage") { try store.set(image, "format", formats[number(3)]) }
      case 5: if let book = any("Book") { try store.set(book, "cover", number(3) == 0 ? .null : image()) }
      case 6:
        made += 1
        let values: [String: Value] = ["id": .string("defer\(made)")]
        let hasGroup = number(2) == 0
        try fixture.add(
          "GroupDefer", hasGroup ? values.merging(["group": .map(["name": .string("new")])]) { $1 } : values,
          to: "groups")
      case 7:
        let groups = try fixture.list("groups")
        if store.count(groups) > 0 { try store.remove(from: groups, at: number(store.count(groups))) }
      case 8:
        if let partial = any("GroupDefer") { try store.set(partial, "name", .string("name \(made)")) }
      case 9:
        made += 1
        guard let partial = any("GroupDefer") else { return }
        try store.set(try fixture.group(partial), "name", .string("group \(made)"))
      case 10:
        guard let partial = any("GroupDefer") else { return }
        try store.set(try fixture.group(partial), "icon", number(3) == 0 ? .null : image())
      case 11:
        made += 1
        guard let partial = any("GroupDefer") else { return }
        try fixture.add("GroupDefer", ["id": .string("defer\(made)")], to: "parts", of: try fixture.group(partial))
      case 12: if let partial = any("GroupDefer") { _ = try fixture.group(partial) }
      case 13, 14: try move()
      case 15:
        made += 1
        try fixture.add("Person", ["id": .string("person\(made)")], to: "persons")
      default: store.collectGarbage()
      }
    }

    /// Moves an entity between the document of the model and those of partials.
    mutating func move() throws {
      let isPerson = number(2) == 0
      guard let entity = any(isPerson ? "Person" : "GroupDefer"), let partial = any("GroupDefer"),
        let parent = store.parent(of: entity), let property = store.parentProperty(of: entity)
      else { return }
      var target = try fixture.list(isPerson ? "persons" : "groups")
      if number(3) > 0 {
        let group = try fixture.group(partial)
        guard !store.subtree(entity).contains(group) else { return }
        target = try fixture.list(isPerson ? "members" : "parts", of: group)
      }
      let source = try fixture.list(property.name, of: parent)
      try store.remove(from: source, at: try #require(store.index(of: .entity(entity), in: source)))
      try store.insert(.entity(entity), into: target, at: number(2) == 0 ? 0 : nil)
    }

    private struct Stop: Error {}

    mutating func step() throws {
      switch number(14) {
      case 0: store.history.undo(store)
      case 1: store.history.redo(store)
      case 2:
        let before = fixture.snapshot
        do {
          try store.transaction {
            for _ in 0..<3 { try change() }
            throw Stop()
          }
        } catch is Stop {}
        #expect(fixture.snapshot == before, "seed \(seed)")
      case 3: try check()
      case 4:
        try check()
        // The next steps begin with files that were not read.
        fixture = try fixture.reopened(seed: 1000 + UInt64(made))
        made += 1
      case 5:
        try store.transaction {
          try change()
          try fixture.registry.storeState()
          try change()
        }
      case 6:
        try check()
        let before = fixture.snapshot
        for _ in 0..<2 { try store.transaction { try change() } }
        try fixture.registry.sync()
        #expect(fixture.snapshot == before, "sync, seed \(seed)")
        try check()
      default: try store.transaction { try change() }
      }
    }

    mutating func check() throws {
      if number(3) == 0 {
        storage?.failure = FailingDatabases.failure
        databases?.remaining = number(6)
        do { try fixture.registry.storeState() } catch let error as Diagnostic where error == FailingDatabases.failure {
        }
        storage?.failure = nil
        databases?.remaining = nil
      }
      try fixture.registry.storeState()
      #expect(fixture.registry.pending == [], "seed \(seed)")
      let again = try fixture.reopened()
      #expect(again.snapshot == fixture.snapshot, "seed \(seed)")
      #expect(again.registry.pending == [], "seed \(seed)")
      #expect(again.host.reports + fixture.host.reports == [], "seed \(seed)")
      if try !fixture.records.isEmpty { journals += 1 }
      var parts = PartCheck()
      if let database = fixture.database {
        try parts.add(database, of: "default")
        #expect(try parts.damagedBlobs(in: database) == [], "seed \(seed)")
        #expect(try parts.orphans(in: database, of: "default") == [], "seed \(seed)")
      }
      guard let storage else { return }
      for path in try storage.list("okit/data") where path.hasSuffix(".json") {
        let stored = try #require(try storage.readDocument(path))
        #expect(stored.journal.isEmpty || path == "okit/data/default.json", "seed \(seed)")
        let bytes = try stored.foldedValue(file: path).jsonBytes()
        try bytes.withUnsafeBufferPointer { try parts.add($0, of: "default", file: path) }
      }
      #expect(try parts.damagedBlobs(in: storage).isEmpty, "seed \(seed)")
      #expect(try parts.orphans(in: storage, models: ["default"]) == [], "seed \(seed)")
    }
  }

  /// A model that is large enough for a journal.
  @Test(arguments: 0..<UInt64(12)) func storedInAJournalAndReadAgain(seed: UInt64) throws {
    let storage = try RecordingStorage([:])
    let fixture = try PartsFixture(storage)
    try fixture.enlarge()
    var run = Run(fixture, storage, seed: seed)
    for _ in 0..<RandomSteps.count(80) { try run.step() }
    try run.check()
    #expect(run.journals > 0, "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(LongTests.areOn ? 100 : 10)) func storedInADatabaseAndReadAgain(seed: UInt64) throws {
    let databases = FailingDatabases(SQLiteDatabases(documents: nil))
    var run = Run(try PartsFixture(databases: databases), nil, databases, seed: seed)
    for _ in 0..<RandomSteps.count(120) { try run.step() }
    try run.check()
  }

  @Test(arguments: 0..<UInt64(LongTests.areOn ? 100 : 10)) func storedAndReadAgain(seed: UInt64) throws {
    let storage = try RecordingStorage([:])
    var run = Run(try PartsFixture(storage), storage, seed: seed)
    for _ in 0..<RandomSteps.count(120) { try run.step() }
    try run.check()
  }
}
