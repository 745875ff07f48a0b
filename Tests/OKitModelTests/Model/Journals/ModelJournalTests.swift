import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitStorage

/// What the registry writes for a model whose document is large.
@Suite struct ModelJournalTests {
  @Test func smallDocumentsAreWrittenWhole() throws {
    let storage = TransientStorage()
    let fixture = try ModelFixture(storage: storage)
    try fixture.registry.storeState()
    try fixture.store.transaction { try fixture.store.set(fixture.library, "motto", .string("x")) }
    try fixture.registry.storeState()
    #expect(try storage.readDocument(JournalFixture.path)?.journal == [])
    #expect(String(decoding: try storage.read(JournalFixture.path) ?? [], as: UTF8.self).contains("\"motto\": \"x\""))
  }

  @Test func aStoreAppendsARecordOfWhatHasChanged() throws {
    let journal = try JournalFixture()
    let document = try journal.stored.bytes
    try journal.store(title: "new")
    #expect(try journal.lastPatch == #"[{"op":"replace","path":"a/title","value":"new"}]"#)
    try journal.store(title: "newer")
    #expect(try journal.records.count == 2)
    #expect(try journal.records[1].hasPrefix(#"{"sequence":2,"document":""#))
    #expect(try journal.stored.bytes == document)
    try journal.store.transaction {
      let books = try journal.fixture.list("books")
      try journal.store.remove(from: books, at: 1)
      try journal.store.insert(.map(["id": .string("c"), "title": .string("C")]), into: books, at: 0)
      try journal.fixture.add("Chapter", ["id": .string("k")], to: "chapters", of: try journal.entity("c"))
    }
    try journal.registry.storeState()
    let library = try #require(journal.store.id(of: journal.fixture.library))
    let patch = try journal.lastPatch
    let (removed, added) = ("\(library)/books/1", "\(library)/books/0")
    #expect(patch.hasPrefix(#"[{"op":"remove","path":"\#(removed)"},{"op":"add","path":"\#(added)","value":{"#))
    #expect(try journal.reloaded() == journal.fixture.snapshot)
    #expect(journal.registry.pending.isEmpty)
  }

