import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct TypeRegistryTests {
  private func type(_ name: String, _ superType: EntityType, _ properties: [Property] = []) throws -> EntityType {
    try EntityType(name: name, superType: superType, own: properties, modelKind: nil, place: nil)
  }

  @Test func typesAreFoundByNameAndIndex() throws {
    let types = TypeRegistry()
    let book = try type("Book", types.entity)
    types.add(book)
    #expect(types["Book"] === book && types.all[Int(book.index)] === book)
    #expect(types["ModelRef"] === types.reference && types["Library"] == nil)
    let unknown = problem { _ = try types.require("Bok", for: "a test") }
    #expect(unknown.hasPrefix("model.unknownType") && unknown.contains("\"Book\""))
    #expect(problem { try types.checkIsFree("Book", for: nil) }.hasPrefix("model.duplicateType"))
    #expect(problem { try types.checkIsFree("Boot", for: nil) } == "no error")
  }

  @Test func subtypesOfObservedTypesAreObserved() throws {
    let types = TypeRegistry()
    let book = try type("Book", types.entity, [Property("price", .int)])
    types.add(book)
    book.properties[0].observerCount = 2
    let novel = try type("Novel", book, [Property("hero", .string)])
    types.add(novel)
    #expect(novel.property(named: "price")?.observerCount == 2)
    #expect(novel.property(named: "hero")?.observerCount == 0)
    #expect(types.subtypes(of: book).map(\.name) == ["Book", "Novel"])
  }

  @Test func undefinedTypesOfPropertiesAreFound() throws {
    let types = TypeRegistry()
    types.add(
      try type("Book", types.entity, [Property("best", .entity("Chapter")), Property("by", .reference("Man", .keep))]))
    #expect(types.check().map(\.severity) == [.error, .warning])
    #expect(types.check().map(\.code) == ["model.unknownType", "model.unknownType"])
    types.add(try type("Chapter", types.entity))
    #expect(types.check().map(\.severity) == [.warning])
  }
}
