import OKitTestSupport
import Testing

@testable import OKitEngine
@testable import OKitModel

/// Choosing one or several entities for another one.
@Suite struct SelectionControllerTests {
  let sample: ListSample
  let book: EntityID

  init() throws {
    sample = try ListSample()
    try sample.addAuthors(["Frank", "Jane", "Terry"])
    book = try sample.add("Dune", ["id": .string("dune")])
  }

  private func checked(_ controller: Controller) -> [String] {
    controller.screen().sections.flatMap(\.rows).filter { $0.accessory == .checkmark }.compactMap(\.text)
  }

  private func tap(_ controller: Controller, _ text: String) throws { try controller.act(text) { .tapRow($0) } }

  @Test func selectsSeveral() throws {
    try sample.store.set(book, "authors", .list([.string("frank")]))
    let selection = try sample.selection(["selectionPath": "authors"], context: book)
    #expect(selection.screen().kind == .selection)
    #expect(selection.texts == ["Frank", "Jane", "Terry"])
    #expect(checked(selection) == ["Frank"])
    try tap(selection, "Jane")
    try tap(selection, "Terry")
    #expect(sample.keys("authors", of: book) == ["terry", "jane", "frank"])
    try tap(selection, "Jane")
    #expect(sample.keys("authors", of: book) == ["terry", "frank"])
    #expect(checked(selection) == ["Frank", "Terry"])
    #expect(sample.services.takeCalls() == [])
  }

  @Test func appends() throws {
    let selection = try sample.selection(["selectionPath": "others", "selectAppend": "#true"], context: book)
    for name in ["Jane", "Frank"] { try tap(selection, name) }
    #expect(sample.keys("others", of: book) == ["jane", "frank"])
  }

