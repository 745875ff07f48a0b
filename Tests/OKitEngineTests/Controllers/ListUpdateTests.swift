import OKitTestSupport
import Testing

@testable import OKitEngine

/// The cost of incremental changes, and their equality with a rebuilt list.
@Suite struct ListUpdateTests {
  let sample: ListSample
  init() throws { sample = try ListSample() }

  /// Counts how often the sort key of a book is read.
  private final class Counter { var reads = 0 }

  private func countingSort(_ counter: Counter) -> PropertyReader.Input {
    let store = sample.store
    return .function(
      sample.services.host.function { book, _ in
        counter.reads += 1
        guard case .entity(let book) = book else { return .null }
        return store.get(book, "rank")
      })
  }

  @Test func evaluatesOnlyWhatChanged() throws {
    for rank in 0..<300 { try sample.add("b\(rank)", ["rank": .int(rank)]) }
    let counter = Counter()
    let list = try sample.list(["rowSort": countingSort(counter)])
    #expect(list.screen(window: 0..<3).sections[0].rows.map(\.text) == ["b0", "b1", "b2"])
    #expect(counter.reads == 300)
    let book = try sample.book("b200")
    try sample.store.set(book, "rank", .int(-1))
    #expect(list.screen(window: 0..<3).sections[0].rows.map(\.text) == ["b200", "b0", "b1"])
    #expect(counter.reads == 301)
    try sample.store.set(book, "name", .string("first"))
    #expect(list.screen(window: 0..<2).sections[0].rows.map(\.text) == ["first", "b0"])
    #expect(counter.reads == 301)
    try sample.add("new", ["rank": .int(-2)], at: 100)
    try sample.store.remove(from: sample.books, at: 0)
    #expect(list.screen(window: 0..<3).sections[0].rows.map(\.text) == ["new", "first", "b1"])
    #expect(counter.reads == 302)
    _ = list.screen()
    #expect(counter.reads == 302)
  }

  @Test func makesOnlyTheRowsOfTheWindow() throws {
    for rank in 0..<250 { try sample.add("b\(rank)", ["rank": .int(rank)]) }
    let counter = Counter()
    let (store, host) = (sample.store, sample.services.host)
    let name = host.function { book, _ in
      counter.reads += 1
      guard case .entity(let book) = book else { return .null }
      return store.get(book, "name")
    }
    let list = try sample.list(["group": "rank"], cell: ["path": .function(name)])
    var screen = list.screen()
    #expect(screen.window == Window(total: 250, from: 0))
    #expect(screen.rowPaths.count == 100)
    #expect(counter.reads == 100)
    screen = list.screen(window: 245..<400)
    #expect(screen.window == Window(total: 250, from: 245))
    #expect(screen.sections.map(\.header) == ["245", "246", "247", "248", "249"])
    #expect(counter.reads == 105)
    _ = list.screen()
    #expect(counter.reads == 105)
    #expect(list.screen(window: 0..<250).window == nil)
    // A window after the end has the last rows.
    #expect(list.screen(window: 900..<1000).window == Window(total: 250, from: 150))
    try list.act(.search("b17"))
    #expect(list.screen().window == nil)
    // Digits count as often as they are there: b117 is another number.
    #expect(list.texts.count == 11)
  }

  @Test func leavesNoNodesBehind() throws {
    for rank in 0..<50 { try sample.add("b\(rank)") }
    var list: ListController? = try sample.list(["rowSort": "name", "group": "name/initial"])
    let before = sample.store.graph.census.nodes
    try list?.act(.search("b1"))
    #expect(list?.texts.count == 11)
    // As the tree of containers does.
    list?.end()
    list = nil
    #expect(sample.store.graph.census.nodes == before)
  }

  @Test func needsNoNodesForFunctionsOfProperties() throws {
    for rank in 0..<50 { try sample.add("b\(rank)", ["date": .date(DateValue(secondsSince1970: 1_580_472_000))]) }
    let before = sample.store.graph.census.nodes
    let list = try sample.list(["rowSort": "rank", "group": "date", "groupName": "date/formatRelativeDate"])
    let sections = list.screen(window: 0..<1).sections
    #expect(sections.map(\.header) == ["Today"])
    #expect(sample.store.graph.census.nodes < before + 20)
  }

  @Test func sectionsLeaveNoNodesBehind() throws {
    for rank in 0..<50 { try sample.add("b\(rank)") }
    let before = sample.store.graph.census.nodes
    var detail: DetailController? = try sample.detail()
    #expect(detail?.screen().rowCount == 153)
    weak let list = detail?.lists.first
    detail?.end()
    detail = nil
    #expect(list == nil)
    #expect(sample.store.graph.census.nodes == before)
  }

  @Test func followsUndo() throws {
    for name in ["b", "a", "c"] { try sample.add(name) }
    let list = try sample.list(["rowSort": "name"])
    #expect(list.texts == ["a", "b", "c"])
    try sample.store.transaction { try sample.store.set(try sample.book("a"), "name", .string("z")) }
    #expect(list.texts == ["b", "c", "z"])
    _ = sample.store.history.undo(sample.store)
    #expect(list.texts == ["a", "b", "c"])
  }

  @Test func survivesAKeyThatAsksForTheScreen() throws {
    for name in ["b", "a"] { try sample.add(name) }
    var list: ListController?
    let store = sample.store
    let key = sample.services.host.function { book, _ in
      _ = list?.screen()
      guard case .entity(let book) = book else { return .null }
      return store.get(book, "name")
    }
    list = try sample.list(["rowSort": .function(key)])
    #expect(list?.texts == ["a", "b"])
  }

