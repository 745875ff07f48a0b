import OKitTestSupport
import Testing

@testable import OKitModel

/// Names are resolved on types alone: no entity, no binding, no evaluation.
@Suite struct NameResolverTests {
  private let functions = FunctionRegistry()
  private let types = TypeRegistry()

  private func kind(_ name: String, _ type: EntityType) -> String {
    switch NameResolver(functions: functions).meaning(of: name, on: type) {
    case .property(let property): "property \(property.name)"
    case .id: "id"
    case .parent: "parent"
    case .model: "model"
    case .typeName: "type"
    case .target: "target"
    case .referenceText: "reference text"
    case .function(let function): "function \(function.id)"
    case .extended(.host(let function)): "extension \(function.id)"
    case .extended: "built in"
    case .unknown: "unknown"
    }
  }

  @Test func namesAreResolvedInOneOrder() throws {
    let book = try EntityType(
      name: "Book", superType: types.entity, own: [Property("title", .string), Property("type", .int)], modelKind: nil,
      place: nil)
    let shelf = try EntityType(name: "Shelf", superType: types.entity, own: [], modelKind: nil, place: nil)
    book.define(function: "label", FunctionRef(id: 1))
    functions.register("label", on: "Book", FunctionRef(id: 2))
    functions.register("short", on: "Entity", FunctionRef(id: 3))
    functions.register("short", on: "Book", FunctionRef(id: 4))
    #expect(kind("title", book) == "property title")
    #expect(kind("type", book) == "property type" && kind("type", shelf) == "type")
    #expect(["id", "parent", "model"].map { kind($0, book) } == ["id", "parent", "model"])
    #expect(kind("label", book) == "function 1" && kind("label", shelf) == "unknown")
    #expect(kind("short", book) == "extension 4" && kind("short", shelf) == "extension 3")
    #expect(kind("ref", types.reference) == "target" && kind("ref", book) == "unknown")
    #expect(kind("description", types.reference) == "reference text" && kind("description", book) == "unknown")
    functions.register("type", on: "Shelf", FunctionRef(id: 5))
    #expect(kind("type", shelf) == "extension 5")
  }

  @Test func everyNameThatIsListedHasAMeaning() throws {
    functions.register("short", on: "Any", FunctionRef(id: 1))
    let resolver = NameResolver(functions: functions)
    for type in types.all {
      let names = resolver.names(on: type)
      #expect(names.contains("short") && names.contains("type"))
      for name in names { #expect(kind(name, type) != "unknown", "\(type.name).\(name)") }
    }
  }
}
