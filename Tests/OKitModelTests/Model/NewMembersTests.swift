import OKitTestSupport
import Testing

@testable import OKitModel

/// Entities from plain members are those from values: in two stores that make the same ids.
@Suite struct NewMembersTests {
  private let (one, two): (ModelFixture, ModelFixture)

  init() throws { (one, two) = (try ModelFixture(), try ModelFixture()) }

  private static let bytes: [UInt8] = [0x89, 0x50, 0xFF, 0x00]

  private static func values(_ fixture: ModelFixture) throws -> [Value] {
    let person = try fixture.add("Person", ["id": .string("p"), "name": .string("Ann")], to: "persons")
    let reference = try fixture.store.create(
      fixture.store.requireType("ModelRef", for: "test"), ["refKey": .string("p")])
    let dangling = try fixture.store.create(
      fixture.store.requireType("ModelRef", for: "test"), ["refKey": .string("nobody")])
    let chapter = try fixture.make("Chapter", ["title": .string("One")])
    let book = try fixture.add("Book", ["id": .string("b")], to: "books")
    let wrong = try fixture.store.create(fixture.store.requireType("ModelRef", for: "test"), ["refKey": .string("b")])
    return [
      .bool(true), .int(7), .int(1 << 60 + 1), .double(2.5), .double(3), .double(.infinity),
      .date(DateValue(secondsSince2001: 5)), .string(""), .string("Emma"), .string("fiction"), .string("p"),
      .string("a text with more than fifteen bytes: Brontë"), .string("12"), .data(DataValue(bytes: bytes)),
      .entity(person), .entity(reference), .entity(dangling), .entity(wrong), .entity(chapter), .entity(book),
      .entity(EntityID(index: 9999, generation: 9)), .list([]), .list([.entity(chapter)]),
      .list([.entity(chapter), .entity(chapter)]), .list([.entity(reference), .string("p")]),
      .list([.string("x"), .string("y")]), .list([.entity(person)]),
    ]
  }

  /// Passes values as a script's table gives them.
  private func create(_ fixture: ModelFixture, _ type: EntityType, _ values: [(slot: Int, value: Value)]) throws
    -> EntityID
  {
    var (members, kept): ([NewMember], [UnsafeMutableBufferPointer<UInt8>]) = ([], [])
    defer { for bytes in kept { bytes.deallocate() } }
    func keep(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      kept.append(copy)
      return UnsafeBufferPointer(copy)
    }
    func add(_ slot: Int, _ value: Value) {
      switch value {
      case .bool(let bool): members.append(NewMember(slot, bool: bool))
      case .int(let int): members.append(NewMember(slot, int: int))
      case .double(let double): members.append(NewMember(slot, double: double))
      case .date(let date): members.append(NewMember(slot, date: date))
      case .string(let text): members.append(NewMember(slot, keep(Array(text.utf8)), isText: true))
      case .data(let data): members.append(NewMember(slot, keep(data.bytes), isText: false))
      case .entity(let entity): members.append(NewMember(slot, entity))
      case .list(let elements):
        members.append(NewMember(slot, elements: elements.count))
        for element in elements { add(NewMember.id, element) }
      default: Issue.record("\(value) is no member")
      }
    }
    for (slot, value) in values { add(slot, value) }
    return try members.withUnsafeBufferPointer { try fixture.store.create(type, $0) }
  }

  private struct Made: Equatable {
    var entity: EntityID?
    var content: JSONValue?
    var references: [String: [EntityID]] = [:]
    var mistake: String?
  }

  /// Makes an entity in both stores and compares them with all that belongs to them, or the mistakes.
  private func compare(_ name: String, _ members: (ModelFixture) throws -> [(slot: Int, value: Value)]) throws {
    func result(_ fixture: ModelFixture, _ make: (EntityType, [(slot: Int, value: Value)]) throws -> EntityID) throws
      -> Made
    {
      let type = try fixture.store.requireType(name, for: "test")
      let values = try members(fixture)
      do {
        let entity = try fixture.store.transaction { try make(type, values) }
        let keys = fixture.store.references.keys
        return Made(
          entity: entity, content: fixture.store.jsonValue(entity),
          references: Dictionary(uniqueKeysWithValues: keys.map { ($0, fixture.store.references[$0]) }))
      } catch { return Made(mistake: "\(error)") }
    }
    let expected = try result(one) { type, values in
      try one.store.create(
        type,
        values.map {
          FirstValue(slot: $0.slot < 0 ? nil : $0.slot, name: $0.slot < 0 ? "id" : "", $0.value)
        })
    }
    let found = try result(two) { try create(two, $0, $1) }
    #expect(found == expected)
  }

  @Test(arguments: ["Book", "Chapter", "Person", "ModelRef"])
  func `each value of each property is written, converted or rejected as a value`(_ name: String) throws {
    let (values, others) = (try Self.values(one), try Self.values(two))
    let slots = try one.store.requireType(name, for: "test").properties.count
    for slot in NewMember.id..<slots {
      for (number, value) in values.enumerated() {
        try compare(name) { [(slot, $0.store === one.store ? value : others[number])] }
      }
    }
  }

  @Test func `several members are written, whatever their order is`() throws {
    let (values, others) = (try Self.values(one), try Self.values(two))
    var random = SplitMix64(seed: 5)
    let slots = try one.store.requireType("Novel", for: "test").properties.count
    for _ in 0..<400 {
      let places = (NewMember.id..<slots).shuffled(using: &random).prefix(4)
      let chosen = places.map { ($0, Int.random(in: 0..<values.count, using: &random)) }
      try compare("Novel") { fixture in
        chosen.map { (slot: $0, value: fixture.store === one.store ? values[$1] : others[$1]) }
      }
    }
  }

  @Test func `the bytes of a new blob are stored, and are no change`() throws {
    let type = try one.store.requireType("ModelImage", for: "test")
    guard let data = type.slot(named: "data"), let format = type.slot(named: "format") else {
      throw Diagnostic("test.property", "an image has bytes and a format")
    }
    let members = [(format, Value.string("image/png")), (data, .data(DataValue(bytes: Self.bytes)))]
    let image = try one.store.transaction { try create(one, type, members.map { (slot: $0.0, value: $0.1) }) }
    #expect(!one.store.history.canUndo)
    #expect(one.store.get(image, "size") == .int(4) && one.store.isPending(image))
    #expect(one.store.get(image, "data") == .data(DataValue(bytes: Self.bytes)))
    let long = [
      (data, Value.data(DataValue(bytes: Self.bytes))), (NewMember.id, .string(String(repeating: "x", count: 900))),
    ]
    #expect(throws: Diagnostic.self) { try create(one, type, long.map { (slot: $0.0, value: $0.1) }) }
  }

  @Test func `a name is found at any place of a table`() throws {
    let type = try one.store.requireType("Book", for: "test")
    for names in [["title", "price"], ["price", "title"], ["id", "subtitle", "zzz"], ["titles", "", "id"]] {
      for (number, name) in names.enumerated() {
        let slot = Array(name.utf8).withUnsafeBufferPointer { type.memberNames.slot(of: $0, number: number) }
        #expect(slot == (name == "id" ? NewMember.id : type.slot(named: name)))
      }
    }
  }
}
