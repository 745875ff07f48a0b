import OKitModel
import OKitTestSupport
import Testing

@Suite struct ModelRegistryTests {
  private func registry(_ host: TestHost, _ storage: any DocumentStorage) -> ModelRegistry {
    ModelRegistry(store: host.store, storage: LazyStorage(root: "docs") { storage })
  }

  private func type(_ name: String, _ host: TestHost) throws -> EntityType {
    try host.store.requireType(name, for: "test")
  }

  // MARK: Registering

  @Test func whatCannotBeRegistered() throws {
    let fixture = try ModelFixture()
    let host = fixture.host
    #expect(
      problem { _ = try fixture.registry.register(try type("Book", host)) }
        == "model.notAModel: Book is not a model; only a class that extends okit.Model can be registered")
    #expect(
      problem { _ = try fixture.registry.register(try type("Model", host), name: "m") }.hasPrefix(
        "model.notAModel: Model is not a model"))
    #expect(
      problem { _ = try fixture.registry.register(try type("Library", host)) }
        == "model.registered: a model \"default\" is already registered")
    for name in ["", ".hidden", "a/b", "a>b", String(repeating: "x", count: 101)] {
      #expect(
        problem { _ = try fixture.registry.register(try type("Library", host), name: name) }.hasPrefix(
          "model.name: \"\(name)\" is not a valid model name"))
    }
    for name in ["people", "Ærø 2.0_b-c", "日本"] {
      #expect(try fixture.registry.register(try type("Library", host), name: name) == fixture.registry.get(name))
    }
    #expect(fixture.registry.get("nobody") == nil)
  }

  @Test func managedHooksRunWhenAModelIsRegistered() throws {
    let host = TestHost()
    _ = try ModelFixture(name: "other", host: host)
    var managed: [String] = []
    try type("Book", host).define(
      function: "managed",
      host.function { book, _ in
        guard case .entity(let book) = book else { return .null }
        managed.append(host.store.id(of: book) ?? "")
        return .null
      })
    let storage = try RecordingStorage("{\"books\": [{\"id\": \"1\"}, {\"id\": \"2\"}]}")
    _ = try registry(host, storage).register(try type("Library", host))
    #expect(managed == ["1", "2"])
  }

  @Test func aHookThatFailsLeavesTheModelUnregistered() throws {
    let host = TestHost()
    _ = try ModelFixture(name: "other", host: host)
    try type("Book", host).define(function: "managed", host.function { _, _ in throw Diagnostic("test.no", "no") })
    let storage = try RecordingStorage("{\"books\": [{\"id\": \"1\"}]}")
    let registry = registry(host, storage)
    #expect(problem { _ = try registry.register(try type("Library", host)) } == "test.no: no\n    in Book:managed")
    #expect(registry.get() == nil && host.store.find("1") == nil)
    let count = host.store.entityCount
    host.store.collectGarbage()
    #expect(host.store.entityCount < count)
    #expect(registry.pending == [])
  }

  private struct Stop: Error {}

  @Test func aTransactionThatFailsRegistersNothing() throws {
    let fixture = try ModelFixture()
    let (store, library) = (fixture.store, try type("Library", fixture.host))
    let book = try fixture.add("Book", ["id": .string("b")], to: "books")
    let count = store.entityCount
    var kept: EntityID?
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.set(book, "title", .string("new"))
        let early = try fixture.registry.register(library, name: "early")
        // At the same place of the journal, but before it.
        do {
          try store.transaction {
            let inner = try fixture.registry.register(library, name: "inner")
            try store.remove(from: try fixture.list("books"), at: 0)
            try store.insert(.map(["id": .string("b")]), into: try fixture.list("books", of: inner))
            _ = try fixture.registry.register(library, name: "innermost")
            throw Stop()
          }
        } catch is Stop {}
        #expect(store.find("b") == book && store.roots.keys.sorted() == ["default", "early"])
        #expect(store.isManaged(early))
        throw Stop()
      }
    }
    #expect(store.roots.keys.sorted() == ["default"] && fixture.registry.pending == ["default"])
    #expect(store.find("b") == book && store.get(book, "title") == .string(""))
    store.collectGarbage()
    #expect(store.entityCount == count)
    try store.transaction { kept = try fixture.registry.register(library, name: "early") }
    #expect(fixture.registry.get("early") == kept)
  }

  @Test func idsOfAnotherModelAreRefused() throws {
    let fixture = try ModelFixture()
    try fixture.add("Book", ["id": .string("same")], to: "books")
    let storage = try RecordingStorage("{\"persons\": [{\"id\": \"p\"}, {\"id\": \"same\"}]}", name: "people")
    let other = registry(fixture.host, storage)
    #expect(
      problem { _ = try other.register(try type("Library", fixture.host), name: "people") }.hasPrefix(
        """
        model.duplicateId: docs/okit/data/people.json: byte 33: the id "same" in model "people" is already used by \
        Book(same)
        """
      ))
    #expect(fixture.store.find("p") == nil)
    #expect(fixture.store.find("same").flatMap(fixture.store.type)?.name == "Book")
  }

  // MARK: Storing

  @Test func onlyChangedModelsAreWritten() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    let people = try fixture.registry.register(try type("Library", fixture.host), name: "people")
    try fixture.host.define("Cache", "ModelTransient", [Property("hits", .int)])
    let cache = try fixture.registry.register(try type("Cache", fixture.host), name: "cache")
    #expect(fixture.registry.pending == ["default", "people"], "new models are not stored yet")
    try fixture.registry.storeState()
    #expect(storage.writes == [["okit/data/default.json", "okit/data/people.json"]])
    try fixture.registry.storeState()
    #expect(storage.writes.count == 1)

    try fixture.store.set(people, "motto", .string(""))
    try fixture.store.set(cache, "hits", .int(1))
    try fixture.registry.storeState()
    #expect(storage.writes.count == 1, "writing the same value, and transient models, need no store")

    try fixture.store.set(people, "motto", .string("x"))
    #expect(fixture.registry.pending == ["people"])
    try fixture.registry.store(fixture.library)
    #expect(storage.writes.count == 1)
    try fixture.registry.store(people)
    try fixture.registry.storeState()
    #expect(storage.writes.dropFirst() == [["okit/data/people.json"]])

    let book = try fixture.add("Book", to: "books", of: people)
    let chapter = try fixture.add("Chapter", to: "chapters", of: book)
    try fixture.registry.storeState()
    try fixture.store.set(chapter, "pages", .int(3))
    try fixture.registry.storeState()
    #expect(storage.writes.count == 4)
    #expect(
      problem { try fixture.registry.store(book) }.hasPrefix("model.notAModel: Book("))
  }

  @Test func aTransactionThatFailsLeavesModelsStored() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    try fixture.registry.storeState()
    let failed = problem {
      try fixture.store.transaction {
        try fixture.store.set(fixture.library, "motto", .string("x"))
        throw Diagnostic("test.stop", "stop")
      }
    }
    #expect(failed == "test.stop: stop")
    #expect(fixture.registry.pending.isEmpty)
    // A model stored during a failed transaction must be written again.
    let failedAfterStoring = problem {
      try fixture.store.transaction {
        try fixture.store.set(fixture.library, "motto", .string("x"))
        try fixture.registry.storeState()
        throw Diagnostic("test.stop", "stop")
      }
    }
    #expect(failedAfterStoring == "test.stop: stop")
    #expect(fixture.registry.pending == ["default"])
    try fixture.store.set(fixture.library, "motto", .string("y"))
    #expect(fixture.registry.pending == ["default"])
    try fixture.registry.storeState()
    #expect(try storage.text().contains("\"motto\": \"y\""))
    try fixture.store.transaction { try fixture.store.set(fixture.library, "motto", .string("z")) }
    try fixture.registry.storeState()
    fixture.store.history.undo(fixture.store)
    #expect(fixture.registry.pending == ["default"], "undoing is a change as well")
  }

  @Test func aFailedStoreLeavesModelsPending() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    try fixture.registry.storeState()
    try fixture.store.set(fixture.library, "motto", .string("x"))
    storage.failure = Diagnostic("storage.full", "the disk is full")
    #expect(problem { try fixture.registry.storeState() } == "storage.full: the disk is full")
    #expect(fixture.registry.pending == ["default"])
    storage.failure = nil
    try fixture.registry.storeState()
    #expect(fixture.registry.pending.isEmpty)
    #expect(try storage.text().contains("\"motto\": \"x\""))
  }

  @Test func theStateIsStoredAtOnce() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    let people = try fixture.registry.register(try type("Library", fixture.host), name: "people")
    _ = try fixture.registry.register(try type("Library", fixture.host), name: "private")
    fixture.registry.state = {
      try fixture.registry.store(people)
      try fixture.registry.store(fixture.library)
      try fixture.registry.store(people)
    }
    try fixture.registry.storeState()
    #expect(storage.writes == [["okit/data/people.json", "okit/data/default.json"]])
    #expect(fixture.registry.pending == ["private"])
    fixture.registry.state = {
      try fixture.store.set(people, "motto", .string("x"))
      try fixture.registry.store(people)
      throw Diagnostic("script.error", "in state")
    }
    #expect(problem { try fixture.registry.storeState() } == "script.error: in state")
    #expect(storage.writes.count == 1)
    try fixture.registry.store(people)
    #expect(storage.writes.count == 2, "after a state that failed, storing works as before")
  }

  // MARK: Versions

  private func versioned(_ version: Int, _ migrate: ((JSONValue, Int) throws -> JSONValue)? = nil) throws -> TestHost {
    let host = TestHost()
    let type = try host.define("Settings", "Model", [Property("theme", .string), Property("size", .int)])
    type.version = version
    type.migration = migrate.map(host.migration)
    return host
  }

  @Test func olderDocumentsAreMigrated() throws {
    var seen: [(JSONValue, Int)] = []
    let host = try versioned(3) { old, version in
      seen.append((old, version))
      return ["id": old["id"] ?? .null, "theme": old["color"] ?? .null, "rest": "kept"]
    }
    let text = "{\"id\": \"s\", \"$version\": 2, \"color\": \"dark\", \"size\": \"not a number\"}"
    let storage = try RecordingStorage(text)
    let registry = registry(host, storage)
    let settings = try registry.register(try type("Settings", host))
    #expect(seen.map(\.1) == [2])
    #expect(seen.first?.0 == ["id": "s", "color": "dark", "size": "not a number"])
    #expect(host.store.get(settings, "theme") == .string("dark"))
    #expect(host.store.id(of: settings) == "s")
    #expect(try storage.text() == text, "nothing is written before the application stores")
    #expect(registry.pending == ["default"])
    try registry.storeState()
    #expect(
      try storage.text()
        == "{\n  \"$version\": 3,\n  \"id\": \"s\",\n  \"rest\": \"kept\",\n  \"size\": 0,\n  \"theme\": \"dark\"\n}\n")
    let again = try versioned(3) { _, _ in throw Diagnostic("test.no", "no migration is due") }
    let loaded = try self.registry(again, storage).register(try type("Settings", again))
    #expect(again.store.get(loaded, "theme") == .string("dark"))
    #expect(again.store.jsonValue(loaded)["$version"] == nil)
  }

  @Test func documentsWithoutAVersionAreOfTheFirst() throws {
    let host = try versioned(2) { old, version in ["theme": .string("from \(version)"), "size": old["size"] ?? .null] }
    let settings = try registry(host, try RecordingStorage("{\"size\": 4}")).register(try type("Settings", host))
    #expect(host.store.get(settings, "theme") == .string("from 1"))
    #expect(host.store.get(settings, "size") == .int(4))
    // Without a migration the older document is read as it is, and stored in the new version.
    let plainHost = try versioned(2)
    let storage = try RecordingStorage("{\"size\": 4}")
    let plainRegistry = registry(plainHost, storage)
    let read = try plainRegistry.register(try type("Settings", plainHost))
    #expect(plainHost.store.get(read, "size") == .int(4))
    #expect(plainRegistry.pending == ["default"])
  }

  @Test func migrationsThatFailLeaveTheFile() throws {
    let text = "{\"size\": 4}"
    let file = "docs/okit/data/default.json"
    let note =
      "\n    the file was not changed; StoredModels.restore(\"default\") restores the previous version"
    let cases: [((JSONValue, Int) throws -> JSONValue, String)] = [
      (
        { _, _ in
          throw Diagnostic("script.error", "attempt to index nil", place: Diagnostic.Place(file: "app.lua", line: 3))
        },
        "script.error: app.lua:3: attempt to index nil\n    while reading \(file)" + note
      ),
      ({ _, _ in throw Diagnostic("script.error", "no") }, "script.error: \(file): no" + note),
      (
        { _, _ in [] },
        "model.migration: \(file): the migration of Settings from version 1 returned an array of 0, not an object"
          + note
      ),
      ({ _, _ in ["size": "x"] }, "model.decode: \(file): /size: expected an Int, found \"x\"" + note),
    ]
    for (migrate, expected) in cases {
      let host = try versioned(2, migrate)
      let storage = try RecordingStorage(text)
      let registry = registry(host, storage)
      #expect(problem { _ = try registry.register(try type("Settings", host)) } == expected)
      #expect(try storage.text() == text)
      #expect(storage.writes.isEmpty && registry.get() == nil)
    }
  }

  // MARK: Loading again

  @Test func syncTakesOverWhatIsStored() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    let store = fixture.store
    let book = try fixture.add(
      "Book", ["id": .string("b"), "title": .string("stored"), "subtitle": .string("s")], to: "books")
    try fixture.registry.storeState()
    let stored = fixture.snapshot
    try store.transaction {
      try store.set(book, "title", .string("changed"))
      try fixture.add("Book", ["id": .string("new")], to: "books")
    }
    try fixture.registry.sync()
    #expect(fixture.snapshot == stored)
    #expect(store.find("b") == book, "identities are kept")
    #expect(fixture.registry.pending.isEmpty)
    // Another program wrote the file: unknown keys are kept, missing properties get their defaults.
    let root = store.id(of: fixture.library) ?? ""
    try storage.put("{\"id\": \"\(root)\", \"books\": [{\"id\": \"b\", \"extra\": 1}], \"other\": [true]}")
    try fixture.registry.sync()
    #expect(store.get(book, "title") == .string(""))
    #expect(store.get(book, "subtitle") == .null)
    #expect(fixture.snapshot["other"] == [true])
    #expect(store.jsonValue(book)["extra"] == 1)
    #expect(!store.history.canUndo, "the history belongs to the state before")
  }

  @Test func syncThatFailsChangesNothing() throws {
    let storage = try RecordingStorage()
    let fixture = try ModelFixture(storage: storage)
    _ = try fixture.registry.register(try type("Library", fixture.host), name: "people")
    try fixture.registry.storeState()
    try fixture.store.set(fixture.library, "motto", .string("mine"))
    let before = fixture.snapshot
    try storage.put("{\"motto\": 5}", "people")
    #expect(
      problem { try fixture.registry.sync() }
        == "model.decode: docs/okit/data/people.json: /motto: expected a String, found 5")
    try storage.put("{\"motto\"", "people")
    #expect(problem { try fixture.registry.sync() }.hasPrefix("json.syntax: docs/okit/data/people.json: byte 8: "))
    #expect(fixture.snapshot == before)
    #expect(fixture.registry.pending == ["default"])
  }

  @Test func aTurnThatSyncsClearsTheHistory() throws {
    let fixture = try ModelFixture(storage: try RecordingStorage())
    let store = fixture.store
    try fixture.registry.storeState()
    try store.transaction { try store.set(fixture.library, "motto", .string("x")) }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction {
        try fixture.registry.sync()
        throw Stop()
      }
    }
    #expect(store.history.canUndo && store.get(fixture.library, "motto") == .string("x"), "the turn has failed")
    try store.transaction {
      try store.set(fixture.library, "motto", .string("y"))
      try fixture.registry.sync()
    }
    #expect(!store.history.canUndo && store.get(fixture.library, "motto") == .string(""))
    try store.transaction { try store.set(fixture.library, "motto", .string("z")) }
    #expect(store.history.canUndo)
  }
}
