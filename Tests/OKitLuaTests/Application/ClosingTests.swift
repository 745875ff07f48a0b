import OKitLua
import OKitTestSupport
import Testing

/// Writing, storing and closing by a program.
@Suite struct ClosingTests {
  @Test func `two applications use a folder one after the other, in one function`() throws {
    let folder = try TestFolder([:])
    func open() throws -> LuaApplication { try Shop { $0.documents = folder.path }.app }
    let first = try open()
    try first.set("sold", to: 7)
    #expect(try #require(throws: Diagnostic.self) { try open() }.code == .storageLocked)
    try first.close(storing: true)
    let second = try open()
    #expect(try second.get("sold") == 7)
    try second.set("sold", to: 8)
    try second.store()
    second.close()
    #expect(try #require(throws: Diagnostic.self) { try second.close(storing: true) }.code == .applicationClosed)
    let third = try open()
    #expect(try third.get("sold") == 8)
    // The first objects still live.
    #expect(first.isClosed && second.isClosed && !third.isClosed)
  }

  @Test func `after closing every call says so`() throws {
    let app = try Shop().app
    let book: EntityID = try app.get("books[0]")
    app.close()
    let calls: [() throws -> Void] = [
      { _ = try app.screen }, { try app.perform(.back) }, { try app.call("host") }, { _ = try app.evaluate("1") },
      { let _: Int = try app.get("sold") }, { try app.set("sold", of: book, to: 1) }, { try app.undo() },
      { try app.redo() }, { try app.store() }, { try app.reload() }, { try app.reload(text: "") },
      { try app.run(text: "") }, { try app.register("x") { 1 } }, { try app.define("X", []) },
      { try app.extend("Number", "x") { (number: Int) in number } }, { try app.setGlobal("x", to: 1) },
      { let _: Int = try app.global("x") }, { _ = try app.observe("sold", as: Int.self) { _ in } },
      { _ = try app.values("sold", as: Int.self) }, { try app.waitForRequests() },
      { try app.background() }, { try app.foreground() }, { try app.authenticate(true) },
      { try app.advance(seconds: 1) },
    ]
    for (index, call) in calls.enumerated() {
      #expect(try #require(throws: Diagnostic.self, "\(index)") { try call() }.code == .applicationClosed, "\(index)")
    }
  }

  @Test func `writing is a turn that observers see, and that undo takes back`() throws {
    let app = try Shop().app
    var seen: [Int] = []
    let observation = try app.observe("sold") { (sold: Int) in seen.append(sold) }
    try app.set("sold", to: 3)
    #expect(seen == [3])
    try app.undo()
    #expect(seen == [3, 0])
    #expect(try #require(throws: Diagnostic.self) { try app.set("sold", to: "many") }.code == "model.type")
    #expect(try app.get("sold") == 0)
    #expect(seen == [3, 0])
    observation.cancel()
    try app.set("sold", to: 4)
    #expect(seen == [3, 0])
  }

  @Test func `an application with a model that cannot be stored stays open`() throws {
    let folder = try TestFolder([:])
    let app = try Shop { $0.documents = folder.path }.app
    _ = try app.evaluate("okit.Model.state(function() error('not now') end)")
    #expect(try #require(throws: Diagnostic.self) { try app.close(storing: true) }.code == .luaError)
    #expect(!app.isClosed)
    app.close()
  }
}
