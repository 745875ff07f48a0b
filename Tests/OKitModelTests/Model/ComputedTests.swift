import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct ComputedTests {
  private let host = TestHost()
  private var store: ModelStore { host.store }

  /// A person with a computed name, counting how often it runs.
  private final class Counter { var runs = 0 }

  private func get(_ entity: Value, _ name: String) -> Value {
    guard case .entity(let entity) = entity else { return .null }
    return store.get(entity, name)
  }

  @Test func computedAgainOnlyAfterSomethingItReadChanged() throws {
    let counter = Counter()
    let type = try host.define(
      "Person",
      [
        Property("first", .string), Property("last", .string), Property("age", .int),
        Property(
          "name", .optional(.string),
          computed: host.function { [self] person, _ in
            counter.runs += 1
            return .string("\(get(person, "first").scalarText ?? "") \(get(person, "last").scalarText ?? "")")
          }),
      ])
    let person = try store.create(type, ["first": .string("Ada"), "last": .string("King")])
    #expect(counter.runs == 0)
    #expect(store.get(person, "name") == .string("Ada King"))
    #expect(store.get(person, "name") == .string("Ada King"))
    try store.set(person, "age", .int(36))
    #expect(store.get(person, "name") == .string("Ada King"))
    try store.set(person, "last", .string("King"))
    #expect(store.get(person, "name") == .string("Ada King"))
    #expect(counter.runs == 1)
    try store.set(person, "first", .string("A."))
    try store.set(person, "last", .string("Lovelace"))
    #expect(counter.runs == 1)
    #expect(store.get(person, "name") == .string("A. Lovelace"))
    #expect(counter.runs == 2)
    #expect(
      problem { try store.set(person, "name", .string("x")) }
        == "model.readOnly: Person.name is computed and cannot be written")
    #expect(store.jsonValue(person)["name"] == nil)
  }

  @Test func chainsRunEachLinkOnce() throws {
    var runs: [String: Int] = [:]
    let type = try host.define(
      "Box",
      [
        Property("side", .int),
        Property(
          "area", .int,
          computed: host.function { [self] box, _ in
            runs["area", default: 0] += 1
            return .int((get(box, "side").int ?? 0) * (get(box, "side").int ?? 0))
          }),
        Property(
          "isLarge", .bool,
          computed: host.function { [self] box, _ in
            runs["isLarge", default: 0] += 1
            return .bool((get(box, "area").int ?? 0) > 50)
          }),
        Property(
          "label", .string,
          computed: host.function { [self] box, _ in
            runs["label", default: 0] += 1
            return .string(get(box, "isLarge").truth ? "large" : "small")
          }),
      ])
    let box = store.make(type)
    try store.set(box, "side", .int(2))
    #expect(store.get(box, "label") == .string("small"))
    try store.set(box, "side", .int(3))
    #expect(store.get(box, "label") == .string("small"))
    #expect(runs == ["area": 2, "isLarge": 2, "label": 1])
    try store.set(box, "side", .int(-3))
    #expect(store.get(box, "label") == .string("small"))
    #expect(runs == ["area": 3, "isLarge": 2, "label": 1])
    try store.set(box, "side", .int(10))
    #expect(store.get(box, "label") == .string("large"))
    #expect(runs == ["area": 4, "isLarge": 3, "label": 2])
  }

  @Test func aggregatesOverCollections() throws {
    let fixture = try ModelFixture()
    var runs = 0
    let store = fixture.store
    try fixture.host.define(
      "Cart", "Model",
      [
        Property("items", .list(.entity("Chapter"))),
        Property(
          "pages", .int,
          computed: fixture.host.function { receiver, _ in
            runs += 1
            guard case .entity(let cart) = receiver, case .collection(let items) = store.get(cart, "items") else {
              return .null
            }
            return .int(store.entities(items).reduce(0) { $0 + (store.get($1, "pages").int ?? 0) })
          }),
      ])
    let cart = try fixture.registry.register(try store.requireType("Cart", for: "test"), name: "cart")
    #expect(store.get(cart, "pages") == .int(0))
    let chapter = try fixture.add("Chapter", ["pages": .int(3)], to: "items", of: cart)
    #expect(store.get(cart, "pages") == .int(3))
    try store.set(chapter, "title", .string("x"))
    #expect(store.get(cart, "pages") == .int(3))
    #expect(runs == 2)
    try store.set(chapter, "pages", .int(5))
    #expect(store.get(cart, "pages") == .int(5))
    try store.removeAll(try fixture.list("items", of: cart))
    #expect(store.get(cart, "pages") == .int(0))
    #expect(runs == 4)
    try store.set(chapter, "pages", .int(7))
    #expect(store.get(cart, "pages") == .int(0))
    #expect(runs == 4)
  }

  @Test func cyclesAreReportedWithTheirPath() throws {
    let type = try host.define(
      "Loop",
      [
        Property("a", .int, computed: host.function { [self] loop, _ in get(loop, "b") }),
        Property("b", .int, computed: host.function { [self] loop, _ in get(loop, "c") }),
        Property("c", .int, computed: host.function { [self] loop, _ in get(loop, "a") }),
      ])
    let loop = store.make(type)
    #expect(store.get(loop, "a") == .null)
    #expect(
      host.reports.map(\.description) == ["computed properties depend on each other: Loop.a → Loop.b → Loop.c → Loop.a"]
    )
    #expect(host.reports.first?.code == "model.cycle")
  }

  /// A chain of nodes with numbers; the property `depth` of each needs that of the one before.
  private func makeChain(
    _ count: Int, _ depth: @escaping (ModelStore, EntityID, _ before: EntityID?) throws -> Value
  ) throws -> [EntityID] {
    let store = host.store
    let nodes = NodeList()
    let node = try host.define(
      "Node",
      [
        Property("number", .int),
        Property(
          "depth", .int,
          computed: host.function { node, _ in
            guard case .entity(let node) = node, let number = store.get(node, "number").int else { return .null }
            return try depth(store, node, number > 0 ? nodes.all[number - 1] : nil)
          }),
      ])
    for number in 0..<count { nodes.all.append(try store.create(node, ["number": .int(number)])) }
    return nodes.all
  }

  private final class NodeList { var all: [EntityID] = [] }

  private static func depth(_ store: ModelStore, _ node: EntityID, _ before: EntityID?) -> Value {
    .int(1 + (before.map { store.get($0, "depth").int ?? 0 } ?? 0))
  }

  @Test func chainsOfAnyLengthAreRight() throws {
    let nodes = try makeChain(20_000, Self.depth)
    #expect(store.get(nodes[19_999], "depth") == .int(20_000))
    #expect(store.get(nodes[9_999], "depth") == .int(10_000))
    #expect(host.reports.isEmpty)
  }

  @Test func whatMetALimitIsNotKept() throws {
    var isLimited = true
    let nodes = try makeChain(100) { store, node, before in
      if before == nil, isLimited { throw Diagnostic("lua.depth", "stack overflow") }
      return Self.depth(store, node, before)
    }
    #expect(store.get(nodes[99], "depth") == .null)
    #expect(store.get(nodes[5], "depth") == .null)
    let depth = try #require(store.type(of: nodes[50])?.property(named: "depth"))
    #expect(
      problem { _ = try store.value(nodes[50], depth) }
        == "lua.depth: stack overflow\n    in computed property Node.depth")
    // Only the outermost read reports.
    #expect(host.reports.map(\.code) == ["lua.depth", "lua.depth"])
    #expect(host.reports.first?.description == "stack overflow\n    in computed property Node.depth")
    isLimited = false
    #expect(store.get(nodes[99], "depth") == .int(100))
    #expect(store.get(nodes[5], "depth") == .int(6))
  }

  /// An error that is not a limit is nil for its readers, as before.
  @Test func aFailureInALongChainIsNil() throws {
    let nodes = try makeChain(200) { store, node, before in
      if before == nil { throw Diagnostic("script.error", "no start") }
      return Self.depth(store, node, before)
    }
    #expect(store.get(nodes[199], "depth") == .int(199))
    #expect(host.reports.map(\.description) == ["no start\n    in computed property Node.depth"])
  }

  @Test func longCyclesAreReportedOnce() throws {
    var last: EntityID?
    let nodes = try makeChain(100) { store, node, before in Self.depth(store, node, before ?? last) }
    last = nodes[99]
    #expect(store.get(nodes[99], "depth") == .int(100))
    #expect(host.reports.map(\.code) == ["model.cycle"])
    let names = Array(repeating: "Node.depth", count: 12).joined(separator: " → ")
    #expect(
      host.reports.first?.message == "computed properties depend on each other: \(names) → … (77 more) → \(names)")
    #expect(store.get(nodes[99], "depth") == .int(100))
    #expect(host.reports.count == 1)
  }

  @Test func failuresGiveNilAndAreReported() throws {
    let type = try host.define(
      "Thing",
      [
        Property("isBroken", .bool),
        Property(
          "value", .int,
          computed: host.function { [self] thing, _ in
            if get(thing, "isBroken").truth { throw Diagnostic("script.error", "attempt to index nil") }
            return .int(1)
          }),
      ])
    let thing = store.make(type)
    #expect(store.get(thing, "value") == .int(1))
    try store.set(thing, "isBroken", .bool(true))
    #expect(store.get(thing, "value") == .null)
    #expect(store.get(thing, "value") == .null)
    #expect(host.reports.map(\.description) == ["attempt to index nil\n    in computed property Thing.value"])
    try store.set(thing, "isBroken", .bool(false))
    #expect(store.get(thing, "value") == .int(1))
  }

  @Test func entitiesThatAComputedPropertyMakesLiveAsLongAsItsValue() throws {
    try host.define("Note", [Property("text", .string)])
    let type = try host.define(
      "Thing",
      [
        Property("count", .int),
        Property(
          "notes", .list(.entity("Note")),
          computed: host.function { [self] thing, _ in
            .list(
              try (0..<(get(thing, "count").int ?? 0)).map { index in
                .entity(try store.create(try store.requireType("Note", for: "test"), ["text": .string("\(index)")]))
              })
          }),
      ])
    let thing = store.make(type)
    store.pin(thing)
    let start = store.entityCount
    try store.set(thing, "count", .int(3))
    guard case .list(let notes) = store.get(thing, "notes") else { return #expect(Bool(false), "no list") }
    store.collectGarbage()
    #expect(notes.map { get($0, "text") } == [.string("0"), .string("1"), .string("2")])
    try store.set(thing, "count", .int(1))
    _ = store.get(thing, "notes")
    store.collectGarbage()
    #expect(store.entityCount == start + 1)
    store.unpin(thing)
    store.collectGarbage()
    store.collectGarbage()
    #expect(store.entityCount == start - 1)
  }

  // MARK: didSet

  @Test func didSetGetsOldAndNewAndMayWriteItsOwnProperty() throws {
    var seen: [[Value]] = []
    let type = try host.define(
      "Tank",
      [
        Property(
          "level", .int,
          didSet: host.function { [self] tank, arguments in
            seen.append(arguments)
            guard case .entity(let entity) = tank else { return .null }
            if (arguments[1].int ?? 0) > 100 { try store.set(entity, "level", .int(100)) }
            return .null
          })
      ])
    let tank = try store.create(type, ["level": .int(7)])
    #expect(seen.isEmpty, "first values are not observed")
    try store.set(tank, "level", .int(7))
    #expect(seen.isEmpty)
    try store.set(tank, "level", .int(500))
    #expect(store.get(tank, "level") == .int(100))
    try store.set(tank, "level", .string("3"))
    #expect(seen == [[.int(7), .int(500)], [.int(100), .int(3)]])
  }

  @Test func didSetThatFailsTakesTheWriteBack() throws {
    let type = try host.define(
      "Tank",
      [Property("level", .int, didSet: host.function { _, _ in throw Diagnostic("test.full", "the tank is full") })])
    let tank = store.make(type)
    #expect(
      problem { try store.set(tank, "level", .int(1)) } == "test.full: the tank is full\n    in didSet of Tank.level")
    #expect(store.get(tank, "level") == .int(0))
  }

  @Test func didSetDoesNotRunWhenChangesAreTakenBack() throws {
    var runs = 0
    let type = try host.define(
      "Tank",
      [
        Property(
          "level", .int,
          didSet: host.function { _, _ in
            runs += 1
            return .null
          })
      ])
    let tank = store.make(type)
    try store.transaction { try store.set(tank, "level", .int(1)) }
    store.history.undo(store)
    store.history.redo(store)
    #expect(store.get(tank, "level") == .int(1))
    #expect(runs == 1)
  }

  @Test func transientPropertiesAreNotStored() throws {
    let fixture = try ModelFixture()
    let book = try fixture.add("Book", ["draft": .string("secret")], to: "books")
    #expect(fixture.store.get(book, "draft") == .string("secret"))
    #expect(fixture.store.jsonValue(book)["draft"] == nil)
    #expect(fixture.store.jsonValue(book, .reload)["draft"] == "secret")
    let (_, changes) = try fixture.store.recording {
      try fixture.store.transaction { try fixture.store.set(book, "draft", .string("x")) }
    }
    #expect(changes.isEmpty, "what no snapshot has, no patch names")
    fixture.store.history.undo(fixture.store)
    #expect(fixture.store.get(book, "draft") == .string("secret"))
  }
}
