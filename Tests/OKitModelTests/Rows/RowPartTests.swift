import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Blobs and partials of a model in a database.
@Suite struct RowPartTests {
  let folder: TestFolder
  let base: SQLiteDatabases
  let databases: FailingDatabases
  let fixture: PartsFixture

  init() throws {
    folder = try TestFolder()
    base = SQLiteDatabases(documents: folder.path)
    databases = FailingDatabases(base)
    fixture = try PartsFixture(databases: databases)
    for number in 1...2 { try fixture.addBook(number, cover: [UInt8](repeating: UInt8(number), count: number)) }
    for number in 1...2 { try fixture.addGroup(number, named: "group \(number)") }
    try fixture.store.set(
      try fixture.group(try entity("defer1")), "icon", .map(["id": .string("icon"), "data": .bytes([9])]))
    try fixture.registry.storeState()
  }

  private func entity(_ id: String) throws -> EntityID { try entity(id, in: fixture) }

  private func entity(_ id: String, in fixture: PartsFixture) throws -> EntityID {
    guard let entity = fixture.entity(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  private func run(_ sql: String) throws {
    try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .write).run(sql)
  }

  private func rows(_ sql: String) throws -> [RowValue] {
    try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .read).values(sql)
  }

  /// Changes, adds and removes parts of both kinds.
  private func change(_ fixture: PartsFixture) throws {
    let store = fixture.store
    try store.transaction {
      try store.set(try entity("cover1", in: fixture), "data", .bytes([7, 7, 7]))
      try store.remove(from: try fixture.list("books"), at: 1)
      try fixture.addBook(3, cover: [4])
      try store.set(try fixture.group(try entity("defer1", in: fixture)), "name", .string("changed"))
      try store.set(try entity("icon", in: fixture), "data", .bytes([8, 8]))
      try store.remove(from: try fixture.list("groups"), at: 1)
      try fixture.addGroup(3, named: "group 3")
    }
  }

  private static let stored = [
    "okit_blob cover1", "okit_blob cover2", "okit_blob icon", "okit_partial defer1", "okit_partial defer2",
  ]

  @Test func aBlobWithoutASizeHasThatOfItsRow() throws {
    try run("UPDATE ModelImage SET size = NULL")
    try run("UPDATE okit_blob SET content = 'für' WHERE id = 'cover2'")
    let again = try PartsFixture(databases: SQLiteDatabases(documents: folder.path))
    #expect(again.store.get(try entity("cover1", in: again), "size") == .int(1))
    #expect(again.store.get(try entity("cover2", in: again), "size") == .int(4))
  }

