import OKitTestSupport
import Testing

@testable import OKitEngine

/// The cells and properties of a controller that was left, which the next one of its class uses.
@Suite struct ReusePoolTests {
  let sample: BookSample
  init() throws { sample = try BookSample() }

  private var services: TestServices { sample.services }

  private func define() throws -> ComponentClass {
    let cells = try [
      services.component(.tableCell, ["path": "name"]), services.component(.textCell, ["textPath": "name"]),
    ]
    let input = PropertyReader.Input.list(cells.map(PropertyReader.Input.component))
    return try services.define("book", .detail, ["titlePath": "name", "sections": [["cells": input]]])
  }

  private func open(_ definition: ComponentClass) -> DetailController {
    DetailController(
      definition, context: sample.book, handle: services.nextHandle(), previous: nil, services: services)
  }

  @Test func `the next controller has the same cells, which read nothing in between`() throws {
    let (definition, store) = (try define(), sample.store)
    let before = store.graph.census.edges
    var first: DetailController? = open(definition)
    let screen = try #require(first?.screen())
    let cells = try #require(first).sections[0].cells.map(ObjectIdentifier.init)
    let nodes = store.graph.census.nodes
    weak let left = first
    first?.end(filling: services.reusePool)
    first = nil
    #expect(left == nil)
    #expect(store.graph.census.edges == before)
    try store.set(sample.book, "name", .string("Emma"))
    let next = open(definition)
    #expect(next.screen().sections[0].rows.map(\.text).first == "Emma")
    #expect(next.screen().title == "Emma")
    #expect(next.sections[0].cells.map(ObjectIdentifier.init) == cells)
    #expect(next.sections[0].cells.allSatisfy { $0.controller === next })
    #expect(store.graph.census.nodes == nodes)
    #expect(screen.title != "Emma")
    // Another one beside it has its own.
    let other = open(definition)
    #expect(other.screen().title == "Emma")
    #expect(Set(other.sections[0].cells.map(ObjectIdentifier.init)).isDisjoint(with: cells))
  }

  @Test func `cells that something else has do not wait`() throws {
    let definition = try define()
    var first: DetailController? = open(definition)
    _ = first?.screen()
    let kept = try #require(first).sections[0].cells[0]
    first?.end(filling: services.reusePool)
    first = nil
    let next = open(definition)
    _ = next.screen()
    #expect(next.sections[0].cells.allSatisfy { $0 !== kept && $0.controller === next })
    #expect(kept.controller.isEnded)
  }
}
