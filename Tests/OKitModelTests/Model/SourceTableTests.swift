import OKitTestSupport
import Testing

@_spi(Observation) @testable import OKitModel

@Suite struct SourceTableTests {
  /// A node that does what a test says.
  private final class Reader: NodeHandler {
    var body: () -> Void = {}
    private(set) var runs = 0

    override func recompute(_ node: NodeID, token: UInt32) -> Bool {
      runs += 1
      body()
      return true
    }
  }

  private let graph = DependencyGraph()
  private let pool = TypeRegistry().entity.pool

  @Test func onlyReadersOfASlotBecomeStale() {
    let sources = SourceTable(graph)
    let record = pool.make()
    defer { pool.free(record) }
    let reader = Reader()
    reader.body = { sources.recordRead(record, 3) }
    let node = graph.makeNode(reader)
    defer { graph.remove(node) }
    graph.update(node)
    #expect(graph.reads(of: node) == [PropertyKey(index: 0, 3).rawValue])
    sources.markChanged(record, 2)
    #expect(graph.state(of: node) == .clean)
    sources.markChanged(record, 3)
    #expect(graph.state(of: node) == .stale)
    graph.update(node)
    #expect(reader.runs == 2)
    // Removing an entity removes its sources.
    let before = graph.census.sources
    sources.remove(record)
    #expect(graph.census.sources == before - 1 && graph.state(of: node) == .stale)
    #expect(record.header.pointee.firstSource == -1)
  }

  @Test func idsThatNobodyLooksForAreForgotten() {
    let sources = SourceTable(graph, lookupLimit: 2)
    let reader = Reader()
    reader.body = { sources.recordLookup("kept") }
    let node = graph.makeNode(reader)
    defer { graph.remove(node) }
    graph.update(node)
    let other = Reader()
    for id in ["a", "b", "c"] {
      other.body = { sources.recordLookup(id) }
      let once = graph.makeNode(other)
      graph.update(once)
      graph.remove(once)
    }
    let before = graph.census.sources
    sources.pruneLookups()
    #expect(graph.census.sources == before - 3)
    let records = ["a", "kept"].map { id in
      let record = pool.make()
      record.header.pointee.id = id
      return record
    }
    defer { records.forEach(pool.free) }
    sources.markLookupChanged(records[0])
    #expect(graph.state(of: node) == .clean)
    sources.markLookupChanged(records[1])
    #expect(graph.state(of: node) == .stale)
  }

  @Test func sourcesOutsideOfEntitiesHaveNames() {
    let store = ModelStore(TestEnvironment())
    let reader = Reader()
    reader.body = {
      store.graph.read(store.clockSource)
      store.readDay()
      store.graph.read(store.localeSource)
      _ = store.root(named: "default")
      _ = store.find("nobody")
    }
    let node = store.graph.makeNode(reader)
    defer { store.graph.remove(node) }
    store.graph.update(node)
    #expect(
      store.graph.reads(of: node).map { store.describe(source: $0) }
        == ["the clock", "the day", "the language", "the registered models", "the entity with an id"])
  }
}
