import OKitTestSupport
import Testing

@testable import OKitEngine

/// Lists that were kept up by differences show what lists made from scratch show, after any changes.
@Suite struct ListPropertyTests {
  private static let shapes: [[String: String]] = [
    [:],
    ["rowSort": "rank,id"],
    ["rowSort": "price", "rowSortAsc": "#false", "group": "marked"],
    ["rowSort": "name,price", "group": "stock", "groupSortAsc": "#false"],
    ["rowSort": "added", "group": "name"],
    ["rowSort": "stock,name", "group": "rank", "groupName": "name", "groupSort": "#false"],
    // Functions of a property.
    ["rowSort": "name.length", "rowSortAsc": "#false"],
    ["rowSort": "rank", "group": "price/round2"],
    // Evaluated for each element: NaN, infinities, nil for some rows, paths that lead nowhere.
    ["rowSort": "ratio", "group": "marked"],
    ["rowSort": "= rank % 3", "group": "= name || 'x'"],
    ["dataPath": "others", "rowSort": "price,name", "group": "rank"],
    ["dataPath": "items/sorted(#rank)", "rowSort": "name"],
  ]

  private let world: ItemWorld
  init() throws { world = try ItemWorld() }

  @Test(arguments: [31, 32, 33, 34] as [UInt64])
  func equalFreshOnes(seed: UInt64) throws {
    var changes = RandomItems(world, seed: seed)
    for rank in 0..<20 { try world.add(rank) }
    let lists = try Self.shapes.map(list)
    var text = ""
    for step in 0..<RandomSteps.count(400) / 4 {
      try changes.step()
      if Int.random(in: 0..<30, using: &changes.random) == 0 {
        let typed = ["", "n", "a", "5", "é", "-"].randomElement(using: &changes.random) ?? ""
        text = Bool.random(using: &changes.random) ? text + typed : typed
        let scope = Int.random(in: 0...2, using: &changes.random)
        for list in lists { (list.searchText, list.chosenScope) = (text, scope) }
      }
      guard Int.random(in: 0..<4, using: &changes.random) == 0 else { continue }
      let isEditing = Int.random(in: 0..<4, using: &changes.random) == 0
      for (list, shape) in zip(lists, Self.shapes) {
        // Rows that did not change are kept from the last screen.
        let other = ListController(
          list.definition, context: world.shop, handle: world.services.nextHandle(), previous: nil,
          services: world.services)
        (other.searchText, other.chosenScope) = (list.searchText, list.chosenScope)
        for list in [list, other] { list.setEditing(isEditing) }
        #expect(list.screen().sections == other.screen().sections, "seed \(seed), step \(step), \(shape)")
        let content = list.content
        // With nodes and without.
        let fresh = ListContent(source(of: list, isObserved: step % 2 == 0), store: world.store)
        fresh.update(content.settings)
        let isEqual = outline(content) == outline(fresh)
        #expect(isEqual, "seed \(seed), step \(step), \(shape): \(outline(content)), not \(outline(fresh))")
        guard isEqual else { return }
        #expect(content.count == outline(content).reduce(0) { $0 + $1.elements.count }, "seed \(seed), step \(step)")
      }
    }
    #expect(lists.map { $0.content.observed != nil } == Self.shapes.map(isPlain))
  }

  private func isPlain(_ shape: [String: String]) -> Bool {
    let evaluated = ["ratio", "= ", "items/sorted"]
    return !shape.values.contains { path in evaluated.contains { path.contains($0) } }
  }

  private func list(_ shape: [String: String]) throws -> ListController {
    let values = shape.merging(
      [
        "dataPath": "items", "type": "Item", "searchPath": "name", "searchFilterPath": "marked",
        "searchFilters": "#true,#false",
      ]
    ) { own, _ in own }
    let cell = try world.services.component(.tableCell, ["path": "name"])
    return ListController(
      try world.services.define(
        "list \(shape)", .list,
        values.mapValues { .string($0) }.merging(["cell": .component(cell)]) { own, _ in own }),
      context: world.shop, handle: world.services.nextHandle(), previous: nil, services: world.services)
  }

  private func source(of list: ListController, isObserved: Bool) -> ListContent.Source {
    var source = list.source(list.properties)
    guard !isObserved else { return source }
    let (data, store) = (source.data, world.store)
    source.data = {
      switch data() {
      case .collection(let collection): .entities(store.entities(collection))
      case let entities: entities
      }
    }
    return source
  }

  private struct Outline: Equatable, CustomStringConvertible {
    var header: String?
    var elements: [EntityID]

    var description: String { "\(header ?? "-"): \(elements.map { Int($0.index) })" }
  }

  private func outline(_ content: ListContent) -> [Outline] {
    content.parts(0..<content.count).map { Outline(header: $0.header, elements: $0.elements) }
  }

  // MARK: Many rows

  /// Chunks are split and emptied, and radix sorting is used.
  @Test(arguments: [41, 42] as [UInt64])
  func longListsToo(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let store = world.store
    for _ in 0..<3000 { try world.add(Int.random(in: 0..<40, using: &random)) }
    let lists = try [["rowSort": "rank,name", "group": "marked"], ["rowSort": "price", "rowSortAsc": "#false"]].map(
      list)
    for step in 0..<12 {
      for list in lists {
        let content = list.content
        let fresh = ListContent(source(of: list, isObserved: step % 2 == 0), store: store)
        fresh.update(content.settings)
        #expect(outline(content) == outline(fresh), "seed \(seed), step \(step)")
      }
      let items = store.entities(world.items)
      // Now a few, now so many that everything is sorted again.
      for _ in 0..<(step % 3 == 0 ? 1000 : 40) {
        let item = items[Int.random(in: 0..<items.count, using: &random)]
        try store.set(item, "price", .double(Double(Int.random(in: -9..<9, using: &random)) / 4))
        try store.set(item, "marked", .bool(Bool.random(using: &random)))
      }
      if step % 4 == 3 {
        for _ in 0..<30 { try store.remove(from: world.items, at: Int.random(in: 0..<2000, using: &random)) }
        for _ in 0..<30 {
          try world.add(Int.random(in: 0..<40, using: &random), at: Int.random(in: 0..<2000, using: &random))
        }
      }
    }
  }

  @Test func needsNoNodePerRow() throws {
    for rank in 0..<500 { try world.add(rank) }
    let before = world.store.graph.census
    let list = try list(["rowSort": "price,id", "group": "marked"])
    #expect(list.content.count == 500)
    #expect(world.store.graph.census.nodes < before.nodes + 50)
    #expect(world.store.graph.census.sources < before.sources + 50)
  }

  @Test func whatNobodyLooksAtIsNotedInLittleSpace() throws {
    for rank in 0..<500 { try world.add(rank) }
    let list = try list(["rowSort": "price,id"])
    #expect(list.content.count == 500)
    for item in world.store.entities(world.items) { try world.store.set(item, "price", .double(1)) }
    let content = try #require(list.content.observed == nil ? nil : list.content)
    for round in 0..<3 {
      for item in world.store.entities(world.items) { try world.store.set(item, "price", .double(Double(round))) }
    }
    #expect(content.changedKeys.elements.count <= 60)
    #expect(content.changedKeys.isMuch)
  }
}