  /// The index of ids that replaying the journal needs becomes that of the store.
  @Test func idsOfAReplayedJournalAreFound() throws {
    let journal = try JournalFixture()
    try journal.store.transaction {
      let books = try journal.fixture.list("books")
      try journal.store.remove(from: books, at: 0)
      try journal.fixture.add("Book", ["id": .string("c")], to: "books")
      try journal.fixture.add("Chapter", ["id": .string("k")], to: "chapters", of: try journal.entity("c"))
    }
    try journal.registry.storeState()
    try #require(try journal.records.count == 1)
    let reloaded = try ModelFixture(seed: 77, storage: journal.storage)
    let store = reloaded.store
    for id in ["b", "c", "k", "large"] { #expect(try store.id(of: #require(store.find(id))) == id) }
    #expect(store.find("a") == nil)
    let taken = #expect(throws: Diagnostic.self) { try reloaded.add("Book", ["id": .string("k")], to: "books") }
    #expect(taken?.code == "model.duplicateId")
    _ = try reloaded.add("Book", ["id": .string("a")], to: "books")
    #expect(store.find("a") != nil)
  }

  @Test func changesThatCancelOutWriteNothing() throws {
    let journal = try JournalFixture()
    try journal.set("a", "title", .string("x"))
    try journal.set("a", "title", .string("a"))
    #expect(journal.registry.pending == ["default"])
    try journal.registry.storeState()
    #expect(try journal.stored.journal == [])
    #expect(journal.registry.pending.isEmpty)
  }

  @Test func undoingIsAChange() throws {
    let journal = try JournalFixture()
    try journal.store(title: "new")
    journal.store.history.undo(journal.store)
    try journal.registry.storeState()
    #expect(try journal.lastPatch == #"[{"op":"replace","path":"a/title","value":"a"}]"#)
    journal.store.history.redo(journal.store)
    try journal.registry.storeState()
    #expect(try journal.lastPatch == #"[{"op":"replace","path":"a/title","value":"new"}]"#)
  }

  /// What no transaction has recorded is stored with the whole document.
  @Test func changesOutsideOfATransactionAreStoredWhole() throws {
    let journal = try JournalFixture()
    let book = try journal.entity("a")
    let changes = [("title", Value.string("new")), ("price", .double(2)), ("isRead", .bool(true))]
    for (number, change) in changes.enumerated() {
      try journal.set("b", "title", .string("in a transaction \(number)"))
      try journal.store.set(book, change.0, change.1)
      try journal.registry.storeState()
      #expect(try journal.stored.journal == [])
      #expect(try journal.reloaded() == journal.fixture.snapshot)
    }
    try journal.store(title: "newest")
    #expect(try journal.records.count == 1)
  }

  @Test func largeChangesAreStoredWhole() throws {
    let journal = try JournalFixture()
    try journal.store(title: String(repeating: "t", count: 17_000))
    #expect(try journal.stored.journal.count > 0)
    try journal.store(title: String(repeating: "t", count: 30_000))
    #expect(try journal.stored.journal == [])
    try journal.store.transaction {
      for number in 0..<3000 { try journal.store.set(try journal.entity("a"), "price", .double(Double(number % 2))) }
    }
    try journal.store.transaction {
      for number in 0..<1500 {
        try journal.store.set(try journal.entity("a"), "price", .double(Double(number)))
        try journal.store.set(try journal.entity("b"), "price", .double(Double(number)))
      }
    }
    try journal.registry.storeState()
    #expect(try journal.stored.journal == [], "more mutations than a journal looks at")
    #expect(try journal.reloaded() == journal.fixture.snapshot)
  }

  @Test func aLongJournalIsFoldedIntoTheDocument() throws {
    let journal = try JournalFixture()
    var (longest, checkpoints) = (0, 0)
    var before = try journal.stored
    for number in 0..<60 {
      try journal.store(title: "\(number)" + String(repeating: "t", count: 10_000))
      let now = try journal.stored
      if now.journal.isEmpty {
        checkpoints += 1
        #expect(try journal.storage.readPreviousDocument(JournalFixture.path) == before)
      }
      longest = max(longest, now.journal.count)
      before = now
    }
    #expect(checkpoints == 2)
    #expect(longest > 245_000 && longest <= 256 << 10)
    #expect(try journal.reloaded() == journal.fixture.snapshot)
  }

  @Test func aLoadedModelContinuesItsJournal() throws {
    let first = try JournalFixture()
    try first.store(title: "one")
    let second = try ModelFixture(seed: 5, storage: first.storage)
    try second.store.transaction {
      try second.store.set(try #require(second.store.find("b")), "title", .string("two"))
    }
    try second.registry.storeState()
    #expect(try first.records.count == 2)
    #expect(try first.reloaded() == second.snapshot)
  }

  /// The journal names entities by ids, which such a document gets only when it is stored.
  @Test func aDocumentWithoutIDsIsStoredWholeFirst() throws {
    let text = "{\"persons\": [{\"name\": \"\(String(repeating: "x", count: 70_000))\"}], \"motto\": \"m\"}"
    let storage = TransientStorage()
    try storage.write([StorageWrite(path: JournalFixture.path, bytes: Array(text.utf8))]).wait()
    let fixture = try ModelFixture(storage: storage)
    for (motto, hasJournal) in [("one", false), ("two", true)] {
      try fixture.store.transaction { try fixture.store.set(fixture.library, "motto", .string(motto)) }
      try fixture.registry.storeState()
      #expect(try storage.readDocument(JournalFixture.path)?.journal.isEmpty != hasJournal)
    }
    #expect(try ModelFixture(seed: 9, storage: storage).snapshot == fixture.snapshot)
  }

  @Test func storingDuringATransaction() throws {
    let journal = try JournalFixture()
    let book = try journal.entity("a")
    try journal.store.transaction {
      try journal.store.set(book, "price", .double(1))
      try journal.registry.storeState()
      // The same property again, which would otherwise become one mutation with the stored one.
      try journal.store.set(book, "price", .double(2))
    }
    #expect(try journal.lastPatch == #"[{"op":"replace","path":"a/price","value":1}]"#)
    try journal.registry.storeState()
    #expect(try journal.lastPatch == #"[{"op":"replace","path":"a/price","value":2}]"#)
    let failed = problem {
      try journal.store.transaction {
        try journal.store.set(book, "price", .double(3))
        try journal.registry.storeState()
        throw Diagnostic("test.stop", "stop")
      }
    }
    #expect(failed == "test.stop: stop")
    #expect(journal.registry.pending == ["default"])
    try journal.registry.storeState()
    #expect(try journal.reloaded() == journal.fixture.snapshot)
    #expect(journal.store.get(book, "price") == .double(2))
  }

  // MARK: Failures

  @Test func aFailedStoreKeepsItsChanges() throws {
    let storage = try RecordingStorage()
    let journal = try JournalFixture(storage: storage)
    try journal.set("a", "title", .string("one"))
    storage.failure = Diagnostic("storage.full", "the disk is full")
    #expect(problem { try journal.registry.storeState() } == "storage.full: the disk is full")
    #expect(journal.registry.pending == ["default"])
    try journal.set("b", "title", .string("two"))
    storage.failure = nil
    try journal.registry.storeState()
    #expect(
      try journal.lastPatch
        == #"[{"op":"replace","path":"a/title","value":"one"},{"op":"replace","path":"b/title","value":"two"}]"#)
    #expect(try journal.reloaded() == journal.fixture.snapshot)
  }

  @Test func storesThatTakeTheirTime() throws {
    let storage = DelayedStorage()
    let journal = try JournalFixture(storage: storage)
    try journal.registry.waitUntilStored()
    func change(_ title: String) throws { try journal.store(title: title) }
    try change("one")
    storage.finishNext()
    #expect(try journal.records.count == 1)
    // While a store is not finished, the next one writes everything.
    try change("two")
    try change("three")
    storage.failure = Diagnostic("test.storage", "no connection")
    storage.finishNext()
    storage.finishNext()
    #expect(try journal.stored.journal == [])
    #expect(try journal.reloaded() == journal.fixture.snapshot)
    for failing in 0..<2 {
      try change("four \(failing)")
      try change("five \(failing)")
      if failing == 1 { storage.finishNext() }
      storage.failure = Diagnostic("test.storage", "no connection")
      storage.finishNext()
      if failing == 0 {
        storage.failure = Diagnostic("test.storage", "no connection")
        storage.finishNext()
      }
      #expect(journal.registry.pending == ["default"])
      try journal.registry.storeState()
      try journal.registry.waitUntilStored()
      #expect(try journal.reloaded() == journal.fixture.snapshot)
    }
  }

  @Test func severalModelsAreStoredAllOrNone() throws {
    let directory = DocumentsDirectory()
    let storage = directory.owner()
    let journal = try JournalFixture(storage: storage)
    let type = try journal.store.requireType("Library", for: "test")
    let people = try journal.registry.register(type, name: "people")
    try journal.store.transaction {
      let name = Value.string(String(repeating: "x", count: 70_000))
      try journal.fixture.add("Person", ["id": .string("other"), "name": name], to: "persons", of: people)
    }
    try journal.registry.storeState()
    let before = try ["default", "people"].map { try storage.readDocument("okit/data/\($0).json") }
    try journal.store.transaction {
      // It moves from one model to the other.
      let person = try journal.fixture.make("Person", ["id": .string("moved")])
      try journal.store.insert(.entity(person), into: try journal.fixture.list("persons"))
      try journal.store.set(people, "motto", .string("m"))
    }
    var calls = 0
    storage.tree.interrupt = { _ in
      calls += 1
      return calls == 7 ? FileError(code: 28) : nil
    }
    #expect(problem { try journal.registry.storeState() }.hasPrefix("storage.write: "))
    storage.tree.interrupt = nil
    #expect(try ["default", "people"].map { try storage.readDocument("okit/data/\($0).json") } == before)
    #expect(journal.registry.pending == ["default", "people"])
    try journal.registry.storeState()
    try journal.store.transaction {
      let persons = try journal.fixture.list("persons")
      let person = try journal.entity("moved")
      try journal.store.remove(from: persons, at: try #require(journal.store.index(of: .entity(person), in: persons)))
      try journal.store.insert(.entity(person), into: try journal.fixture.list("persons", of: people), at: 0)
    }
    try journal.registry.storeState()
    for name in ["default", "people"] {
      let journal = try #require(try storage.readDocument("okit/data/\(name).json")).journal
      #expect(journal.filter { $0 == 0x0A }.count == 2)
    }
    storage.close()
    let reader = try ModelFixture(seed: 3, storage: directory.reader())
    let readPeople = try reader.registry.register(
      try reader.store.requireType("Library", for: "test"), name: "people")
    #expect(reader.snapshot == journal.fixture.snapshot)
    #expect(reader.store.jsonValue(readPeople) == journal.store.jsonValue(people))
  }

  // MARK: What cannot be read

  /// Returns what loading a changed document or journal throws. Checks that nothing is written.
  private func refusal(_ change: (inout StoredDocument) -> Void) throws -> String {
    let journal = try JournalFixture()
    for title in ["one", "two", "three"] { try journal.store(title: title) }
    var stored = try journal.stored
    change(&stored)
    let storage = TransientStorage()
    try storage.write([StorageWrite(path: JournalFixture.path, bytes: stored.bytes, journal: stored.journal)]).wait()
    let found = problem { _ = try ModelFixture(seed: 2, storage: storage) }
    #expect(try storage.readDocument(JournalFixture.path) == stored)
    return found
  }

  @Test func aDamagedRecordIsRefused() throws {
    let found = try refusal { $0.journal[$0.journal.count / 2] ^= 1 }
    #expect(
      found.hasPrefix(
        "storage.journal: docs/okit/data/default.json.journal:2: record 2 of the journal is damaged: its checksum is "))
    #expect(
      found.hasSuffix(
        """
            the files were not changed; StoredModels.restore("default") restores the previous version; keeping only \
        its first line restores the state before record 2
        """))
  }

  @Test func anEditedDocumentIsRefused() throws {
    let changes: [(inout StoredDocument) -> Void] = [
      { $0.bytes += [0x20] }, { $0.bytes = [] }, { $0.bytes[5] ^= 1 },
    ]
    for change in changes {
      let found = try refusal(change)
      #expect(
        found.hasPrefix(
          """
          storage.edited: docs/okit/data/default.json.journal:1: the journal belongs to another version of \
          docs/okit/data/default.json: the checksum of the document is
          """))
      #expect(found.contains("undo the edit to keep the journal, or remove the journal to keep the edited document"))
    }
  }

