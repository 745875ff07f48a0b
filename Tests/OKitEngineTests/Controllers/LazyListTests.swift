import OKitTestSupport
import Testing

@testable import OKitEngine
@testable import OKitModel

/// A list that shows a collection as it is reads only the elements that it shows.
@Suite struct LazyListTests {
  private let world: ItemWorld
  init() throws { world = try ItemWorld() }

  private func list(_ cell: [String: PropertyReader.Input] = ["path": "name"]) throws -> ListController {
    let cell = try world.services.component(.tableCell, cell)
    return ListController(
      try world.services.define(
        "list", .list, ["dataPath": "items", "type": "Item", "searchPath": "name", "cell": .component(cell)]),
      context: world.shop, handle: world.services.nextHandle(), previous: nil, services: world.services)
  }

  @Test(arguments: [1000, 20_000])
  func openingCostsOnePage(count: Int) throws {
    for rank in 0..<count { try world.add(rank) }
    // The first change inside of a long collection stores it in chunks.
    try world.store.move(world.items, from: 1, to: count / 2)
    var made = 0
    let detail = world.services.host.function { _, _ in
      made += 1
      return .string("")
    }
    let list = try list(["path": "name", "detailPath": .function(detail)])
    #expect(list.screen().window?.total == count)
    #expect(made == 100)
    #expect(list.screen(window: count - 20..<count - 10).sections[0].rows.count == 10)
    #expect(made == 110)
    try world.store.remove(from: world.items, at: count / 3)
    _ = list.screen(window: count - 20..<count - 10)
    #expect(made == 111)
    let elements = try #require(world.store.storage(world.items)?.elements)
    #expect(list.content.rebuiltElements == 0 && list.content.dataSlots.count == 0 && !elements.isPacked)
  }

  @Test(arguments: [51, 52] as [UInt64])
  func findsElementsAsAnArrayDoes(seed: UInt64) throws {
    var changes = RandomItems(world, seed: seed)
    for rank in 0..<20 { try world.add(rank) }
    let list = try list()
    for step in 0..<RandomSteps.count(200) {
      try changes.step()
      // The elements are read for a search, and stay in the list after it.
      if step == 200 { list.searchText = "n" }
      if step == 210 { list.searchText = "" }
      let (content, elements) = (list.content, world.store.entities(world.items))
      guard !(200..<210).contains(step) else {
        #expect(content.lazyData == nil)
        continue
      }
      #expect(content.lazyData != nil || step >= 200, "seed \(seed), step \(step)")
      #expect(content.count == elements.count)
      #expect(content.parts(0..<elements.count).flatMap(\.elements) == elements, "seed \(seed), step \(step)")
      for (index, element) in elements.enumerated() {
        #expect(content.shows(element) && content.element(at: index) == element, "seed \(seed), step \(step)")
        let location = try #require(content.location(of: element))
        #expect(location.position == index && location.path == RowPath(section: 0, row: index), "seed \(seed)")
      }
      let loose = try world.make(0)
      #expect(!content.shows(loose) && content.location(of: loose) == nil && content.element(at: elements.count) == nil)
    }
  }

  @Test func anElementIsInTheListThatHoldsIt() throws {
    let item = try world.add(1)
    try world.store.insert(.entity(item), into: world.collection("best"))
    let best = ListController(
      try world.services.define("best", .list, ["dataPath": "best"]), context: world.shop,
      handle: world.services.nextHandle(), previous: nil, services: world.services)
    let reference = try #require(world.store.entities(world.collection("best")).first)
    #expect(best.content.shows(reference) && !best.content.shows(item))
    #expect(best.content.location(of: item) == nil)
  }
}
