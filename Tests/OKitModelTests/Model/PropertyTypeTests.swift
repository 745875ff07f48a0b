import OKitModel
import OKitTestSupport
import Testing

@Suite struct PropertyTypeTests {
  private let host = TestHost()

  /// An entity with one property of each type.
  private func entity() throws -> EntityID {
    try host.define("Person", [])
    try host.define("Child", "Person", [])
    try host.define("Stone", [])
    let type = try host.define(
      "Thing",
      [
        Property("string", .string), Property("bool", .bool), Property("int", .int), Property("double", .double),
        Property("date", .date), Property("data", .data), Property("color", .color), Property("image", .image),
        Property("enum", .enumeration(["red", "green"])), Property("entity", .entity("Person")),
        Property("ref", .reference("Person", .nullify)), Property("list", .list(.int)), Property("set", .set(.string)),
        Property("map", .map(.double)), Property("optional", .optional(.int)),
        Property("persons", .list(.entity("Person"))),
      ])
    return host.store.make(type, id: "thing")
  }

  @Test func defaults() throws {
    let thing = try entity()
    let expected: [(String, Value)] = [
      ("string", .string("")), ("bool", .bool(false)), ("int", .int(0)), ("double", .double(0)),
      ("date", .date(host.environment.now)),
      ("data", .null), ("color", .null), ("image", .null), ("enum", .string("red")), ("entity", .null),
      ("optional", .null),
    ]
    for (name, value) in expected { #expect(host.store.get(thing, name) == value, "\(name)") }
    for name in ["list", "set", "map", "persons"] {
      guard case .collection(let collection) = host.store.get(thing, name) else {
        Issue.record("\(name) is not a collection")
        continue
      }
      #expect(host.store.count(collection) == 0)
    }
    guard case .entity(let reference) = host.store.get(thing, "ref") else {
      return #expect(Bool(false), "no reference")
    }
    #expect(host.store.get(reference, "refKey") == .null)
    #expect(host.store.id(of: thing) == "thing")
  }

  @Test func declaredDefaultsAreConverted() throws {
    let type = try host.define(
      "Thing",
      [Property("price", .double, default: .int(3)), Property("day", .date, default: .string("2001-01-02T00:00:00Z"))])
    let thing = host.store.make(type)
    #expect(host.store.get(thing, "price") == .double(3))
    #expect(host.store.get(thing, "day") == .date(DateValue(secondsSince2001: 86_400)))
    #expect(
      problem { try host.define("Other", [Property("count", .int, default: .string("many"))]) }
        == "model.type: the default of Other.count needs an Int, got String \"many\"")
  }

  @Test(arguments: [
    ("string", Value.int(3), Value.string("3")), ("string", .double(2.5), .string("2.5")),
    ("string", .double(3), .string("3")),
    ("string", .bool(true), .string("true")), ("int", .string(" 42 "), .int(42)), ("int", .double(7), .int(7)),
    ("int", .string("1e3"), .int(1000)), ("double", .int(3), .double(3)), ("double", .string("2.5"), .double(2.5)),
    ("date", .string("2001-01-01T00:01:00Z"), .date(DateValue(secondsSince2001: 60))),
    ("color", .string("#ff0000"), .color(ColorValue(red: 255, green: 0, blue: 0))),
    ("image", .string("book"), .image(.named("book"))), ("data", .string("hi"), .data(DataValue(bytes: [104, 105]))),
    ("enum", .string("green"), .string("green")), ("optional", .string("5"), .int(5)), ("optional", .null, .null),
    ("entity", .null, .null), ("color", .null, .null), ("data", .null, .null),
  ])
  func converts(name: String, value: Value, expected: Value) throws {
    let thing = try entity()
    try host.store.set(thing, name, value)
    #expect(host.store.get(thing, name) == expected)
  }