  // MARK: Random changes

  private static let shapes: [[String: String]] = [
    [:],
    ["rowSort": "rank"],
    ["rowSort": "genre,rank", "rowSortAsc": "#false"],
    ["rowSort": "name", "group": "genre"],
    ["rowSort": "rank", "group": "price", "groupName": "genre", "groupSortAsc": "#false"],
    ["group": "genre", "groupSort": "#false", "rowSort": "price"],
    ["rowSort": "name", "group": "genre", "groupName": "genre/uppercased"],
    ["rowSort": "price", "group": "name/initial"],
  ]

  @Test(arguments: 11...UInt64(LongTests.areOn ? 40 : 12))
  func endsWhereAFreshListBegins(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // Of each shape one list that shows all rows, and one that hides some.
    let shapes = Self.shapes.flatMap { [(shape: $0, hides: false), (shape: $0, hides: true)] }
    let lists = try shapes.map { try list($0.shape, hides: $0.hides) }
    for step in 0..<250 {
      let count = Int.random(in: 0..<10, using: &random) == 0 ? 60 : Int.random(in: 1...3, using: &random)
      for _ in 0..<count { try change(&random) }
      if step % 7 == 0 {
        let (text, scope) = (
          ["", "1", "a", "xx"].randomElement(using: &random) ?? "", Int.random(in: 0...2, using: &random)
        )
        for list in lists {
          try list.act(.search(text))
          try list.act(.filter(scope: scope))
        }
      }
      guard step % 3 == 0 else { continue }
      for (list, (shape, hides)) in zip(lists, shapes) {
        let fresh = try self.list(shape, hides: hides)
        fresh.searchText = list.searchText
        fresh.chosenScope = list.scope
        let (incremental, made) = (list.screen(window: 0..<10_000).sections, fresh.screen(window: 0..<10_000).sections)
        #expect(incremental == made, "seed \(seed), step \(step), \(shape), \(hides)")
        if incremental != made { return }
      }
    }
  }

  @Test(arguments: 11...UInt64(LongTests.areOn ? 40 : 12))
  func endsWhereAFreshDetailBegins(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let detail = try sample.detail()
    for step in 0..<(LongTests.areOn ? 250 : 100) {
      let count = Int.random(in: 0..<10, using: &random) == 0 ? 60 : Int.random(in: 1...3, using: &random)
      for _ in 0..<count { try change(&random) }
      if step % 5 == 0 { try detail.act(.edit(.id(.add(section: 2)), .text("typed"))) }
      let fresh = try sample.detail()
      fresh.lists[1].addField = detail.lists[1].addField
      let whole = fresh.screen(window: 0..<10_000)
      #expect(detail.screen(window: 0..<10_000).sections == whole.sections, "seed \(seed), step \(step)")
      // Pages next to each other have each row once.
      let total = whole.rowCount
      let bound = Int.random(in: 1...total, using: &random)
      let pages = [0..<bound, bound..<total].filter { !$0.isEmpty }.map { detail.screen(window: $0) }
      let (rows, all) = (pages.flatMap(\.sections).flatMap(\.rows), whole.sections.flatMap(\.rows))
      #expect(rows == all, "seed \(seed), step \(step), page of \(bound)")
      #expect(pages.reduce(0) { $0 + $1.rowCount } == total)
      for row in all where Int.random(in: 0..<20, using: &random) == 0 {
        guard let place = detail.position(of: row.id) else {
          Issue.record("no position of \(row.id), seed \(seed), step \(step)")
          return
        }
        #expect(detail.screen(window: place..<place + 1).path(of: row.id) != nil, "seed \(seed), \(row.id)")
      }
    }
  }

  /// - Parameter hides: Whether the rows of marked books are hidden.
  private func list(_ shape: [String: String], hides: Bool) throws -> ListController {
    try sample.list(
      shape.mapValues { .string($0) }.merging(["searchFilterPath": "genre", "searchFilters": "#g1,#g2"]) { own, _ in own
      }, cell: hides ? ["path": "name", "hiddenPath": "marked"] : ["path": "name"])
  }

  private func change(_ random: inout SplitMix) throws {
    let (store, books) = (sample.store, sample.books)
    let count = store.count(books)
    guard count > 0 else {
      try sample.add("start")
      return
    }
    let index = Int.random(in: 0..<count, using: &random)
    let book = store.entities(books)[index]
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1:
      try sample.add(
        "a\(Int.random(in: 0..<30, using: &random))", ["rank": .int(Int.random(in: 0..<5, using: &random))],
        at: Int.random(in: 0...count, using: &random))
    case 2: try store.remove(from: books, at: index)
    case 3: try store.move(books, from: index, to: Int.random(in: 0..<count, using: &random))
    case 4, 5: try store.set(book, "rank", .int(Int.random(in: 0..<5, using: &random)))
    case 6, 7:
      let genre = Int.random(in: 0..<4, using: &random)
      try store.set(book, "genre", genre == 0 ? .null : .string("g\(genre)"))
    case 8: try store.set(book, "name", .string("a\(Int.random(in: 0..<30, using: &random))"))
    case 9: try store.set(book, "marked", .bool(store.get(book, "marked") != .bool(true)))
    default: try store.set(book, "price", .double(Double(Int.random(in: 0..<4, using: &random))))
    }
  }
}