  /// A record that is intact, and says something that cannot be done.
  @Test(arguments: [
    ("nobody/title", "nobody/title: there is no entity with that id"),
    ("a/tags/7", "a/tags/7: there is no such position"),
    ("a", "a: expected id/property[/element]"), ("a/title/0", "a/title/0: expected an object or an array"),
  ])
  func aRecordThatDoesNotFitIsRefused(path: String, reason: String) throws {
    let found = try refusal { stored in
      let bytes = try? JournalRecord.bytes(
        [Patch(.add, path, value: "x")], sequence: 1, document: XXHash64.checksum(stored.bytes))
      stored.journal = bytes ?? []
    }
    #expect(
      found.hasPrefix(
        """
        storage.journal: docs/okit/data/default.json.journal:1: record 1 of the journal does not fit its document: \
        \(reason)
        """), "\(found)")
  }

  @Test func anIncompleteRecordIsLeftOutAndReplaced() throws {
    let journal = try JournalFixture()
    try journal.store(title: "one")
    let before = journal.fixture.snapshot
    let complete = try journal.stored
    try journal.store(title: "two")
    for count in [1, 40, try journal.stored.journal.count - complete.journal.count - 2] {
      let storage = TransientStorage()
      let cut = Array(try journal.stored.journal.prefix(complete.journal.count + count))
      try storage.write([StorageWrite(path: JournalFixture.path, bytes: complete.bytes, journal: cut)]).wait()
      let fixture = try ModelFixture(seed: 2, storage: storage)
      #expect(fixture.snapshot == before)
      #expect(try storage.readDocument(JournalFixture.path)?.journal == cut)
      try fixture.store.transaction { try fixture.store.set(fixture.library, "motto", .string("m")) }
      try fixture.registry.storeState()
      #expect(try ModelFixture(seed: 3, storage: storage).snapshot == fixture.snapshot)
    }
  }

  // MARK: Other classes

  /// A class that has lost a property, and one of a later version, read the journal too.
  @Test func journalsOfOlderClassesAreRead() throws {
    func host(_ properties: [Property], version: Int = 1) throws -> TestHost {
      let host = TestHost()
      let type = try host.define("Settings", "Model", [Property("text", .string)] + properties)
      type.version = version
      if version > 1 {
        type.migration = host.migration { old, from in
          let theme = JSONValue.string("\(old["theme"] ?? .null), \(from)")
          return ["id": old["id"] ?? .null, "text": old["text"] ?? .null, "theme": theme]
        }
      }
      return host
    }
    let (storage, theme) = (TransientStorage(), Property("theme", .string))
    let first = try host([theme, Property("sizes", .list(.int))])
    let registry = ModelRegistry(store: first.store, storage: storage)
    let settings = try registry.register(try first.store.requireType("Settings", for: "test"))
    try first.store.set(settings, "text", .string(String(repeating: "x", count: 70_000)))
    try registry.storeState()
    try first.store.transaction {
      try first.store.set(settings, "theme", .string("dark"))
      try first.store.set(settings, "sizes", .list([.int(1), .int(2)]))
    }
    try registry.storeState()
    #expect(try storage.readDocument(JournalFixture.path)?.journal.isEmpty == false)

    let without = try host([theme])
    let other = ModelRegistry(store: without.store, storage: storage)
    let read = try other.register(try without.store.requireType("Settings", for: "test"))
    #expect(without.store.get(read, "theme") == .string("dark"))
    #expect(without.store.jsonValue(read)["sizes"] == [1, 2])
    #expect(other.pending.isEmpty)

    let later = try host([theme], version: 2)
    let third = ModelRegistry(store: later.store, storage: storage)
    let migrated = try third.register(try later.store.requireType("Settings", for: "test"))
    #expect(later.store.get(migrated, "theme") == .string("string(\"dark\"), 1"))
    #expect(third.pending == ["default"])

    let wrong = try host([Property("theme", .int)])
    let fourth = ModelRegistry(store: wrong.store, storage: storage)
    let found = problem { _ = try fourth.register(try wrong.store.requireType("Settings", for: "test")) }
    #expect(found.hasPrefix("model.decode: okit/data/default.json: "), "\(found)")
  }

  @Test func syncReadsTheJournal() throws {
    let journal = try JournalFixture()
    try journal.store(title: "one")
    let stored = journal.fixture.snapshot
    try journal.set("a", "title", .string("changed"))
    try journal.registry.sync()
    #expect(journal.fixture.snapshot == stored)
    #expect(journal.registry.pending.isEmpty)
    try journal.store(title: "two")
    #expect(try journal.reloaded() == journal.fixture.snapshot)
  }
}
