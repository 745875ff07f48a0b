import OKitModel
import OKitTestSupport
import Testing

@Suite struct PartialTests {
  private let storage: RecordingStorage
  private let fixture: PartsFixture

  init() throws {
    storage = try RecordingStorage([:])
    fixture = try PartsFixture(storage)
  }

  private var store: ModelStore { fixture.store }

  private func name(_ partial: EntityID, in fixture: PartsFixture? = nil) throws -> Value {
    let fixture = fixture ?? self.fixture
    return fixture.store.get(try fixture.group(partial), "name")
  }

  // MARK: Storing

  @Test func anEntityHasADocumentOfItsOwn() throws {
    for number in 1...2 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.registry.storeState()
    #expect(
      storage.writes == [
        ["okit/data/default/defer1.json", "okit/data/default/defer2.json", "okit/data/default.json"]
      ])
    #expect(
      try fixture.document("default/defer1.json") == [
        "best": ["id": try fixture.document("default/defer1.json")["best"]?["id"] ?? .null], "id": "group1",
        "members": .array([]), "name": "group 1", "parts": .array([]),
      ])
    guard case .array(let groups)? = try fixture.document()["groups"] else { throw Diagnostic("test.document", "none") }
    // `sync` has run for the group that the partial was made with.
    #expect(groups[0] == ["id": "defer1", "name": "group 1", "syncs": .int(1)])

    let counting = CountingStorage(storage)
    let again = try PartsFixture(counting)
    let partial = try #require(again.entity("defer2"))
    #expect(counting.reads == ["okit/data/default.json"] && again.entity("group2") == nil)
    #expect(try name(partial, in: again) == .string("group 2"))
    #expect(counting.reads == ["okit/data/default.json", "okit/data/default/defer2.json"])
    let group = try #require(again.entity("group2"))
    #expect(again.store.parent(of: group) == partial && again.store.isManaged(group))
    #expect(again.registry.pending == [] && again.store.history.canUndo == false)
    #expect(again.store.get(partial, "syncs") == .int(1))
  }

  @Test func onlyPartialsThatChangedAreWritten() throws {
    for number in 1...3 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let person = try again.add(
      "Person", ["id": .string("p")], to: "members", of: try again.group(try #require(again.entity("defer2"))))
    #expect(again.registry.pending == ["default"])
    try again.registry.storeState()
    // `sync` has counted in the partial, which belongs to the model's document.
    #expect(storage.writes.last == ["okit/data/default/defer2.json", "okit/data/default.json"])
    try again.store.set(person, "name", .string("Ann"))
    try again.registry.storeState()
    #expect(storage.writes.last == ["okit/data/default/defer2.json", "okit/data/default.json"])
    try again.store.set(again.shop, "picks", .list([.string("p")]))
    try again.registry.storeState()
    #expect(storage.writes.last == ["okit/data/default.json"])
    _ = try again.group(try #require(again.entity("defer1")))
    let count = storage.writes.count
    try again.registry.storeState()
    #expect(storage.writes.count == count)
  }

  @Test func withoutSyncOnlyItsDocumentIsWritten() throws {
    try fixture.host.define("Plain", "ModelPartial", [.deferred("group", "Group")])
    try fixture.host.define("Board", "Model", [Property("plain", .entity("Plain"))])
    let board = try fixture.registry.register(try store.requireType("Board", for: "test"), name: "board")
    try store.set(board, "plain", .map(["id": .string("x")]))
    try fixture.registry.storeState()
    #expect(try fixture.files == [])
    try store.set(try fixture.group(try #require(fixture.entity("x"))), "name", .string("A"))
    try fixture.registry.storeState()
    #expect(storage.writes.last == ["okit/data/board/x.json"] && fixture.registry.pending == [])
  }

  @Test func blobsInAPartialAreStoredWithIt() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try store.set(try fixture.group(partial), "icon", .map(["id": .string("i"), "data": .bytes([1])]))
    try fixture.registry.storeState()
    #expect(try fixture.files == ["_image/i.jpeg", "default/defer1.json"])
    let again = try fixture.reopened()
    _ = try again.group(try #require(again.entity("defer1")))
    #expect(try again.data("i") == [1])
    // Removed with the partial that was not read.
    let third = try fixture.reopened()
    try third.store.transaction { try third.store.remove(from: try third.list("groups"), at: 0) }
    try third.registry.storeState()
    #expect(try third.files == [])
    third.store.history.undo(third.store)
    try third.registry.storeState()
    #expect(try third.files == ["_image/i.jpeg", "default/defer1.json"])
    let fourth = try fixture.reopened()
    _ = try fourth.group(try #require(fourth.entity("defer1")))
    #expect(try fourth.data("i") == [1])
  }

  @Test func partialsInPartials() throws {
    let outer = try fixture.addGroup(1, named: "outer")
    let inner = try fixture.make("Group", ["id": .string("inner"), "name": .string("inner")])
    try fixture.add(
      "GroupDefer", ["id": .string("defer2"), "group": .entity(inner)], to: "parts", of: try fixture.group(outer))
    try fixture.registry.storeState()
    #expect(try fixture.files == ["default/defer1.json", "default/defer2.json"])
    let again = try fixture.reopened()
    let first = try #require(again.entity("defer1"))
    _ = try again.group(first)
    let second = try #require(again.entity("defer2"))
    let before = again.store.get(first, "syncs")
    try again.store.set(try again.group(second), "name", .string("changed"))
    #expect(again.store.get(second, "name") == .string("changed"))
    // Its own properties are in the outer document.
    #expect(again.store.get(first, "syncs").int != before.int)
    try again.registry.storeState()
    #expect(
      storage.writes.last == [
        "okit/data/default/defer1.json", "okit/data/default/defer2.json", "okit/data/default.json",
      ])
    try again.store.remove(from: try again.list("groups"), at: 0)
    try again.registry.storeState()
    #expect(try again.files == [])
  }

  // MARK: Synchronizing

  @Test func changesAreCopiedBothWays() throws {
    let partial = try fixture.addGroup(1, named: "A")
    let group = try fixture.group(partial)
    try store.set(group, "name", .string("B"))
    #expect(store.get(partial, "name") == .string("B") && store.get(partial, "syncs") == .int(2))
    try store.set(partial, "name", .string("C"))
    #expect(store.get(group, "name") == .string("C"))
    #expect(store.get(partial, "syncs") == .int(3))
    try fixture.add("Person", ["name": .string("Ann")], to: "members", of: group)
    #expect(store.get(partial, "syncs") == .int(4))
    try store.set(group, "name", .string("C"))
    #expect(store.get(partial, "syncs") == .int(4))
  }

  @Test func theFirstContentIsCopied() throws {
    let type = try store.requireType("GroupDefer", for: "test")
    func syncs(_ partial: EntityID) -> Value { store.get(partial, "syncs") }
    // With which it is made: when all first values are there.
    let made = try fixture.make("GroupDefer", ["name": .string("old"), "group": .map(["name": .string("A")])])
    #expect(store.get(made, "name") == .string("A") && syncs(made) == .int(1))
    _ = try store.transaction { try store.insert(.entity(made), into: try fixture.list("groups")) }
    #expect(syncs(made) == .int(1))
    // Which is assigned.
    try store.set(made, "group", .map(["name": .string("B")]))
    #expect(store.get(made, "name") == .string("B") && syncs(made) == .int(2))
    // In data that a person has written, and that an entity has given.
    let data: JSONValue = [
      "groups": .array([["id": "fixed", "group": ["name": "C", "members": .array([["name": "Ann"]])]]])
    ]
    for mode in [ModelStore.ApplyMode.strict, .snapshot] {
      try store.apply(["groups": .array([])], to: fixture.shop)
      try store.apply(data, to: fixture.shop, mode: mode)
      let applied = try #require(fixture.entity("fixed"))
      #expect(store.get(applied, "name") == .string("C") && syncs(applied) == .int(1), "\(mode)")
    }
    try store.apply(["groups": .array([])], to: fixture.shop)
    try store.apply(AppliedData(data), to: fixture.shop)
    let decoded = try #require(fixture.entity("fixed"))
    #expect(store.get(decoded, "name") == .string("C") && syncs(decoded) == .int(1))
    // Reading the document, and what is not there, is no content.
    let empty = try fixture.add("GroupDefer", to: "groups")
    _ = try fixture.group(empty)
    #expect(syncs(empty) == .int(0))
    // A mistake leaves nothing to be synchronized.
    #expect(throws: Diagnostic.self) {
      _ = try store.create(type, ["group": .map(["name": .string("D")]), "nothing": .int(1)])
    }
    try store.transaction {}
  }

  @Test func aSyncOfTheFirstContentThatFailsMakesNothing() throws {
    try store.requireType("GroupDefer", for: "test").define(
      function: "sync", fixture.host.function { _, _ in throw Diagnostic("test.no", "no") })
    #expect(problem { _ = try fixture.addGroup(1, named: "A") } == "test.no: no\n    in GroupDefer:sync")
    #expect(store.entities(try fixture.list("groups")) == [])
  }

  @Test func writingThePartialReadsTheDocument() throws {
    try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let partial = try #require(again.entity("defer1"))
    try again.store.set(partial, "name", .string("B"))
    #expect(try name(partial, in: again) == .string("B"))
    try again.registry.storeState()
    let third = try fixture.reopened()
    #expect(try name(try #require(third.entity("defer1")), in: third) == .string("B"))
  }

  @Test func aSyncThatFailsUndoesTheWrite() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try store.requireType("GroupDefer", for: "test").define(
      function: "sync", fixture.host.function { _, _ in throw Diagnostic("test.no", "no") })
    #expect(
      problem { try store.set(try fixture.group(partial), "name", .string("B")) }
        == "test.no: no\n    in GroupDefer:sync")
    #expect(try name(partial) == .string("A"))
  }

  @Test func aSyncThatChangesTheEntityEnds() throws {
    let partial = try fixture.addGroup(1, named: "A")
    let (host, group) = (fixture.host, try fixture.group(partial))
    var calls = 0
    try store.requireType("GroupDefer", for: "test").define(
      function: "sync",
      host.function { partial, _ in
        calls += 1
        guard case .entity(let partial) = partial else { return .null }
        try host.store.set(partial, "name", .string("sync \(calls)"))
        return .null
      })
    try store.set(group, "name", .string("B"))
    #expect(calls == 1 && store.get(group, "name") == .string("sync 1"))
  }

  // MARK: Undo

  @Test func undoGoesThroughPartials() throws {
    try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let partial = try #require(again.entity("defer1"))
    try again.store.transaction { try again.store.set(try again.group(partial), "name", .string("B")) }
    #expect(again.store.get(partial, "syncs") == .int(2))
    again.store.history.undo(again.store)
    #expect(try name(partial, in: again) == .string("A") && again.store.get(partial, "syncs") == .int(1))
    again.store.history.redo(again.store)
    #expect(try name(partial, in: again) == .string("B") && again.store.get(partial, "syncs") == .int(2))
    try again.registry.storeState()
    #expect(try fixture.document("default/defer1.json")["name"] == "B")
    again.store.history.undo(again.store)
    #expect(again.registry.pending == ["default"])
    try again.registry.storeState()
    #expect(try fixture.document("default/defer1.json")["name"] == "A")
  }

  @Test func aTransactionThatFailsLeavesThePartialAsItIsStored() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    #expect(throws: Diagnostic.self) {
      try store.transaction {
        try store.set(try fixture.group(partial), "name", .string("B"))
        throw Diagnostic("test.no", "no")
      }
    }
    #expect(try name(partial) == .string("A") && fixture.registry.pending == [])
  }

  @Test func theDocumentGoesAfterTheModelIsStored() throws {
    try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    try again.store.transaction { try again.store.remove(from: try again.list("groups"), at: 0) }
    storage.failure = Diagnostic("storage.write", "the disk is full")
    #expect(problem { try again.registry.storeState() }.hasPrefix("storage.write"))
    #expect(try again.files == ["default/defer1.json"])
    storage.failure = nil
    try again.registry.storeState()
    #expect(try again.files == [] && again.registry.pending == [])
    again.store.history.undo(again.store)
    try again.registry.storeState()
    let third = try fixture.reopened()
    #expect(try name(try #require(third.entity("defer1")), in: third) == .string("A"))
  }

  @Test func anotherEntityIsAssigned() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let loaded = try #require(again.entity("defer1"))
    try again.store.transaction {
      try again.store.set(loaded, "group", .map(["id": .string("new"), "name": .string("N")]))
    }
    #expect(again.entity("group1") == nil && again.entity("new") != nil)
    try again.registry.storeState()
    #expect(try fixture.document("default/defer1.json")["id"] == "new")
    again.store.history.undo(again.store)
    #expect(try name(loaded, in: again) == .string("A"))
    try again.store.set(loaded, "group", .null)
    #expect(try name(loaded, in: again) == .string("<New Group>"))
    _ = partial
  }

  // MARK: New ones

  @Test func withoutADocumentTheEntityIsNew() throws {
    let partial = try fixture.add("GroupDefer", ["id": .string("d")], to: "groups")
    try fixture.registry.storeState()
    #expect(try fixture.files == [])
    let ids = try (1...2).map { _ in
      let again = try fixture.reopened()
      let group = try again.group(try #require(again.entity("d")))
      #expect(again.store.get(group, "name") == .string("<New Group>") && again.registry.pending == [])
      return again.store.id(of: group)
    }
    // The same one each time, so that references to it keep their target.
    let id = store.id(of: try fixture.group(partial))
    #expect(ids[0] == ids[1] && ids[0] == id)
    try store.set(try fixture.group(partial), "name", .string("first"))
    try fixture.registry.storeState()
    #expect(try fixture.files == ["default/d.json"] && fixture.document("default/d.json")["id"]?.text == ids[0])
  }

  @Test func readingTakesNoIDs() throws {
    let one = try PartsFixture(TransientStorage())
    let two = try PartsFixture(TransientStorage())
    for fixture in [one, two] { try fixture.add("GroupDefer", ["id": .string("d")], to: "groups") }
    _ = try one.group(try #require(one.entity("d")))
    #expect(one.store.id(of: try one.make("Person")) == two.store.id(of: try two.make("Person")))
  }

  // MARK: References

  @Test func referencesIntoPartials() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try fixture.add("Person", ["id": .string("ann")], to: "members", of: try fixture.group(partial))
    try store.set(fixture.shop, "picks", .list([.string("ann"), .string("nobody")]))
    try fixture.registry.storeState()
    let counting = CountingStorage(storage)
    let again = try PartsFixture(counting)
    #expect(try again.store.danglingReferences().map(\.key) == ["nobody"])
    #expect(again.entity("ann") == nil)
    let pick = try #require(again.store.entities(try again.list("picks")).first)
    #expect(again.store.target(of: pick) == nil)
    _ = try again.group(try #require(again.entity("defer1")))
    #expect(again.store.target(of: pick).flatMap(again.store.id) == "ann")
  }

  @Test func removingAPartialFollowsTheRulesOfReferences() throws {
    let first = try fixture.addGroup(1, named: "A")
    try fixture.add("Person", ["id": .string("ann")], to: "members", of: try fixture.group(first))
    let second = try fixture.addGroup(2, named: "B")
    try store.set(try fixture.group(second), "best", .string("ann"))
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let group = try again.group(try #require(again.entity("defer2")))
    try again.store.remove(from: try again.list("groups"), at: 0)
    guard case .entity(let best) = again.store.get(group, "best") else { throw Diagnostic("test.entity", "none") }
    #expect(again.store.get(best, "refKey") == .null)
  }

  // MARK: What is wrong

  @Test func aDamagedDocumentIsAnErrorAtFirstUse() throws {
    for number in 1...3 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.registry.storeState()
    for (number, text) in [(1, #"{"id": "group1", "name": 5}"#), (2, #"{"id": "group2","#)] {
      try storage.write([StorageWrite(path: "okit/data/default/defer\(number).json", bytes: Array(text.utf8))]).wait()
    }
    let again = try fixture.reopened()
    let partials = try (1...3).map { try #require(again.entity("defer\($0)")) }
    let wrong = #expect(throws: Diagnostic.self) { try again.store.readPart(partials[0]) }
    #expect(wrong?.code == "model.decode" && wrong?.message == "/name: expected a String, found 5")
    #expect(wrong?.place == Diagnostic.Place(file: "okit/data/default/defer1.json", offset: 25))
    let cut = #expect(throws: Diagnostic.self) { try again.store.readPart(partials[1]) }
    #expect(cut?.code == "json.syntax")
    #expect(cut?.place == Diagnostic.Place(file: "okit/data/default/defer2.json", offset: 16))
    #expect(again.store.get(partials[0], "group") == .null && again.store.get(partials[0], "group") == .null)
    #expect(again.host.reports.map(\.code) == ["model.decode"])
    #expect(try name(partials[2], in: again) == .string("group 3"))
    // Nothing overwrites it.
    #expect(throws: Diagnostic.self) { try again.store.set(partials[0], "group", .map([:])) }
    try again.store.set(try again.group(partials[2]), "name", .string("new"))
    try again.registry.storeState()
    #expect(storage.writes.last == ["okit/data/default/defer3.json", "okit/data/default.json"])
    // Nor does removing the partial delete it.
    try again.store.remove(from: try again.list("groups"), at: 0)
    try again.registry.storeState()
    #expect(try again.files.contains("default/defer1.json"))
    #expect(again.host.reports.map(\.code) == ["model.decode", "model.decode"])
  }

  @Test func anIDThatIsTakenIsAnErrorAtItsPlace() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try fixture.add("Person", ["id": .string("ann")], to: "members", of: try fixture.group(partial))
    try fixture.registry.storeState()
    let document = try storage.text()
    try storage.put(document.replacingFirst("\"persons\": []", with: #""persons": [{"id": "ann"}]"#))
    let again = try fixture.reopened()
    let error = #expect(throws: Diagnostic.self) { try again.store.readPart(try #require(again.entity("defer1"))) }
    #expect(error?.code == "model.duplicateId" && error?.place?.file == "okit/data/default/defer1.json")
    #expect(error?.place?.offset != nil)
  }

  @Test func rulesOfTheDeclaration() throws {
    func code(_ body: () throws -> Void) -> Diagnostic? { #expect(throws: Diagnostic.self) { try body() } }
    let outside = code { try fixture.host.define("Wrong", [.deferred("group", "Group")]) }
    #expect(outside?.code == "model.property" && outside?.hint == "extend okit.ModelPartial")
    let twice = code {
      try fixture.host.define("Twice", "ModelPartial", [.deferred("a", "Group"), .deferred("b", "Group")])
    }
    #expect(twice?.code == "model.property")
    #expect(
      code { try fixture.host.define("Below", "GroupDefer", [.deferred("b", "Group")]) }?.code == "model.property")
    let long = try fixture.add("GroupDefer", ["id": .string(String(repeating: "x", count: 161))], to: "groups")
    #expect(code { try store.readPart(long) }?.code == "partial.id")
    try fixture.registry.storeState()
    for name in ["_data", "_image"] { #expect(!ModelRegistry.isValid(name)) }
  }

  @Test func hostileIDsStayInTheFolder() throws {
    let ids = ["../evil", "/etc/passwd", "..", ".hidden", "a/b"]
    for id in ids {
      try fixture.add("GroupDefer", ["id": .string(id), "group": .map(["name": .string(id)])], to: "groups")
    }
    try fixture.registry.storeState()
    let files = try fixture.files
    #expect(
      files.count == ids.count && files.allSatisfy { $0.hasPrefix("default/") && $0.split(separator: "/").count == 2 })
    let again = try fixture.reopened()
    for id in ids { #expect(try name(try #require(again.entity(id)), in: again) == .string(id)) }
  }

  // MARK: Snapshots, reading again, reloads

  @Test func snapshotsHaveTheEntity() throws {
    try store.set(try fixture.addGroup(1, named: "A"), "name", .string("A"))
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let before = again.store.jsonValue(again.shop)
    #expect(before == store.jsonValue(fixture.shop))
    let partial = try #require(again.entity("defer1"))
    try again.store.set(try again.group(partial), "name", .string("B"))
    try again.store.apply(before, to: again.shop)
    #expect(again.store.jsonValue(again.shop)["groups"] == before["groups"])
    let copy = try PartsFixture(TransientStorage())
    try copy.store.apply(before, to: copy.shop)
    #expect(copy.store.jsonValue(copy.shop)["groups"] == before["groups"])
  }

  @Test func readingTheModelAgainReadsItsPartials() throws {
    let partial = try fixture.addGroup(1, named: "A")
    try fixture.addGroup(2, named: "B")
    try fixture.registry.storeState()
    let group = try fixture.group(partial)
    try store.set(group, "name", .string("changed"))
    try fixture.add("Person", to: "members", of: group)
    try fixture.addGroup(3, named: "C")
    try fixture.registry.sync()
    #expect(try name(partial) == .string("A") && fixture.group(partial) == group)
    #expect(store.count(try fixture.list("members", of: group)) == 0 && fixture.entity("defer3") == nil)
    #expect(fixture.registry.pending == [])
    try storage.write([StorageWrite(path: "okit/data/default/defer1.json", bytes: Array("{".utf8))]).wait()
    let error = #expect(throws: Diagnostic.self) { try fixture.registry.sync() }
    #expect(error?.place?.file == "okit/data/default/defer1.json" && error?.code == "json.syntax")
  }

  @Test func aReloadKeepsWhatWasNotStored() throws {
    for number in 1...4 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.registry.storeState()
    let old = try fixture.reopened()
    try old.store.set(try old.group(try #require(old.entity("defer1"))), "name", .string("changed"))
    _ = try old.group(try #require(old.entity("defer2")))
    try old.store.remove(from: try old.list("groups"), at: 3)
    let counting = CountingStorage(storage)
    let new = try PartsFixture(counting, seed: 7, model: "Window", name: "other")
    new.registry.restore(try old.registry.snapshot())
    _ = try new.registry.register(try new.store.requireType("Shop", for: "test"))
    #expect(try name(try #require(new.entity("defer1")), in: new) == .string("changed"))
    #expect(counting.reads == [])
    #expect(try name(try #require(new.entity("defer2")), in: new) == .string("group 2"))
    try new.registry.storeState()
    #expect(storage.writes.last == ["okit/data/default/defer1.json", "okit/data/default.json"])
    #expect(try fixture.files == (1...3).map { "default/defer\($0).json" })
    let again = try fixture.reopened()
    #expect(try name(try #require(again.entity("defer1")), in: again) == .string("changed"))
  }

  @Test func bindingsReadDocuments() throws {
    try fixture.addGroup(1, named: "A")
    try fixture.registry.storeState()
    let again = try fixture.reopened()
    let partial = try #require(again.entity("defer1"))
    let program = try again.host.evaluator.program("group/name")
    var names: [Value] = []
    let observation = PathObservation(again.host.evaluator, program, partial) { new, _ in names.append(new) }
    #expect(again.host.evaluator.get(program, partial) == .string("A"))
    try again.store.set(try again.group(partial), "name", .string("B"))
    #expect(again.store.graph.flush().isEmpty && names == [.string("B")])
    withExtendedLifetime(observation) {}
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    let parts = split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? parts[0] + other + parts[1] : self
  }
}
