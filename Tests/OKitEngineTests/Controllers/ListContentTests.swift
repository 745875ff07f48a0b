import OKitTestSupport
import Testing

@testable import OKitEngine

/// The content of a list: searching, filtering, sorting and grouping.
@Suite struct ListContentTests {
  let sample: ListSample

  init() throws {
    sample = try ListSample(texts: ["red": "Red", "Large": "Large"])
    try sample.add(
      "Kim", ["genre": .string("red"), "price": .double(5), "rank": .int(2), "date": .date(.init(secondsSince2001: 9))])
    try sample.add("emma", ["price": .double(10), "rank": .int(1), "date": .date(.init(secondsSince2001: 5))])
    try sample.add("Dune", ["genre": .string("blue"), "rank": .int(2)])
    try sample.add(
      "Äneis",
      ["genre": .string("red"), "price": .double(-1), "rank": .int(1), "date": .date(.init(secondsSince2001: 7))])
  }

  struct Sorting: Sendable, CustomStringConvertible {
    /// As one binding text, or as a list of several.
    var rowSort: [String]
    var ascending: String = "#true"
    var expected: [String]
    var description: String { "\(rowSort) \(ascending)" }
  }

  @Test(arguments: [
    Sorting(rowSort: ["#x"], expected: ["Kim", "emma", "Dune", "Äneis"]),
    Sorting(rowSort: ["name"], expected: ["Äneis", "Dune", "emma", "Kim"]),
    Sorting(rowSort: ["name"], ascending: "#false", expected: ["Kim", "emma", "Dune", "Äneis"]),
    Sorting(rowSort: ["name/lowercased"], expected: ["Äneis", "Dune", "emma", "Kim"]),
    Sorting(rowSort: ["price"], expected: ["Äneis", "Kim", "emma", "Dune"]),
    Sorting(rowSort: ["price"], ascending: "#false", expected: ["emma", "Kim", "Äneis", "Dune"]),
    Sorting(rowSort: ["date"], ascending: "#false", expected: ["Kim", "Äneis", "emma", "Dune"]),
    Sorting(rowSort: ["rank"], expected: ["emma", "Äneis", "Kim", "Dune"]),
    Sorting(rowSort: ["rank"], ascending: "#false", expected: ["Kim", "Dune", "emma", "Äneis"]),
    Sorting(rowSort: ["rank,name"], expected: ["Äneis", "emma", "Dune", "Kim"]),
    Sorting(rowSort: ["rank", "name"], ascending: "#false", expected: ["Kim", "Dune", "emma", "Äneis"]),
    Sorting(rowSort: ["genre,,price"], expected: ["Dune", "Äneis", "Kim", "emma"]),
  ])
  func sorts(_ example: Sorting) throws {
    let sort: PropertyReader.Input =
      example.rowSort.count == 1 ? .string(example.rowSort[0]) : .list(example.rowSort.map { .string($0) })
    let list = try sample.list(["rowSort": sort, "rowSortAsc": .string(example.ascending)])
    #expect(list.texts == example.expected)
  }

  @Test func keepsTheOrderOfTheDataWithoutSorting() throws {
    #expect(try sample.list().texts == ["Kim", "emma", "Dune", "Äneis"])
  }

  @Test func sortsByAFunction() throws {
    let store = sample.store
    let length = sample.services.host.function { book, _ in
      guard case .entity(let book) = book, case .string(let name) = store.get(book, "name") else { return .null }
      return .int(-name.count)
    }
    #expect(try sample.list(["rowSort": .function(length)]).texts == ["Äneis", "emma", "Dune", "Kim"])
  }

  struct Grouping: Sendable, CustomStringConvertible {
    var values: [String: String]
    var expected: [String]
    var description: String { "\(values)" }
  }

  @Test(arguments: [
    Grouping(values: ["group": "genre"], expected: ["blue: Dune", "red: Kim, Äneis", "emma"]),
    Grouping(
      values: ["group": "genre", "groupSortAsc": "#false"], expected: ["red: Kim, Äneis", "blue: Dune", "emma"]),
    Grouping(values: ["group": "genre", "groupSort": "#false"], expected: ["red: Kim, Äneis", "emma", "blue: Dune"]),
    Grouping(
      values: ["group": "genre", "groupSort": "#false", "rowSort": "name"],
      expected: ["red: Äneis, Kim", "blue: Dune", "emma"]),
    Grouping(
      values: ["group": "genre", "groupName": "genre/localized"], expected: ["blue: Dune", "Red: Kim, Äneis", "emma"]),
    Grouping(values: ["group": "rank"], expected: ["1: emma, Äneis", "2: Kim, Dune"]),
    Grouping(
      values: ["group": "rank,name"], expected: ["1 Äneis: Äneis", "1 emma: emma", "2 Dune: Dune", "2 Kim: Kim"]),
    // Groups with the same text are one, where the first of their values stands.
    Grouping(values: ["group": "price", "groupName": "rank"], expected: ["1: emma, Äneis", "2: Kim, Dune"]),
    Grouping(
      values: ["group": "price", "groupName": "rank", "groupSortAsc": "#false"],
      expected: ["1: emma, Äneis", "2: Kim, Dune"]),
    Grouping(
      values: ["group": "date", "groupName": "rank", "groupSortAsc": "#false"],
      expected: ["2: Kim, Dune", "1: emma, Äneis"]),
  ])
  func groups(_ example: Grouping) throws {
    let list = try sample.list(example.values.mapValues { .string($0) })
    #expect(list.outline == example.expected)
  }