  @Test func `a person can read blobs and partials`() throws {
    #expect(try fixture.partRows == Self.stored)
    #expect(try rows("SELECT hex(content) FROM okit_blob ORDER BY id") == [.text("01"), .text("0202"), .text("09")])
    #expect(
      try rows("SELECT document ->> 'name' FROM okit_partial ORDER BY id") == [.text("group 1"), .text("group 2")])
    #expect(
      try rows("SELECT format FROM ModelImage JOIN okit_blob USING (id) WHERE length(content) = size")
        == [.text("image/png"), .text("image/png")])
    #expect(try rows("SELECT name FROM pragma_table_info('Group')") == [])
  }

  @Test func `parts are read when they are used`() throws {
    let again = try fixture.reopened()
    #expect(again.registry.pending == [])
    try run("UPDATE okit_blob SET content = x'05' WHERE id = 'cover1'")
    try run("UPDATE okit_partial SET document = json_set(document, '$.name', 'by hand') WHERE id = 'defer2'")
    #expect(try again.data("cover1") == [5])
    #expect(again.store.get(try again.group(try entity("defer2", in: again)), "name") == .string("by hand"))
    #expect(again.registry.pending == [] && again.host.reports == [])
  }

  @Test func `a store writes the parts that have changed`() throws {
    let database = base.open("okit/data/default.sqlite")
    func count(_ change: () throws -> Void) throws -> Int {
      let before = try database.changeCount
      try fixture.store.transaction(change)
      try fixture.registry.storeState()
      return try database.changeCount - before
    }
    let store = fixture.store
    // `sync` counts its calls in the row of the partial.
    #expect(try count { try store.set(try entity("icon"), "data", .bytes([1])) } == 2)
    #expect(try count { try store.set(try entity("icon"), "label", .string("x")) } == 2)
    // The row of the blob has the number of its bytes.
    #expect(try count { try store.set(try entity("cover1"), "data", .bytes([1, 2])) } == 2)
    #expect(try count { try store.set(try entity("cover1"), "data", .bytes([3, 4])) } == 1)
    #expect(try count { try store.set(try entity("book1"), "title", .string("new")) } == 1)
    #expect(try fixture.reopened().snapshot == fixture.snapshot)
  }

  @Test func `a transaction that fails at any change leaves all as before`() throws {
    let old = try fixture.reopened().snapshot
    try change(fixture)
    var failures = 0
    while true {
      databases.remaining = failures
      do {
        try fixture.registry.storeState()
        break
      } catch let error as Diagnostic {
        #expect(error == FailingDatabases.failure)
      }
      databases.remaining = nil
      #expect(fixture.registry.pending == ["default"])
      #expect(try fixture.reopened().snapshot == old, "after \(failures) changes")
      #expect(try fixture.partRows == Self.stored, "after \(failures) changes")
      failures += 1
    }
    databases.remaining = nil
    #expect(failures > 10)
    #expect(fixture.registry.pending == [])
    #expect(try fixture.reopened().snapshot == fixture.snapshot)
    #expect(
      try fixture.partRows == [
        "okit_blob cover1", "okit_blob cover3", "okit_blob icon", "okit_partial defer1", "okit_partial defer3",
      ])
  }

  @Test func `what was removed and stored comes back by undo`() throws {
    let before = fixture.snapshot
    fixture.store.history.clear(fixture.store)
    try change(fixture)
    try fixture.registry.storeState()
    fixture.store.history.undo(fixture.store)
    #expect(fixture.snapshot == before)
    try fixture.registry.storeState()
    #expect(try fixture.partRows == Self.stored)
    #expect(try fixture.reopened().snapshot == before)
  }

  @Test func `missing and damaged rows fail alone`() throws {
    try run("DELETE FROM okit_blob WHERE id = 'cover1'")
    try run("UPDATE okit_blob SET content = x'00' WHERE id = 'cover2'")
    try run("DELETE FROM okit_partial WHERE id = 'defer1'")
    try run("UPDATE okit_partial SET document = '{\"id\": \"group2\", \"name\": 5}' WHERE id = 'defer2'")
    let again = try fixture.reopened()
    func failure(_ id: String) throws -> Diagnostic? {
      do { try again.store.readPart(try entity(id, in: again)) } catch { return error as? Diagnostic }
      return nil
    }
    let file = "\(folder.path)/okit/data/default.sqlite"
    let missing = try #require(try failure("cover1"))
    #expect(missing.code == "blob.missing" && missing.place?.file == file)
    #expect(missing.message == "the row in \"okit_blob\" with the 1 bytes of ModelImage(cover1) is missing")
    let damaged = try #require(try failure("cover2"))
    #expect(damaged.code == "blob.damaged" && damaged.message.hasPrefix("the row in \"okit_blob\" of"))
    let wrong = try #require(try failure("defer2"))
    #expect(wrong.code == "model.decode" && wrong.place == Diagnostic.Place(file: file))
    #expect(wrong.message == "table \"okit_partial\", row \"defer2\": /name: expected a String, found 5")
    // Without a document, the entity is a new one.
    #expect(try failure("defer1") == nil)
    #expect(again.store.get(try again.group(try entity("defer1", in: again)), "name") == .string("<New Group>"))
    try again.store.set(try entity("cover1", in: again), "data", .bytes([3, 3]))
    try again.registry.storeState()
    #expect(try fixture.reopened().data("cover1") == [3, 3])
    #expect(try rows("SELECT document FROM okit_partial") == [.text("{\"id\": \"group2\", \"name\": 5}")])
  }

  @Test func `sync returns to what is stored`() throws {
    let before = fixture.snapshot
    try change(fixture)
    try fixture.registry.sync()
    #expect(fixture.snapshot == before)
    #expect(fixture.registry.pending == [])
    try run("UPDATE okit_partial SET document = json_set(document, '$.name', 'by hand') WHERE id = 'defer1'")
    try run("UPDATE okit_blob SET content = x'05' WHERE id = 'cover1'")
    try fixture.registry.sync()
    #expect(fixture.store.get(try fixture.group(try entity("defer1")), "name") == .string("by hand"))
    #expect(try fixture.data("cover1") == [5])
    #expect(fixture.registry.pending == [])
  }

  @Test func `the check finds missing blobs and rows without an entity`() throws {
    try run("DELETE FROM okit_blob WHERE id = 'cover1'")
    try run("UPDATE okit_blob SET content = x'000000' WHERE id = 'icon'")
    try run("INSERT INTO okit_blob VALUES ('old', x'00')")
    try run("INSERT INTO okit_partial VALUES ('old', '{}')")
    let database = try #require(fixture.database)
    var parts = PartCheck()
    try parts.add(database, of: "default")
    #expect(try parts.damagedBlobs(in: database).map(\.code) == ["blob.missing", "blob.damaged"])
    let orphans = try parts.orphans(in: database, of: "default")
    #expect(orphans.map(\.description) == ["table \"okit_blob\", row \"old\"", "table \"okit_partial\", row \"old\""])
    try PartRow.delete(orphans, from: database)
    #expect(try parts.orphans(in: database, of: "default") == [])
  }

  // MARK: Reloading

  /// The state that a new application finds, whose model is of a class.
  private func stored(_ storage: FileStorage, _ model: String) throws -> JSONValue {
    let fixture = try PartsFixture(storage, databases: databases, seed: 9, model: model)
    defer { #expect(fixture.host.reports == []) }
    return fixture.snapshot
  }

  @Test(arguments: ["Database", "Shop"], ["Database", "Shop"])
  func `a hot reload keeps parts, also in another kind of model`(before: String, after: String) throws {
    let storage = FileStorage(documents: folder.path)
    if before == "Shop" {
      // The suite has begun with a database.
      base.close()
      try storage.write(["", "-wal", "-shm"].map { StorageWrite(removing: "okit/data/default.sqlite\($0)") }).wait()
      let document = try PartsFixture(storage, model: "Shop")
      for number in 1...2 { try document.addBook(number, cover: [UInt8](repeating: UInt8(number), count: number)) }
      for number in 1...2 { try document.addGroup(number, named: "group \(number)") }
      try document.store.set(
        try document.group(try entity("defer1", in: document)), "icon",
        .map(["id": .string("icon"), "data": .bytes([9])])
      )
      try document.registry.storeState()
    }
    // Its blobs and partials have not been read.
    let old = try PartsFixture(storage, databases: databases, seed: 4, model: before)
    try old.store.set(try entity("cover2", in: old), "data", .bytes([5]))
    try old.store.set(try old.group(try entity("defer2", in: old)), "name", .string("not stored"))
    let snapshot = try old.registry.snapshot()
    let new = try PartsFixture(storage, databases: databases, seed: 5, model: "Window", name: "other")
    new.registry.restore(snapshot)
    let root = try new.registry.register(try new.store.requireType(after, for: "test"))
    let expected = old.snapshot
    #expect(new.store.jsonValue(root).withoutReferenceIDs == expected)
    try new.registry.storeState()
    #expect(new.registry.pending == [] && new.host.reports == [])
    #expect(try stored(storage, after) == expected)
    // One form is stored.
    #expect(try storage.list("okit/data").contains("okit/data/default.sqlite") == (after == "Database"))
    #expect(try storage.contains("okit/data/default.json") == (after == "Shop"))
  }

  // MARK: Other models

  @Test func `parts move between a document and a database`() throws {
    let shop = try fixture.registry.register(try fixture.store.requireType("Shop", for: "test"), name: "shop")
    let (store, books) = (fixture.store, try fixture.list("books"))
    func move(_ from: EntityID, _ to: EntityID) throws {
      try store.transaction {
        for list in ["books", "groups"] {
          let source = try fixture.list(list, of: from)
          let moved = try #require(store.entities(source).first)
          try store.remove(from: source, at: 0)
          try store.insert(.entity(moved), into: try fixture.list(list, of: to))
        }
      }
      try fixture.registry.storeState()
      #expect(fixture.registry.pending == [])
    }
    let before = fixture.snapshot
    try move(fixture.shop, shop)
    #expect(try fixture.files == ["_image/cover1.png", "_image/icon.jpeg", "shop/defer1.json"])
    #expect(try fixture.partRows == ["okit_blob cover2", "okit_partial defer2"])
    try move(shop, fixture.shop)
    #expect(try fixture.files == [])
    #expect(try fixture.partRows == Self.stored)
    try store.transaction {
      try store.move(books, from: 1, to: 0)
      try store.move(try fixture.list("groups"), from: 1, to: 0)
    }
    try fixture.registry.storeState()
    #expect(fixture.snapshot == before)
    #expect(try fixture.reopened().snapshot == before)
  }

  @Test func `parts move between two databases`() throws {
    let other = try fixture.registry.register(try fixture.store.requireType("Database", for: "test"), name: "another")
    let store = fixture.store
    try store.transaction {
      let source = try fixture.list("books")
      let book = try #require(store.entities(source).first)
      try store.remove(from: source, at: 0)
      try store.insert(.entity(book), into: try fixture.list("books", of: other))
    }
    try fixture.registry.storeState()
    #expect(fixture.registry.pending == [])
    #expect(try !fixture.partRows.contains("okit_blob cover1"))
    let again = try PartsFixture(databases: databases, seed: 5, name: "another")
    #expect(try again.data("cover1") == [1])
  }

  @Test func `an existing database has no parts`() throws {
    for (property, target) in [("cover", "ModelImage"), ("group", "GroupDefer")] {
      let host = TestHost()
      try host.define("Group", [])
      try host.define("GroupDefer", "ModelPartial", [.deferred("group", "Group")])
      try host.define("Film", [Property(property, .entity(target))]).rows.key = "FilmId"
      let type = try host.define("Films", "ModelSQLite", [Property("films", .list(.entity("Film")))])
      type.rows.file = "films.sqlite"
      let registry = ModelRegistry(
        store: host.store, storage: TransientStorage(), databases: SQLiteDatabases(documents: nil))
      let failure = #expect(throws: Diagnostic.self) { try registry.register(type) }
      #expect(failure?.code == "storage.schema")
      #expect(
        failure?.message == "Film.\(property): an existing database cannot have blobs and partials, "
          + "which need a table that okit would have to add")
    }
  }

  @Test func `a class cannot have a table of okit`() throws {
    let host = TestHost()
    try host.define("Film", [Property("name", .string)]).rows.table = "okit_blob"
    let type = try host.define("Films", "ModelSQLite", [Property("films", .list(.entity("Film")))])
    let registry = ModelRegistry(
      store: host.store, storage: TransientStorage(), databases: SQLiteDatabases(documents: nil))
    let failure = #expect(throws: Diagnostic.self) { try registry.register(type) }
    #expect(failure?.code == "storage.name")
  }
}
