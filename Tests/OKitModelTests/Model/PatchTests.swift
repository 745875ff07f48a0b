import OKitModel
import OKitTestSupport
import Testing

@Suite struct PatchTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }
  private let book: EntityID

  init() throws {
    fixture = try ModelFixture()
    book = try fixture.add("Book", ["id": .string("b"), "title": .string("old")], to: "books")
  }

  private func patches(_ body: () throws -> Void) throws -> [Patch] {
    try store.recording { try store.transaction(body) }.1
  }

  @Test func values() throws {
    let found = try patches {
      try store.set(book, "title", .string("new"))
      try store.set(book, "subtitle", .string("sub"))
      try store.set(book, "price", .int(3))
      try store.set(book, "title", .string("newer"))
    }
    #expect(
      found == [
        Patch(.replace, "/books/0/title", old: "old", value: "newer"), Patch(.add, "/books/0/subtitle", value: "sub"),
        Patch(.replace, "/books/0/price", old: 0.0, value: 3.0),
      ])
    #expect(try patches { try store.set(book, "subtitle", .null) } == [Patch(.remove, "/books/0/subtitle", old: "sub")])
  }

  @Test func whatComesBackIsNoChange() throws {
    #expect(
      try patches {
        try store.set(book, "title", .string("x"))
        try store.set(book, "title", .string("old"))
        let chapter = try fixture.add("Chapter", to: "chapters", of: book)
        try store.set(chapter, "title", .string("y"))
        try store.remove(from: try fixture.list("chapters", of: book), at: 0)
        try store.insert(.entity(book), into: try moveOut())
      }.isEmpty)
  }

  private func moveOut() throws -> CollectionRef {
    try store.remove(from: try fixture.list("books"), at: 0)
    return try fixture.list("books")
  }

  @Test func whatWasAddedAppearsOnceWithEverything() throws {
    let found = try patches {
      let chapter = try fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: book)
      try store.set(chapter, "title", .string("first"))
      try fixture.add("Chapter", ["id": .string("s")], to: "scenes", of: chapter)
      try store.set(chapter, "title", .string("second"))
    }
    let empty: [String: JSONValue] = ["pages": 0, "title": "", "scenes": [], "remarks": []]
    let scene = JSONValue.object(empty.merging(["id": "s"]) { $1 })
    #expect(
      found == [
        Patch(
          .add, "/books/0/chapters/0",
          value: .object(empty.merging(["id": "c", "title": "second", "scenes": [scene]]) { $1 }))
      ])
    #expect(found.first?.inverse == Patch(.remove, "/books/0/chapters/0", old: found.first?.value ?? .null))
  }

  @Test func movesAndRemovals() throws {
    for id in ["1", "2", "3"] { try fixture.add("Chapter", ["id": .string(id)], to: "chapters", of: book) }
    let chapters = try fixture.list("chapters", of: book)
    #expect(
      try patches { try store.move(chapters, from: 2, to: 0) }
        == [Patch(.move, "/books/0/chapters/0", from: "/books/0/chapters/2")])
    #expect(
      try patches { try store.remove(from: chapters, at: 1) }.map { "\($0.operation.rawValue) \($0.path)" }
        == ["remove /books/0/chapters/1"])
  }

  @Test func anEntityThatGoesToAnotherPlaceIsRemovedAndAdded() throws {
    let chapter = try fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: book)
    let other = try fixture.add("Book", ["id": .string("o")], to: "books")
    let found = try patches {
      try store.remove(from: try fixture.list("chapters", of: book), at: 0)
      try fixture.add("Chapter", ["id": .string("s")], to: "scenes", of: chapter)
      try store.insert(.entity(chapter), into: try fixture.list("chapters", of: other))
    }
    #expect(
      found.map { "\($0.operation.rawValue) \($0.path)" } == ["remove /books/0/chapters/0", "add /books/1/chapters/0"])
    #expect(found.last?.value["scenes"] != [])
  }

  @Test func keysAreEscaped() throws {
    let prices = try fixture.list("prices", of: book)
    #expect(
      try patches { try store.set(prices, key: "a/b~c", .int(1)) } == [
        Patch(.add, "/books/0/prices/a~1b~0c", value: 1.0)
      ])
    #expect(
      try patches { try store.set(prices, key: "a/b~c", .int(2)) }
        == [Patch(.replace, "/books/0/prices/a~1b~0c", old: 1.0, value: 2.0)])
  }

  @Test func otherModelsAndThoseWithoutAPath() throws {
    let people = try ModelFixture(name: "people", host: fixture.host)
    let loose = try fixture.make("Book")
    let found = try patches {
      try store.set(people.library, "motto", .string("hi"))
      try store.set(loose, "title", .string("nobody sees this"))
    }
    #expect(found == [Patch(.replace, "people>/motto", old: "", value: "hi")])
    let person = try people.add("Person", ["id": .string("p")], to: "persons")
    #expect(store.path(of: person) == "people>/persons/0")
    #expect(store.path(of: book) == "/books/0")
    #expect(store.path(of: fixture.library) == "")
    #expect(store.path(of: people.library) == "people>")
    #expect(store.path(of: loose) == nil)
  }

  @Test func plainForm() {
    #expect(
      Patch(.replace, "/a", old: 1, value: 2).jsonValue == ["op": "replace", "path": "/a", "old": 1, "value": 2])
    #expect(Patch(.add, "/a", value: 2).jsonValue == ["op": "add", "path": "/a", "value": 2])
    #expect(Patch(.move, "/a/0", from: "/a/1").jsonValue == ["op": "move", "path": "/a/0", "from": "/a/1"])
    #expect(Patch(.move, "/a/0", from: "/a/1").inverse == Patch(.move, "/a/1", from: "/a/0"))
  }
}