  @Test(arguments: [
    ("", ["Kim", "emma", "Dune", "Äneis"]), ("!?", []), ("M", ["Kim", "emma"]),
    ("emma", ["emma"]), ("aneis", ["Äneis"]), ("ÄNEIS", ["Äneis"]), (" d u ", ["Dune"]), ("xyz", []),
  ])
  func searches(text: String, expected: [String]) throws {
    let list = try sample.list()
    try list.act(.search(text))
    #expect(list.texts == expected)
    #expect(list.screen().search?.text == text)
    try list.act(.search(""))
    #expect(list.texts.count == 4)
  }

  @Test func searchesTheTextOfTheRowsWithoutPathAndDescription() throws {
    let list = ListController(
      try sample.services.define(
        "plain", .list,
        ["dataPath": "books", "cell": .component(try sample.services.component(.tableCell, ["path": "genre"]))]),
      context: sample.shop, handle: sample.services.nextHandle(), previous: nil, services: sample.services)
    try list.act(.search("blue"))
    #expect(list.texts == ["blue"])
    #expect(sample.services.takeMessages() == [])
  }

  @Test func searchesTheDescription() throws {
    let store = sample.store
    sample.store.type(named: "Book")?.define(
      function: "description",
      sample.services.host.function { book, _ in
        guard case .entity(let book) = book else { return .null }
        return .string("No. \(store.get(book, "rank").scalarText ?? "")")
      })
    let list = ListController(
      try sample.services.define("plain", .list, ["dataPath": "books"]), context: sample.shop,
      handle: sample.services.nextHandle(), previous: nil, services: sample.services)
    try list.act(.search("no 2"))
    #expect(list.texts == ["No. 2", "No. 2"])
  }

  @Test func filtersByScope() throws {
    let list = try sample.list(["searchFilterPath": "genre", "searchFilters": ["#red", "#blue"]])
    #expect(list.screen().search == SearchBar(text: "", scopes: ["All", "red", "blue"], scope: 0))
    try list.act(.filter(scope: 1))
    #expect(list.texts == ["Kim", "Äneis"])
    try list.act(.search("k"))
    #expect(list.texts == ["Kim"])
    try sample.store.set(try sample.book("Dune"), "genre", .string("red"))
    try sample.store.set(try sample.book("Dune"), "name", .string("Kune"))
    #expect(list.texts == ["Kim", "Kune"])
    try list.act(.filter(scope: 2))
    #expect(list.texts == [])
    try list.act(.search(""))
    try list.act(.filter(scope: 0))
    #expect(list.texts == ["Kim", "emma", "Kune", "Äneis"])
  }

  @Test func hasAnIndex() throws {
    #expect(try sample.list().screen().index == [])
    #expect(try sample.list(["index": "#true"]).screen().index.joined() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#")
  }

  @Test func takesEachEntityOfAComputedListOnce() throws {
    let (store, books) = (sample.store, sample.books)
    let twice = sample.services.host.function { _, _ in
      .list(store.elements(books).reversed() + store.elements(books) + [.null, .int(1)])
    }
    #expect(try sample.list(["dataPath": .function(twice)]).texts == ["Äneis", "Dune", "emma", "Kim"])
  }

  @Test func saysWhenTheDataIsNoList() throws {
    #expect(try sample.list(["dataPath": "#7"]).texts == [])
    #expect(sample.services.takeMessages() == ["list1: dataPath: needs a list of entities, got Number 7"])
  }

  @Test func showsTheEntityWithoutACell() throws {
    let id = sample.store.id(of: try sample.book("Kim")) ?? ""
    let list = ListController(
      try sample.services.define("plain", .list, ["dataPath": "books"]), context: sample.shop,
      handle: sample.services.nextHandle(), previous: nil, services: sample.services)
    #expect(list.texts.first == "Book(\(id))")
  }
}
