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
      { try app.advance(seconds: 1) }, { try app.runDueTimers() }, { _ = try app.nextTimer },
      { try app.driver.tap("Sell") }, { try app.close(storing: true) },
      // Also where the arguments are wrong, or a part is missing.
      { try app.register("a b") { 1 } }, { try app.setGlobal("a b", to: 1) }, { try app.define("a b", []) },
      { try app.extend("Number", "a b") { (number: Int) in number } }, { try app.define(storyboard: "") },
    ]
    for (index, call) in calls.enumerated() {
      #expect(try #require(throws: Diagnostic.self, "\(index)") { try call() }.code == .applicationClosed, "\(index)")
    }
  }

  @Test func `an action whose function closes the application ends`() throws {
    let shop = try Shop()
    try shop.app.register("leave") { shop.app.close() }
    _ = try shop.app.evaluate("host = leave")
    let action = try Shop.tap("Throw", on: shop.app.screen)
    #expect(try shop.app.perform(action).changes.map(\.path) == ["/sold"])
    #expect(shop.app.isClosed)
    #expect(throws: Diagnostic(.applicationClosed, "the application is closed")) { try shop.app.perform(action) }
  }

  @Test func `what cannot throw has a value after closing`() async throws {
    let app = try Shop().app
    let interruption = app.interruption
    #expect(throws: Diagnostic.self) { try app.driver.tap("Fail") }
    let count = app.diagnostics.count
    app.close()
    #expect(app.isClosed && count > 0 && app.diagnostics.count == count && app.droppedDiagnosticCount == 0)
    #expect(app.driver.screen.sections.isEmpty)
    interruption.interrupt()
    await app.runTimers()
    let failure = await #expect(throws: Diagnostic.self) { for try await _ in app.changes {} }
    #expect(failure?.code == .applicationClosed)
    let cancelled = await #expect(throws: Diagnostic.self) { try await app.cancellable { _ in } }
    #expect(cancelled?.code == .applicationClosed)
    app.close()
  }

  @Test func `closing frees functions that keep the application alive`() throws {
    weak var released: LuaApplication?
    weak var instance: AppRuntime?
    do {
      let app = try Shop().app
      try app.register("isOpen") { !app.isClosed }
      try app.register("later") { () async throws in }
      try app.extend("Book", "isOpen") { (_: EntityID) in !app.isClosed }
      #expect(try app.get("books[0]/isOpen") == true)
      let driver = app.driver
      app.close()
      #expect(throws: Diagnostic.self) { try driver.tap("Sell") }
      (released, instance) = (app, app.runtime)
    }
    #expect(released == nil && instance == nil)
  }

  @Test func `a driver outlives the application, and performs nothing`() throws {
    var app: LuaApplication? = try Shop().app
    let driver = try #require(app?.driver)
    app = nil
    #expect(try #require(throws: Diagnostic.self) { try driver.tap("Sell") }.code == .applicationClosed)
  }

  @Test(arguments: [true, false])
  func `what is no path is not a folder`(_ isEmpty: Bool) throws {
    let folder = try TestFolder([:])
    let path = isEmpty ? "" : "\(folder.path)/a\u{0}b"
    var (documents, library) = (LuaApplication.Options(), LuaApplication.Options())
    documents.documents = path
    library.luaPath = [path, "/tmp"]
    for body: () throws -> Void in [
      { _ = try LuaApplication(options: documents) }, { _ = try LuaApplication(options: library) },
      { _ = try Application(options: documents.application) },
      { _ = try LuaApplication(text: "", folder: path) }, { try LuaApplication().run(text: "", folder: path) },
    ] {
      let failure = try #require(throws: Diagnostic.self) { try body() }
      #expect(failure.code == "storage.path" && failure.message.contains(" is not a folder: "), "\(failure)")
    }
    // The system would cut the path at the NUL character.
    #expect(SystemFile.size("\(folder.path)/a") == nil)
  }

  @Test func `without memory for an interruption there is an error`() {
    #expect(throws: Diagnostic("app.memory", "cannot make an application: the process has no memory left")) {
      try Interruption(nil)
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
