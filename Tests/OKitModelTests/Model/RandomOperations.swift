import OKitModel
import OKitTestSupport

/// Random changes of a library, reproducible by seed.
struct RandomOperations {
  let fixture: ModelFixture
  var random: SplitMix
  private var made = 0
  /// The beginning of the ids of new entities.
  private let prefix: String
  private var store: ModelStore { fixture.store }

  init(_ fixture: ModelFixture, seed: UInt64, prefix: String = "") {
    (self.fixture, self.prefix) = (fixture, prefix)
    random = SplitMix(seed: seed)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func text() -> Value { .string(["", "a", "b", "long text", "ü/~\"", "0"][number(0..<6)]) }

  private mutating func any(of type: String) -> EntityID? {
    store.subtree(fixture.library).filter { store.type(of: $0)?.isSubtype(of: type) == true }.randomElement(
      using: &random)
  }

  private mutating func fresh(_ type: String, _ values: [String: Value] = [:]) throws -> EntityID {
    made += 1
    return try fixture.make(type, values.merging(["id": .string("\(prefix)\(type)\(made)")]) { $1 })
  }

  private mutating func chapter(_ depth: Int = 0) throws -> EntityID {
    let chapter = try fresh("Chapter", ["title": text(), "pages": .int(number(0..<5))])
    if depth < 2, number(0..<3) == 0 {
      try store.insert(.entity(try self.chapter(depth + 1)), into: try fixture.list("scenes", of: chapter))
    }
    return chapter
  }

  private mutating func book() throws -> EntityID {
    let book = try fresh(number(0..<3) == 0 ? "Novel" : "Book", ["title": text()])
    if number(0..<2) == 0 { try store.insert(.entity(try chapter()), into: try fixture.list("chapters", of: book)) }
    return book
  }

  /// One change; what the state forbids changes nothing.
  mutating func step() throws {
    do { try change() } catch let diagnostic as Diagnostic {
      let expected: Set<Diagnostic.Code> = ["model.owned", "model.index", "model.restricted", "model.duplicateId"]
      guard expected.contains(diagnostic.code) else { throw diagnostic }
    }
  }

  private mutating func change() throws {
    switch number(0..<16) {
    case 0: try store.insert(.entity(try book()), into: try fixture.list("books"), at: number(0..<3))
    case 1: try removeAny(from: try fixture.list("books"))
    case 2: try moveAny(in: try fixture.list("books"))
    case 3:
      guard let book = any(of: "Book") else { return }
      let values: [(String, Value)] = [
        ("title", text()), ("price", .double(Double(number(0..<8)) / 4)), ("isRead", .bool(number(0..<2) == 0)),
        ("subtitle", number(0..<2) == 0 ? .null : text()), ("tint", number(0..<2) == 0 ? .null : .string("#010203")),
        ("genre", .string(["fiction", "science", "poetry"][number(0..<3)])), ("draft", text()),
        ("released", .date(DateValue(secondsSince2001: Double(number(0..<3))))),
      ]
      let (name, value) = values[number(0..<values.count)]
      try store.set(book, name, value)
    case 4:
      guard let owner = any(of: "Book") else { return }
      try store.insert(.entity(try chapter()), into: try fixture.list("chapters", of: owner), at: number(0..<2))
    case 5: if let owner = any(of: "Book") { try removeAny(from: try fixture.list("chapters", of: owner)) }
    case 6: if let owner = any(of: "Book") { try moveAny(in: try fixture.list("chapters", of: owner)) }
    case 7: if let chapter = any(of: "Chapter") { try store.set(chapter, "title", text()) }
    case 8:
      guard let owner = any(of: "Book") else { return }
      try store.set(owner, "appendix", number(0..<2) == 0 ? .null : .entity(try chapter()))
    case 9: try moveChapter()
    case 10:
      guard let book = any(of: "Book") else { return }
      let tags = try fixture.list("tags", of: book)
      switch number(0..<4) {
      case 0: try store.insert(text(), into: tags, at: number(0..<3))
      case 1: try removeAny(from: tags)
      case 2: try moveAny(in: tags)
      default: try store.set(book, "tags", .list((0..<number(0..<4)).map { _ in text() }))
      }
    case 11:
      guard let book = any(of: "Book") else { return }
      try store.set(book, "labels", .list((0..<number(0..<4)).map { _ in text() }))
    case 12:
      guard let book = any(of: "Book") else { return }
      let key = ["a", "b/c", "~"][number(0..<3)]
      try store.set(
        try fixture.list("prices", of: book), key: key, number(0..<2) == 0 ? .null : .double(Double(number(0..<3))))
    case 13:
      guard let book = any(of: "Book") else { return }
      let key = ["one", "two"][number(0..<2)]
      try store.set(try fixture.list("parts", of: book), key: key, number(0..<2) == 0 ? .null : .entity(try chapter()))
    case 14:
      let book = any(of: "Book").flatMap(store.id).map(Value.string) ?? text()
      if number(0..<2) == 0 {
        try store.insert(book, into: try fixture.list("shelf"))
      } else {
        try removeAny(from: try fixture.list("shelf"))
      }
    default:
      if number(0..<2) == 0 { try moveBookToFeatured() } else { try store.set(fixture.library, "motto", text()) }
    }
  }

  private mutating func removeAny(from list: CollectionRef) throws {
    let count = store.count(list)
    if count > 0 { try store.remove(from: list, at: number(0..<count)) }
  }

  private mutating func moveAny(in list: CollectionRef) throws {
    let count = store.count(list)
    if count > 0 { try store.move(list, from: number(0..<count), to: number(0..<count)) }
  }

  /// A chapter leaves its place and comes back at another one.
  private mutating func moveChapter() throws {
    guard let chapter = any(of: "Chapter"), let target = any(of: number(0..<2) == 0 ? "Book" : "Chapter"),
      let owner = store.parent(of: chapter), let property = store.parentProperty(of: chapter), target != chapter
    else { return }
    try store.transaction {
      let place = CollectionRef(owner: owner, slot: property.slot)
      if store.isMap(place),
        let key = store.keys(place).first(where: { store.element(place, key: $0) == .entity(chapter) })
      {
        try store.set(place, key: key, .null)
      } else if property.isCollection, let index = store.index(of: .entity(chapter), in: place) {
        try store.remove(from: place, at: index)
      } else {
        try store.set(owner, property, .null)
      }
      let isBook = store.type(of: target)?.isSubtype(of: "Book") == true
      if isBook, number(0..<3) == 0 { return try store.set(target, "appendix", .entity(chapter)) }
      if isBook, number(0..<3) == 0 {
        return try store.set(try fixture.list("parts", of: target), key: "moved", .entity(chapter))
      }
      try store.insert(.entity(chapter), into: try fixture.list(isBook ? "chapters" : "scenes", of: target), at: 0)
    }
  }

  private mutating func moveBookToFeatured() throws {
    let books = try fixture.list("books")
    guard let book = store.entities(books).first else { return }
    try store.transaction {
      try store.remove(from: books, at: 0)
      if case .entity(let old) = store.get(fixture.library, "featured") {
        try store.set(fixture.library, "featured", .entity(book))
        try store.insert(.entity(old), into: books)
      } else {
        try store.set(fixture.library, "featured", .entity(book))
      }
    }
  }
}
