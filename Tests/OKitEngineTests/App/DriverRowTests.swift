import OKitTestSupport
import Testing

@testable import OKitEngine

/// Rows: finding them, also far down a long list, and what can be done with them.
@Suite struct DriverRowTests {
  private func message(_ body: () throws -> Void) -> String? { AppSample.message(body) }

  @Test func findsByTextDetailSectionAndIndex() throws {
    let sample = try AppSample(
      ["Emma", "Emma", "Dune"], list: ["group": "author", "groupName": "author", "reorder": "#false"])
    for (book, author) in zip(sample.books, ["Austen", "McCall", "Herbert"]) {
      try sample.runtime.turn { try sample.store.set(book, "author", .string(author)) }
    }
    let driver = sample.driver
    #expect(driver.screen.sections.map(\.header) == ["Austen", "Herbert", "McCall"])
    #expect(
      message { _ = try driver.row("Emma") }
        == "locator.ambiguous: \"Emma\" matches 2 elements: row 1 \"Emma\" (Austen), row 3 \"Emma\" (McCall)"
        + " (select one with kind, section, detail or index)"
    )
    #expect(try driver.row(Locator("Emma", detail: "McCall")).row().detail == "McCall")
    #expect(try driver.row(Locator("Emma", section: .header("austen"))).row().detail == "Austen")
    #expect(try driver.row(Locator(section: .number(2))).row().detail == "Herbert")
    #expect(try driver.row(Locator("Emma", index: 2)).row().detail == "McCall")
    #expect(try driver.row(Locator(index: 3)).row().detail == "McCall")
    #expect(try driver.rows() == ["Emma", "Dune", "Emma"])
    #expect(try driver.rows(section: .header("McCall")) == ["Emma"])
    #expect(try driver.rows(section: .number(2)) == ["Dune"])
    #expect(
      message { _ = try driver.rows(section: .header("Herbrt")) }
        == "locator.none: no section matches \"Herbrt\" on \"books\"; available: \"Herbert\", \"Austen\","
        + " \"McCall\" (did you mean \"Herbert\"?)"
    )
    #expect(
      message { _ = try driver.row(Locator("Dune", kind: .button)) }
        == "locator.kind: expected a locator for a row, got one for a button")
  }

  @Test func aNumberIsTheRowWithThisNumber() throws {
    let sample = try AppSample(["Emma", "1", "Dune"])
    #expect(try sample.driver.row(Locator("3", rowNumber: 3)).name == "Dune")
    #expect(try sample.driver.row(Locator("1", rowNumber: 1)).name == "Emma")
    #expect(try sample.driver.row("1").name == "1")
    #expect(try AppSample(["Emma", "1984"]).driver.row(Locator("1984", rowNumber: 1984)).name == "1984")
    #expect(message { _ = try sample.driver.row(Locator("4", rowNumber: 4)) } != nil)
  }

  @Test func findsRowsBeyondTheWindow() throws {
    let sample = try AppSample((1...1300).map { "Book \($0)" })
    let driver = sample.driver
    let shown = driver.screen.sections.flatMap(\.rows).count
    #expect(shown < 1300)
    #expect(try driver.rows().count == 1300)
    #expect(driver.allRows.last?.text == "Book 1300")
    let row = try driver.row("Book 1234")
    #expect(try row.row().text == "Book 1234")
    try row.quick()
    #expect(sample.store.get(sample.books[1233], "marked") == .bool(true))
    #expect(try driver.row(Locator("1250", rowNumber: 1250)).name == "Book 1250")
    #expect(try driver.row(Locator(index: 777)).name == "Book 777")
    try driver.performTap("Edit")
    try driver.row("Book 1300").move(.number(1))
    #expect(sample.names.first == .string("Book 1300"))
    #expect(try row.row().text == "Book 1234")
    try driver.row("Book 1").move(.beside(.before, "Book 1200"))
    #expect(sample.names[1199...1200] == [.string("Book 1"), .string("Book 1200")])
    try driver.performTap("Done")
    try driver.row("book 1299").tap()
    #expect(driver.screen.title == "Book 1299")
  }

  /// Only the rows that are meant are made. Of rows with the same text, those of one page are found, so that an error
  /// can name them; of rows that differ in case, all.
  @Test(arguments: [
    ("Book 1234", [1233]), ("book 1234", [1233]), ("1234", [1233]), ("twin", [700, 720]), ("Twin", [700, 720, 1299]),
    ("nothing", []),
  ])
  func makesOnlyTheRowsThatAreMeant(text: String, positions: [Int]) throws {
    var names = (1...1300).map { "Book \($0)" }
    for place in [700, 720, 1299] { names[place] = "twin" }
    let sample = try AppSample(names)
    var count = 0
    let detail = sample.host.function { book, _ in
      count += 1
      return .string("")
    }
    try sample.define(
      "counted", .list,
      [
        "type": "Book", "dataPath": "books",
        "cell": try sample.component(.tableCell, ["path": "name", "detailPath": .function(detail)]),
      ])
    try sample.runtime.turn { try sample.runtime.navigate(to: "counted", context: sample.shop) }
    let screen = sample.driver.screen
    count = 0
    let locator = Locator(text, rowNumber: Int(text))
    let found = sample.driver.rows(fitting: locator, on: screen)
    #expect(found.map(\.position) == positions)
    #expect(count == positions.count)
  }

  /// Moving a row makes only the rows of the screen.
  @Test(arguments: [300, 3000])
  func movesRowsOfALongList(rows: Int) throws {
    let sample = try AppSample((1...rows).map { "Book \($0)" })
    var count = 0
    let detail = sample.host.function { book, _ in
      count += 1
      return .string("")
    }
    let cell = try sample.component(.tableCell, ["path": "name", "detailPath": .function(detail)])
    try sample.define(
      "counted", .list, ["type": "Book", "dataPath": "books", "reorder": "#true", "cell": cell])
    try sample.runtime.turn { try sample.runtime.navigate(to: "counted", context: sample.shop) }
    try sample.driver.performTap("Edit")
    _ = sample.driver.screen
    count = 0
    let row = try sample.driver.row(Locator("Book \(rows - 5)"))
    try row.move(.number(rows - 7))
    #expect(sample.names[rows - 8] == .string("Book \(rows - 5)"))
    try row.move(.beside(.before, Locator("Book \(rows - 2)")))
    #expect(sample.names[rows - 4...rows - 3] == [.string("Book \(rows - 5)"), .string("Book \(rows - 2)")])
    #expect(try row.row().text == "Book \(rows - 5)")
    #expect(count < 120)
    #expect(
      message { try row.move(.number(rows + 1)) }
        == "action.impossible: \"Book \(rows - 5)\" cannot be moved to place \(rows); its section has \(rows) rows")
  }

  @Test func placesCountTheRowsThatAreShown() throws {
    let sample = try AppSample((1...300).map { "Book \($0)" })
    for index in stride(from: 1, to: 300, by: 2) {
      try sample.runtime.turn { try sample.store.set(sample.books[index], "marked", .bool(true)) }
    }
    let cell = try sample.component(.tableCell, ["path": "name", "showDisplay": "!marked"])
    try sample.define("some", .list, ["type": "Book", "dataPath": "books", "reorder": "#true", "cell": cell])
    try sample.runtime.turn { try sample.runtime.navigate(to: "some", context: sample.shop) }
    try sample.driver.performTap("Edit")
    try sample.driver.row("Book 1").move(.number(3))
    #expect(sample.names[..<6] == ["2", "3", "4", "5", "1", "6"].map { Value.string("Book \($0)") }[...])
    try sample.driver.row("Book 251").move(.beside(.before, Locator("Book 281")))
    #expect(sample.names[278...280] == ["251", "280", "281"].map { Value.string("Book \($0)") }[...])
    #expect(
      message { try sample.driver.row("Book 1").move(.number(151)) }?.hasSuffix("its section has 150 rows") == true)
  }

  @Test func aRowStaysTheSameUntilItIsGone() throws {
    let sample = try AppSample(["Emma", "Dune"])
    let driver = sample.driver
    let row = try driver.row("Dune")
    try sample.runtime.turn { try sample.store.set(sample.books[1], "name", .string("Dune II")) }
    #expect(try row.row().text == "Dune II")
    try driver.row("Emma").tap()
    #expect(message { try row.tap() } == "row.gone: the row \"Dune\" is on \"books\", but the screen is \"book\"")
    try driver.back()
    try row.delete()
    try driver.tapAlert("Yes")
    #expect(message { try row.tap() } == "row.gone: the row \"Dune\" is no longer on \"books\"")
    #expect(sample.names == [.string("Emma")])
  }

  @Test func choosesFromTheMoreSheet() throws {
    let sample = try AppSample()
    let driver = sample.driver
    try driver.row("Dune").more("Set as Marked")
    #expect(sample.store.get(sample.books[1], "marked") == .bool(true))
    #expect(driver.actions == ["more \"Dune\" > \"Set as Marked\"", "tap \"Set as Marked\" of the sheet"])
    try driver.row("Dune").more()
    #expect(driver.screen.sheet?.actions.map(\.title) == ["Other", "Cancel"])
    try driver.performTap("Cancel")
    #expect(
      message { try driver.row("Dune").more("Set as Marked") }
        == "locator.none: no action matches \"Set as Marked\" in the sheet \"Dune\"; available: \"Other\", \"Cancel\"")
    #expect(driver.screen.sheet == nil)
  }

  @Test func swipesSelectsAndMoves() throws {
    let sample = try AppSample(["A", "B", "C"])
    let driver = sample.driver
    try driver.row("A").swipe(.leading)
    #expect(sample.store.get(sample.books[0], "marked") == .bool(true))
    #expect(message { try driver.row("B").select() } != nil)
    try driver.performTap("Edit")
    try driver.row("B").select()
    try driver.row("A").deselect()
    #expect(sample.books.map { sample.store.get($0, "marked") } == [.bool(false), .bool(true), .bool(false)])
    try driver.row("C").move(.number(1))
    #expect(sample.names == [.string("C"), .string("A"), .string("B")])
    try driver.row("C").move(.beside(.before, "B"))
    #expect(sample.names == [.string("A"), .string("C"), .string("B")])
    #expect(message { try driver.row("C").move(.number(0)) } == "locator.form: positions count from 1, got 0")
    #expect(message { try driver.row("C").move(.number(9)) } != nil)
  }
}
