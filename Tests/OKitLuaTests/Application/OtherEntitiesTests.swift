import OKitLua
import Testing

@testable import OKitEngine

/// Entities that an application does not have: of another application, of the script before a reload, removed ones.
@Suite struct OtherEntitiesTests {
  @Test func `an entity of another application is refused`() throws {
    let (app, other) = (try Shop().app, try Shop().app)
    let (book, foreign): (EntityID, EntityID) = (try app.get("books[0]"), try other.get("books[0]"))
    #expect(book != foreign)
    try refuses(foreign, in: app)
    #expect(try app.get("name", of: book) == "Dune")
    // Nothing has changed in either.
    #expect(try other.get("books[0]/name") == "Dune")
  }

  @Test func `an entity of the script before a reload is refused`() throws {
    let app = try Shop().app
    let book: EntityID = try app.get("books[0]")
    try app.reload()
    try refuses(book, in: app)
  }

  @Test func `a removed entity is refused`() throws {
    let app = try Shop().app
    let book: EntityID = try app.get("books[0]")
    _ = try app.evaluate("okit.Model.get().books:remove(1)")
    // Until then, the history can bring it back.
    app.runtime.undoService.clear()
    try app.run(untilFreed: book)
    try refuses(book, in: app)
  }

  @Test func `a removed entity exists as long as the history has it`() throws {
    let app = try Shop().app
    let book: EntityID = try app.get("books[0]")
    _ = try app.evaluate("okit.Model.get().books:clear()")
    // As in Lua: it is in no model, and can be read, written and added again.
    #expect(try app.get("name", of: book) == "Dune")
    try app.set("stock", of: book, to: 7)
    try app.set("books", to: [book])
    #expect(try app.get("books[0]/stock") == 7 && app.get("books/count") == 1)
  }

  private func refuses(_ entity: EntityID, in app: LuaApplication) throws {
    try app.register("bookOfProgram") { entity }
    let calls: [() throws -> Void] = [
      { let _: String? = try app.get("name", of: entity) }, { try app.set("name", of: entity, to: "x") },
      { _ = try app.observe("name", as: String.self, of: entity) { _ in } },
      { _ = try app.values("name", as: String.self, of: entity) },
      // As a value.
      { try app.set("books", to: [entity]) }, { try app.set("books[0]", to: entity) },
      { try app.set("note", to: ["a": entity]) }, { try app.call("tostring", entity) },
      { try app.call("tostring", 1, [[entity]]) }, { try app.setGlobal("book", to: entity) },
      { try app.setGlobal("book", to: Value.map(["a": .entity(entity)])) },
      { _ = try app.evaluate("bookOfProgram()") },
      { _ = try app.evaluate("okit.Model.get().books:add(bookOfProgram())") },
    ]
    for (index, body) in calls.enumerated() {
      let failure = try #require(throws: Diagnostic.self, "\(index)") { try body() }
      #expect(failure.code == "model.gone", "\(index): \(failure)")
      #expect(failure.message == "the entity no longer exists, or belongs to another application", "\(index)")
    }
    #expect(try app.evaluate("book") == ["nil"])
  }
}

extension LuaApplication {
  /// Ends turns until an entity that nothing holds is freed.
  fileprivate func run(untilFreed entity: EntityID) throws {
    try state.collectGarbage()
    for _ in 0..<3 where runtime.store.exists(entity) { try runtime.turn {} }
  }
}
