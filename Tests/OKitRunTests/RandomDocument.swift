/// A generator that gives the same numbers for a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A random JSON document with the names and values that documents have, and those that are hard to write as a script:
/// objects that are alike at several places, ids that repeat, numbers that no Double holds, lists of lists, and maps.
struct RandomDocument {
  private(set) var json = ""
  /// The scalars of the document that are not null, as they are written.
  private(set) var scalars: [String] = []
  /// Members of objects that occur at several places, some of which are left out.
  private var kinds: [[String]] = []
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<3 { kinds.append(names(3...6)) }
    json = chance(15) ? list(1...5) { $0.record(3) } : record(4)
  }

  private static let names = [
    "name", "title", "end", "self", "class", "type", "items", "children", "authorId", "parent", "id", "created_at",
    "price", "isDone", "tags", "address", "status", "ref", "model", "count", "description", "first name", "Größe",
    "日本", "x-y", "_id", "data", "values", "User", "books", "date", "local", "get", "Order", "orders", "managed", "key",
    "Done", "authors", "a", "A", "", "1", "bookIds", "apply", "isFilled", "content", "a.b", "a/b", "$ref", "uuid",
    "nested", "users", "settings", "properties",
  ]
  private static let scalars = [
    "null", "true", "false", "0", "42", "-7", "3.5", "1e20", "12345678901234567890", "1600000000", "\"\"", "\"open\"",
    "\"closed\"", "\"2020-01-31\"", "\"2020-01-31T12:00:00Z\"", "\"two\\nlines\"", "\"Dune\"", "\"a,b %x #y\"",
    "\"  pad \"", "\"12\"", "\"\\\"q\\\" \\\\\"", "\"\\u0007\"", "\"ü — ok\"", "9007199254740993", "1.10", "-0",
    "1e400",
    "0.1234567890123456789", "1", "2", "\"1\"", "-9007199254740994", "9223372036854775807",
  ]

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func names(_ count: ClosedRange<Int>) -> [String] {
    Array(Self.names.shuffled(using: &generator).prefix(Int.random(in: count, using: &generator)))
  }

  private mutating func value(_ depth: Int) -> String {
    let choice = Int.random(in: 0..<100, using: &generator)
    if depth <= 0 || choice < 40 { return scalar() }
    if choice < 55 { return record(depth - 1) }
    if choice < 70 { return alike(depth - 1) }
    if choice < 78 { return list(0...4) { $0.scalar() } }
    if choice < 88 { return list(0...6) { $0.alike(depth - 2) } }
    if choice < 94 { return map(depth - 1) }
    return list(0...3) { $0.value(depth - 1) }
  }

  private mutating func scalar() -> String {
    let text = Self.scalars.randomElement(using: &generator) ?? "null"
    if text != "null" { scalars.append(text) }
    return text
  }

  private mutating func list(_ count: ClosedRange<Int>, _ element: (inout Self) -> String) -> String {
    let count = Int.random(in: count, using: &generator)
    return "[" + (0..<count).map { _ in element(&self) }.joined(separator: ", ") + "]"
  }

  private mutating func record(_ depth: Int) -> String { object(names(1...6)) { $0.value(depth) } }

  /// An object with most of the members of others.
  private mutating func alike(_ depth: Int) -> String {
    let kind = kinds.randomElement(using: &generator) ?? []
    return object(kind.filter { _ in chance(80) }) { $0.chance(70) ? $0.scalar() : $0.value(depth - 1) }
  }

  /// An object whose keys are data.
  private mutating func map(_ depth: Int) -> String {
    let keys = ["2020-01", "10.0.0.1", "/path", "kettle", "desk", "", "a b"].shuffled(using: &generator)
    let isOfObjects = chance(60)
    return object(Array(keys.prefix(Int.random(in: 0...5, using: &generator)))) {
      isOfObjects ? $0.alike(depth) : $0.scalar()
    }
  }

  private mutating func object(_ names: [String], _ value: (inout Self) -> String) -> String {
    "{" + names.map { "\"\($0)\": \(value(&self))" }.joined(separator: ", ") + "}"
  }
}