  /// What is selected is found by its key, not by going through the selection or the options.
  @Test(arguments: ["authors", "others", "keys"], [1000, 5000])
  func selectsAmongMany(path: String, count: Int) throws {
    try sample.addAuthors((0..<count).map { "A\($0)" })
    let store = sample.store
    try store.set(book, path, .list((0..<count).filter { $0 % 3 > 0 }.map { .string("a\($0)") }))
    // The first change inside of a long collection stores it in chunks.
    try store.move(sample.collection("authors", of: sample.shop), from: 1, to: 2)
    try store.move(sample.collection(path, of: book), from: 1, to: 2)
    let selection = try sample.selection(["selectionPath": .string(path)], context: book)
    #expect(
      checked(selection) == (0..<100).filter { $0 % 3 > 0 }.map { $0 == 1 ? 2 : $0 == 2 ? 1 : $0 }.map { "A\($0)" })
    try tap(selection, "A3")
    try tap(selection, "A4")
    #expect(checked(selection).prefix(4) == ["A2", "A1", "A3", "A5"])
    #expect(selection.content.rebuiltElements == 0)
    for collection in [sample.collection("authors", of: sample.shop), sample.collection(path, of: book)] {
      #expect(try !#require(store.storage(collection)?.elements).isPacked)
    }
    #expect(sample.keys(path, of: book).count == (0..<count).count { $0 % 3 > 0 })
  }

  /// All elements for the key go, wherever they are.
  @Test(arguments: ["authors", "keys"], [5, 700])
  func deselectsWhatWasSelectedSeveralTimes(path: String, count: Int) throws {
    let keys = (0..<count).map { $0 % 2 == 0 ? "jane" : "frank" }
    try sample.store.set(book, path, .list(keys.map { .string($0) }))
    let selection = try sample.selection(["selectionPath": .string(path)], context: book)
    try tap(selection, "Jane")
    #expect(sample.keys(path, of: book) == keys.filter { $0 == "frank" })
    #expect(checked(selection) == ["Frank"])
  }

  @Test func selectsOneMoreThanOnceWhenNotUnique() throws {
    let selection = try sample.selection(["selectionPath": "authors", "unique": "#false"], context: book)
    for _ in 0..<2 { try tap(selection, "Jane") }
    #expect(sample.keys("authors", of: book) == ["jane", "jane"])
  }

  @Test func keepsWhatIsSelectedWithoutUnselect() throws {
    for path in ["authors", "author"] {
      let selection = try sample.selection(
        ["selectionPath": .string(path), "unselect": "#false", "autoClose": "#false"], context: book)
      for _ in 0..<2 { try tap(selection, "Jane") }
      #expect(checked(selection) == ["Jane"])
    }
  }

  @Test(arguments: [("author", Value.null), ("key", .string("")), ("optionalKey", .null)])
  func selectsOne(path: String, empty: Value) throws {
    let key = path == "author" ? "author/refKey" : path
    let program = try sample.services.evaluator.program(key)
    let selection = try sample.selection(["selectionPath": .string(path)], context: book)
    try tap(selection, "Jane")
    #expect(sample.services.evaluator.get(program, book) == .string("jane"))
    try tap(selection, "Terry")
    #expect(checked(selection) == ["Terry"])
    try tap(selection, "Terry")
    #expect(sample.services.evaluator.get(program, book) == empty)
    #expect(checked(selection) == [])
    try tap(selection, "Frank")
    try selection.tapBar("Clear")
    #expect(sample.services.evaluator.get(program, book) == empty)
  }

  @Test func selectsKeysInAListOfTexts() throws {
    let selection = try sample.selection(["selectionPath": "keys"], context: book)
    for name in ["Jane", "Frank", "Jane"] { try tap(selection, name) }
    #expect(sample.keys("keys", of: book) == ["frank"])
  }

  @Test func startsWhereTheSelectionContextLeads() throws {
    let selection = try sample.selection(
      ["selectionContextPath": "..", "selectionPath": "books[0]/author"], context: book)
    try tap(selection, "Jane")
    #expect(checked(selection) == ["Jane"])
  }

  @Test(
    arguments: [
      (nil, "author", false), (nil, "authors", false), ("#true", "authors", true), ("#false", "author", false),
      ("", "author", true), (" ", "author", true), ("", "authors", false),
    ] as [(String?, String, Bool)])
  func closesByItself(autoClose: String?, path: String, closes: Bool) throws {
    var values: [String: PropertyReader.Input] = ["selectionPath": .string(path)]
    if let autoClose { values["autoClose"] = .string(autoClose) }
    let selection = try sample.selection(values, context: book)
    try tap(selection, "Jane")
    #expect(sample.services.takeCalls() == (closes ? [.leave("selection1")] : []))
  }

  @Test func hasClearAndCloseButtons() throws {
    let selection = try sample.selection(["selectionPath": "authors"], context: book)
    #expect(selection.screen().left.isEmpty)
    #expect(selection.screen().right.map(\.title) == ["Clear", "Add", "Edit"])
    sample.services.presented = ["selection1"]
    #expect(selection.screen().left.map(\.title) == ["Close"])
    try tap(selection, "Jane")
    try selection.tapBar("Clear")
    #expect(sample.keys("authors", of: book) == [])
    try selection.tapBar("Close")
    #expect(sample.services.takeCalls() == [.leave("selection1")])
    let bare = try sample.selection(["selectionPath": "authors", "clear": "#false", "close": "#false"], context: book)
    sample.services.presented = ["selection2"]
    #expect(bare.screen().left.isEmpty)
    #expect(bare.screen().right.map(\.title) == ["Add", "Edit"])
  }

  @Test func selectsByMarkingToo() throws {
    let selection = try sample.selection(["selectionPath": "authors"], context: book)
    try selection.act("Jane") { .select($0, true) }
    try selection.act("Jane") { .select($0, true) }
    #expect(sample.keys("authors", of: book) == ["jane"])
    try selection.act("Jane") { .select($0, false) }
    #expect(sample.keys("authors", of: book) == [])
  }

  @Test func doesNotSelectInEditMode() throws {
    let selection = try sample.selection(["selectionPath": "authors"], context: book)
    selection.setEditing(true)
    try tap(selection, "Jane")
    #expect(sample.keys("authors", of: book) == [])
    let always = try sample.selection(["selectionPath": "authors", "editAlways": "#true"], context: book)
    try tap(always, "Jane")
    #expect(sample.keys("authors", of: book) == ["jane"])
  }

  @Test(arguments: [
    ("marked", "selection1: selectionPath: Bool false cannot hold a selection"),
    ("/books", "selection1: selectionPath: List cannot hold a selection"),
  ])
  func saysWhatTakesNoSelection(path: String, message: String) throws {
    let selection = try sample.selection(["selectionPath": .string(path)], context: book)
    #expect(Diagnostic.message { try tap(selection, "Jane") } == message)
  }

  @Test func needsASelectionPath() throws {
    let selection = try sample.selection([:], context: book)
    #expect(
      Diagnostic.message { try tap(selection, "Jane") }
        == "selection1: selectionPath: there is no selectionPath to write to")
  }
}
