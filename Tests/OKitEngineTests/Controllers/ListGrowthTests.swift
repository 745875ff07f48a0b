import OKitTestSupport
import Testing

@testable import OKitEngine
@testable import OKitModel

/// A change of the elements of a list on the screen costs the same in a long list as in a short one.
@Suite struct ListGrowthTests {
  private static let shapes: [[String: String]] = [
    [:],
    ["rowSort": "rank,name"],
    ["rowSort": "price", "rowSortAsc": "#false", "group": "marked"],
    ["rowSort": "name", "group": "rank", "groupSortAsc": "#false"],
    ["group": "rank", "groupSort": "#false"],
    // Each element has a node.
    ["rowSort": "name.length", "group": "price/round2"],
  ]

  /// What happened in a few turns, each of which was shown.
  private struct Cost: Equatable {
    /// Elements that were read, sorted or grouped again.
    var rebuilt = 0
    /// Evaluations of the sort key.
    var keys = 0
    /// Whether all elements were copied out of the storage.
    var copies = false
  }

  private final class Counter { var reads = 0 }

  private func list(_ world: ItemWorld, _ shape: [String: PropertyReader.Input]) throws -> ListController {
    let values = shape.merging(["dataPath": "items", "type": "Item", "searchPath": "name"]) { own, _ in own }
    let cell = try world.services.component(.tableCell, ["path": "name"])
    return ListController(
      try world.services.define("list", .list, values.merging(["cell": .component(cell)]) { own, _ in own }),
      context: world.shop, handle: world.services.nextHandle(), previous: nil, services: world.services)
  }

  /// Changes of each kind, each followed by a screen.
  private func change(_ world: ItemWorld, _ list: ListController) throws {
    let (store, items) = (world.store, world.items)
    let count = store.count(items)
    for round in 0..<4 {
      try world.add(round, at: 0)
      _ = list.screen(window: 0..<20)
      try world.add(round, at: count / 2)
      _ = list.screen(window: 0..<20)
      try store.move(items, from: count / 3, to: count / 4 + round)
      _ = list.screen(window: 0..<20)
      try store.remove(from: items, at: count / 2 + round)
      try store.remove(from: items, at: 1)
      _ = list.screen(window: 0..<20)
      try store.transaction {
        try world.add(round, at: count / 5)
        try store.remove(from: items, at: count / 5)
      }
      _ = list.screen(window: 0..<20)
    }
  }

  private func cost(_ count: Int, _ shape: [String: PropertyReader.Input], _ search: String, _ counter: Counter) throws
    -> Cost
  {
    let world = try ItemWorld()
    for rank in 0..<count { try world.add(rank % 200) }
    let list = try list(world, shape)
    list.searchText = search
    _ = list.screen(window: 0..<20)
    // The first change inside of a long collection stores it in chunks.
    try change(world, list)
    let (before, keys) = (list.content.rebuiltElements, counter.reads)
    try change(world, list)
    let elements = try #require(world.store.storage(world.items)?.elements)
    return Cost(
      rebuilt: list.content.rebuiltElements - before, keys: counter.reads - keys, copies: elements.isPacked)
  }

  @Test(arguments: zip(shapes.indices, ["", "", "n", "", "n", "n"]))
  func costsTheSame(shape: Int, search: String) throws {
    let values = Self.shapes[shape].mapValues { PropertyReader.Input.string($0) }
    for count in [1000, 20_000] {
      #expect(try cost(count, values, search, Counter()) == Cost(), "\(Self.shapes[shape]), \(count) elements")
    }
  }

  @Test func evaluatesTheKeysOfNewElementsOnly() throws {
    for count in [1000, 20_000] {
      let (world, counter) = (try ItemWorld(), Counter())
      let store = world.store
      let key = PropertyReader.Input.function(
        world.services.host.function { item, _ in
          counter.reads += 1
          guard case .entity(let item) = item else { return .null }
          return store.get(item, "rank")
        })
      for rank in 0..<count { try world.add(rank % 200) }
      let list = try list(world, ["rowSort": key])
      _ = list.screen(window: 0..<20)
      #expect(counter.reads == count)
      try change(world, list)
      #expect(counter.reads == count + 8, "\(count) elements")
    }
  }

