import OKitTestSupport
import Testing

@testable import OKitModel

/// The one way to a stored property.
@Suite struct PropertyLocationTests {
  private let fixture: ModelFixture
  private let book: EntityID
  private var store: ModelStore { fixture.store }

  init() throws {
    fixture = try ModelFixture()
    book = try fixture.add("Book", ["title": .string("Emma"), "price": .double(2.5), "id": .string("e")], to: "books")
  }

  @Test func everyStoredPropertyHasALocation() throws {
    let type = try store.requireType("Novel", for: "a test")
    let record = try #require(store.record(book))
    for property in type.properties {
      #expect(type.location(of: property.name) == property.location)
      #expect(property.location.storage != .none, "\(property.name)")
    }
    let bookType = try store.requireType("Book", for: "a test")
    for property in bookType.properties {
      #expect(store.read(record, property.location) == store.get(book, property), "\(property.name)")
    }
    #expect(store.read(record, bookType.location(of: "id")) == .string("e"))
    #expect(bookType.location(of: "parent") == .none && bookType.location(of: "titel") == .none)
    #expect(store.read(record, .none) == nil)
  }

  @Test func valuesDoNotOverlap() throws {
    let type = try store.requireType("Book", for: "a test")
    let places = type.properties.flatMap { property -> [Range<Int>] in
      let start = Int(property.location.offset)
      return [start..<start + property.storage.size]
    }.sorted { $0.lowerBound < $1.lowerBound }
    #expect(try #require(places.first).lowerBound >= EntityRecordHeader.size)
    for (one, next) in zip(places, places.dropFirst()) { #expect(one.upperBound <= next.lowerBound) }
    #expect(try #require(places.last).upperBound <= type.recordSize)
  }

  @Test func nilBitsDoNotOverlap() throws {
    #expect(MemoryLayout<EntityRecordHeader>.offset(of: \.nilBits) == EntityRecordHeader.nilOffset)
    for count in [1, 24, 25, 88, 89, 200] {
      let properties = (0..<count).map { Property("p\(1000 + $0)", .optional(.int)) }
      let type = try store.define("Wide\(count)", extending: store.entityType, properties: properties)
      let entity = try store.create(type, [:])
      for index in stride(from: 0, to: count, by: 3) { try store.set(entity, properties[index], .int(index)) }
      let record = try #require(store.record(entity))
      for (index, property) in properties.enumerated() {
        let expected: Value = index % 3 == 0 ? .int(index) : .null
        #expect(store.get(entity, property) == expected && record.isNil(property.slot) == expected.isNull)
      }
      #expect(store.type(of: entity)?.name == type.name && store.parent(of: entity) == nil)
    }
  }

  @Test func aTableOfNumbersReadsWhatTheRecordHas() throws {
    let table = PropertyLocationTable(store)
    let type = try store.requireType("Book", for: "a test")
    for (number, name) in ["title", "price", "id", "parent"].enumerated() { table.note(name, of: type, as: number) }
    #expect(table.value(of: book, 0) == .string("Emma") && table.value(of: book, 1) == .double(2.5))
    #expect(table.value(of: book, 2) == .string("e"))
    #expect(table.value(of: book, 3) == nil && table.value(of: book, 99) == nil && table.value(of: book, -1) == nil)
    // Nothing was noted for the type of the library.
    #expect(table.value(of: fixture.library, 0) == nil)
  }
}