  @Test(arguments: [
    ("string", Value.null, "Thing.string needs a String, got nil"),
    ("string", .list([]), "Thing.string needs a String, got List"),
    ("bool", .string("true"), "Thing.bool needs a Bool, got String \"true\""),
    ("bool", .int(1), "Thing.bool needs a Bool, got Number 1"),
    ("int", .double(2.5), "Thing.int needs an Int, got Number 2.5"),
    ("int", .bool(true), "Thing.int needs an Int, got Bool true"),
    ("int", .string("many"), "Thing.int needs an Int, got String \"many\""),
    ("int", .double(1e300), "Thing.int needs an Int, got Number 1e+300"),
    ("double", .string("nan"), "Thing.double needs a Double, got String \"nan\""),
    ("double", .double(.nan), "Thing.double needs a Double, got Number nan"),
    ("double", .int(9_007_199_254_740_993), "Thing.double needs a Double, got Number 9007199254740993"),
    ("date", .int(5), "Thing.date needs a Date, got Number 5 (use 2020-01-31 or 2020-01-31T12:00:00Z)"),
    (
      "date", .string("tomorrow"),
      "Thing.date needs a Date, got String \"tomorrow\" (use 2020-01-31 or 2020-01-31T12:00:00Z)"
    ),
    ("color", .string("reddish"), "Thing.color needs a Color, got String \"reddish\""),
    ("enum", .string("gren"), "Thing.enum is one of \"red\", \"green\", not \"gren\" (did you mean \"green\"?)"),
    ("enum", .int(1), "Thing.enum needs an enum (\"red\", \"green\"), got Number 1"),
    ("list", .int(1), "Thing.list needs a list of Int, got Number 1"),
    ("list", .list([.int(1), .string("x")]), "an element of Thing.list needs an Int, got String \"x\""),
    ("map", .list([.int(1)]), "map has keys; give it a table with string keys"),
    ("optional", .string("x"), "Thing.optional needs an optional Int, got String \"x\""),
    ("persons", .list([.null]), "an element of Thing.persons needs a Person, got nil"),
    (
      "string", .string(String(repeating: "x", count: 50)),
      "no error"
    ),
  ])
  func refuses(name: String, value: Value, expected: String) throws {
    let thing = try entity()
    let before = host.store.jsonValue(thing)
    let found = problem { try host.store.set(thing, name, value) }
    #expect(found == (expected == "no error" ? expected : "model.type: \(expected)"))
    if expected != "no error" { #expect(host.store.jsonValue(thing) == before) }
  }

  @Test func longTextsAreCutInMessages() throws {
    let thing = try entity()
    let text = String(repeating: "x", count: 50)
    #expect(
      problem { try host.store.set(thing, "int", .string(text)) }
        == "model.type: Thing.int needs an Int, got String \"\(text.prefix(40))…\"")
  }

  @Test func entitiesOfAnotherClassAreRefused() throws {
    let thing = try entity()
    let stone = try host.store.create(try host.store.requireType("Stone", for: "test"))
    let child = try host.store.create(try host.store.requireType("Child", for: "test"))
    #expect(
      problem { try host.store.set(thing, "entity", .entity(stone)) }
        == "model.type: Thing.entity needs a Person, got Stone")
    #expect(
      problem { try host.store.set(thing, "ref", .entity(stone)) } == "model.type: ref refers to a Person, got Stone")
    try host.store.set(thing, "entity", .entity(child))
    #expect(host.store.get(thing, "entity") == .entity(child))
  }

  @Test func namesThatAreWrong() throws {
    let thing = try entity()
    #expect(
      problem { try host.store.set(thing, "strin", .int(1)) }
        == "model.unknownProperty: Thing has no property \"strin\" (did you mean \"string\"?)")
    #expect(problem { try host.store.set(thing, "id", .string("x")) } == "model.readOnly: Thing.id cannot be written")
    #expect(
      problem { _ = try host.store.create(try host.store.requireType("Thng", for: "test")) }
        == "model.unknownType: test: unknown entity class \"Thng\" (did you mean \"Thing\"?)")
    #expect(
      problem { _ = try host.store.create(try host.store.requireType("Thing", for: "test"), ["dobule": .int(1)]) }
        == "model.unknownProperty: Thing has no property \"dobule\" (did you mean \"double\"?)")
    #expect(
      problem { _ = try host.store.create(try host.store.requireType("Thing", for: "test"), ["id": .string("")]) }
        == "model.type: Thing.id needs a String that is not empty, got String \"\"")
  }

  @Test func schemasThatAreWrong() throws {
    try host.define("A", [Property("x", .int)])
    #expect(
      problem { try host.define("A", []) } == "model.duplicateType: the class \"A\" is already defined by the program")
    #expect(
      problem { try host.define("B", [Property("y", .int), Property("y", .int)]) }
        == "model.duplicateProperty: B declares \"y\" twice")
    #expect(
      problem { try host.define("C", [Property("parent", .int)]) }
        == "model.duplicateProperty: C cannot declare \"parent\": every entity has it")
    // A subclass may redeclare an inherited property.
    try host.define("D", "A", [Property("x", .string), Property("z", .bool)])
    #expect(host.store.type(named: "D")?.properties.map(\.name) == ["x", "z"])
    #expect(host.store.type(named: "D")?.property(named: "x")?.type == .string)
    #expect(host.store.type(named: "A")?.property(named: "x")?.type == .int)
  }

  @Test func subclassesInheritPropertiesAndFunctions() throws {
    let base = try host.define("Base", [Property("a", .int, default: .int(1))])
    let middle = try host.define("Middle", "Base", [Property("b", .string, default: .string("b"))])
    let leaf = try host.define("Leaf", "Middle", [Property("c", .list(.int))])
    base.define(function: "who", host.function { _, _ in .string("base") })
    let inherited = leaf.function(named: "who")
    middle.define(function: "who", host.function { _, _ in .string("middle") })
    #expect(inherited == base.function(named: "who"))
    #expect(leaf.function(named: "who") == middle.function(named: "who"))
    #expect(leaf.isSubtype(of: base) && leaf.isSubtype(of: "ModelEntity") && !base.isSubtype(of: leaf))
    let entity = host.store.make(leaf)
    #expect(host.store.get(entity, "a") == .int(1))
    #expect(host.store.get(entity, "b") == .string("b"))
    try host.store.set(entity, "a", .int(9))
    #expect(host.store.get(entity, "a") == .int(9))
    #expect(host.store.get(host.store.make(base), "a") == .int(1))
  }
}