  /// A screen makes the sections of the other groups from the last one.
  @Test func keepsThePlacesOfGroupsWithoutChanges() throws {
    let world = try ItemWorld()
    for rank in 0..<50 { try world.add(rank) }
    let list = try list(world, ["group": "rank"])
    let places = list.content.places(0..<50)
    let moved = world.store.entities(world.items)[7]
    try world.store.set(moved, "rank", .int(8))
    let now = list.content.places(0..<50)
    #expect(now.count == 49)
    #expect(now.indices.filter { !places.contains(now[$0]) } == [7])
    // Back in a group of its own, the element has another place than before.
    try world.store.set(moved, "rank", .int(7))
    let last = list.content.places(0..<50)
    #expect(last.indices.filter { !places.contains(last[$0]) } == [7, 8])
  }

  /// A window looks at the sections that it shows, not at those before it.
  @Test(arguments: [1000, 20_000])
  func findsLateSections(count: Int) throws {
    let world = try ItemWorld()
    for rank in 0..<count { try world.add(rank) }
    let list = try list(world, ["group": "rank"])
    let elements = world.store.entities(world.items)
    _ = list.content
    for round in 0..<4 {
      try world.store.remove(from: world.items, at: count / 2 - round)
      try world.add(round)
      let before = list.content.visitedGroups
      let last = list.content.parts(count - 20..<count - 10)
      #expect(last.map(\.header) == (count - 20..<count - 10).map { "\($0)" }, "round \(round)")
      #expect(list.content.visitedGroups - before == 10)
      let location = try #require(list.content.location(of: elements[count - 15]))
      // The sections of the removed elements are missing, and those of the first ranks have one more row each.
      #expect(location.path == RowPath(section: count - 15 - round - 1, row: 0))
      #expect(location.position == count - 15)
    }
  }

  // MARK: Labels

  /// Elements between the same two neighbors, until the labels between them are used up, and far more.
  @Test(arguments: [0, 1, 500, 999, 1000])
  func keepTheOrderOfTheData(at position: Int) throws {
    let world = try ItemWorld()
    for rank in 0..<1000 { try world.add(rank) }
    let list = try list(world, [:])
    // A list that is searched does not rely on the order of its collection.
    list.searchText = "n"
    _ = list.screen(window: 0..<3)
    let before = list.content.rebuiltElements
    for round in 0..<4000 {
      try world.add(round, at: position)
      _ = list.content
      guard round % 500 == 0 else { continue }
      #expect(list.content.parts(0..<5000).flatMap(\.elements) == world.store.entities(world.items))
    }
    #expect(list.content.parts(0..<5000).flatMap(\.elements) == world.store.entities(world.items))
    #expect(list.content.rebuiltElements - before < 20_000)
  }

  // MARK: Sections

  @Test func sectionsComeAndGo() throws {
    let world = try ItemWorld()
    for rank in 0..<2000 { try world.add(rank) }
    let list = try list(world, ["group": "rank"])
    #expect(list.content.parts(0..<2000).count == 2000)
    for rank in stride(from: 1999, through: 0, by: -2) { try world.store.remove(from: world.items, at: rank) }
    #expect(list.content.parts(0..<1000).count == 1000)
    for rank in 0..<10 {
      try world.store.remove(from: world.items, at: 0)
      #expect(list.content.parts(0..<1).map(\.header) == ["\(2 * rank + 2)"])
    }
    let last = try #require(world.store.entities(world.items).last)
    #expect(list.content.location(of: last)?.path == RowPath(section: 989, row: 0))
  }
}
