import OKitModel
import OKitTestSupport
import Testing

@Suite struct TransactionTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }

  init() throws { fixture = try ModelFixture() }

  private struct Stop: Error {}

  @Test func aTransactionThatFailsLeavesNoTrace() throws {
    let book = try fixture.add("Book", ["id": .string("b"), "tags": .list([.string("x")])], to: "books")
    try fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: book)
    try store.set(fixture.library, "shelf", .list([.string("b")]))
    let before = fixture.snapshot
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.set(book, "title", .string("new"))
        try store.set(book, "tags", .list([]))
        try store.remove(from: try fixture.list("books"), at: 0)
        try fixture.add("Book", ["id": .string("new")], to: "books")
        try store.set(fixture.library, "featured", .entity(book))
        throw Stop()
      }
    }
    #expect(fixture.snapshot == before)
    #expect(store.find("b") == book)
    #expect(store.find("c").flatMap(store.parent) == book)
    #expect(store.referrers(of: "b").count == 1)
    #expect(!store.history.canUndo)
    #expect(!store.isInTransaction)
  }

  @Test func innerTransactionsTakeBackTheirOwnChangesOnly() throws {
    let book = try fixture.add("Book", to: "books")
    try store.transaction {
      try store.set(book, "title", .string("outer"))
      do {
        try store.transaction {
          try store.set(book, "title", .string("inner"))
          try store.set(book, "isRead", .bool(true))
          try store.transaction { try store.set(book, "price", .int(9)) }
          throw Stop()
        }
      } catch is Stop {}
      #expect(store.get(book, "title") == .string("outer"))
      #expect(store.get(book, "price") == .double(0))
      try store.transaction { try store.set(book, "subtitle", .string("kept")) }
    }
    #expect(store.get(book, "title") == .string("outer"))
    #expect(store.get(book, "subtitle") == .string("kept"))
    store.history.undo(store)
    #expect(store.get(book, "title") == .string(""))
    #expect(store.get(book, "subtitle") == .null)
    #expect(!store.history.canUndo, "the outermost one is one step")
  }

  @Test func readersSeeTheStateAfterTheRollback() throws {
    let book = try fixture.add("Book", ["title": .string("old")], to: "books")
    let evaluator = fixture.host.evaluator
    let title = ObservedBinding(evaluator, try evaluator.program("title"), book)
    let count = ObservedBinding(evaluator, try evaluator.program("/books/count"), book)
    #expect(title.value == .string("old"))
    #expect(count.value == .int(1))
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.set(book, "title", .string("new"))
        try fixture.add("Book", to: "books")
        #expect(title.value == .string("new"))
        #expect(count.value == .int(2))
        throw Stop()
      }
    }
    #expect(title.value == .string("old"))
    #expect(count.value == .int(1))
  }

  @Test func commitsTellWhatChanged() throws {
    let recorder = ChangeRecorder(store)
    store.startRecording(recorder)
    defer { store.stopRecording(recorder) }
    func committed() -> [Patch] {
      defer { recorder.clear() }
      return store.patches(recorder)
    }
    let book = try fixture.add("Book", ["id": .string("b")], to: "books")
    #expect(committed().isEmpty, "a single operation is not a transaction")
    try store.transaction { try store.set(book, "title", .string("x")) }
    try store.transaction {}
    #expect(committed() == [Patch(.replace, "/books/0/title", old: "", value: "x")])
    store.history.undo(store)
    #expect(committed() == [Patch(.replace, "/books/0/title", old: "x", value: "")])
    store.history.redo(store)
    #expect(committed() == [Patch(.replace, "/books/0/title", old: "", value: "x")])
  }

  // MARK: History

  @Test func aNewStepForgetsWhatWasUndone() throws {
    let book = try fixture.add("Book", to: "books")
    for title in ["a", "b", "c"] { try store.transaction { try store.set(book, "title", .string(title)) } }
    store.history.undo(store)
    store.history.undo(store)
    #expect(store.get(book, "title") == .string("a"))
    #expect(store.history.canRedo)
    try store.transaction { try store.set(book, "title", .string("d")) }
    #expect(!store.history.canRedo)
    #expect(store.history.redo(store) == nil)
    store.history.undo(store)
    store.history.undo(store)
    #expect(store.get(book, "title") == .string(""))
    #expect(store.history.undo(store) == nil)
  }

  @Test func theHistoryHasALimitAndLetsGo() throws {
    store.history.limit = 4
    store.collectGarbage()
    let start = store.entityCount
    for _ in 0..<5 {
      _ = try store.transaction { try fixture.add("Book", to: "books") }
      try store.transaction { try store.removeAll(try fixture.list("books")) }
    }
    store.collectGarbage()
    let book = store.type(named: "Book").map { store.make($0) }
    #expect(store.entityCount > start + 2, "two books and their references are held")
    store.history.clear(store)
    store.collectGarbage()
    #expect(store.entityCount == start)
    #expect(book.map(store.exists) == false)
  }

  @Test func undoBringsBackTheSameEntities() throws {
    let book = try fixture.add("Book", ["id": .string("b")], to: "books")
    try store.transaction { try store.removeAll(try fixture.list("books")) }
    store.collectGarbage()
    #expect(store.exists(book) && !store.isManaged(book))
    store.history.undo(store)
    #expect(store.isManaged(book) && store.find("b") == book)
    store.history.redo(store)
    #expect(!store.isManaged(book))
  }

  /// How a host changes a model outside of transactions, after which a step applies to the present state.
  @Test(
    arguments: [
      { (fixture: ModelFixture, book) in try fixture.store.set(book, "title", .string("host")) },
      { fixture, book in
        try fixture.store.set(book, "isRead", .bool(true))
        try fixture.store.set(book, "title", .string("host"))
      },
    ] as [@Sendable (ModelFixture, EntityID) throws -> Void])
  func redoGivesBackWhatAHostHasWritten(write: @Sendable (ModelFixture, EntityID) throws -> Void) throws {
    let book = try fixture.add("Book", to: "books")
    try store.transaction { try store.set(book, "title", .string("step")) }
    try write(fixture, book)
    store.history.undo(store)
    #expect(store.get(book, "title") == .string(""))
    store.history.redo(store)
    #expect(store.get(book, "title") == .string("host"))
  }

  @Test func undoInsideATransactionIsRefused() throws {
    let book = try fixture.add("Book", to: "books")
    try store.transaction { try store.set(book, "title", .string("a")) }
    try store.transaction {
      #expect(store.history.undo(store) == nil)
      #expect(store.get(book, "title") == .string("a"))
    }
    #expect(store.history.canUndo)
  }
}
