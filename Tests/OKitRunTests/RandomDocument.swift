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

/// A random JSON object with the names and values that documents have, and those that are hard to write as a script.
struct RandomDocument {
  let json: String

  init(_ generator: inout SeededGenerator) { json = Self.record(4, &generator) }

  private static let names = [
    "name", "title", "end", "self", "class", "type", "items", "children", "authorId", "parent", "id", "created_at",
    "price",
    "isDone", "tags", "address", "status", "ref", "model", "count", "description", "first name", "Größe", "日本", "x-y",
    "_id",
    "data", "values", "User", "books", "date", "local", "get", "Order", "orders", "managed", "key", "Done", "authors",
    "a", "A",
    "", "1", "bookIds", "apply", "isFilled",
  ]
  private static let scalars = [
    "null", "true", "false", "0", "42", "-7", "3.5", "1e20", "12345678901234567890", "1600000000", "\"\"", "\"open\"",
    "\"closed\"", "\"2020-01-31\"", "\"2020-01-31T12:00:00Z\"", "\"two\\nlines\"", "\"Dune\"", "\"a,b %x #y\"",
    "\"  pad \"", "\"12\"", "\"\\\"q\\\" \\\\\"", "\"\\u0007\"", "\"ü — ok\"",
  ]

  private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    let choice = Int.random(in: 0..<100, using: &generator)
    if depth <= 0 || choice < 45 { return scalar(&generator) }
    if choice < 70 { return record(depth - 1, &generator) }
    if choice < 80 { return list(4) { scalar(&$0) }(&generator) }
    if choice < 95 { return list(6) { record(depth - 2, &$0) }(&generator) }
    return list(3) { value(depth - 1, &$0) }(&generator)
  }

  private static func scalar(_ generator: inout SeededGenerator) -> String {
    scalars.randomElement(using: &generator) ?? "null"
  }

  private static func list(
    _ maximum: Int, _ element: @escaping (inout SeededGenerator) -> String
  ) -> (inout SeededGenerator) -> String {
    { generator in
      let count = Int.random(in: 0...maximum, using: &generator)
      return "[" + (0..<count).map { _ in element(&generator) }.joined(separator: ", ") + "]"
    }
  }

  private static func record(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    let names = names.shuffled(using: &generator).prefix(Int.random(in: 1...6, using: &generator))
    return "{" + names.map { "\"\($0)\": \(value(depth, &generator))" }.joined(separator: ", ") + "}"
  }
}
