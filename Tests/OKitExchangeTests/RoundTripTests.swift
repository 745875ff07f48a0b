import OKitExchange
import OKitModel
import OKitTestSupport
import Testing

/// What is exported and imported again is the same.
@Suite struct RoundTripTests {
  static let texts = [
    "", " ", "a", "a,b", "\"", "\"\"", "line\nfeed", "carriage\r\nreturn", "\r", " both ", "\u{FEFF}mark", "日本", "🎬",
    "\u{0}",
    "=1+1", "'", "`", "&01", "true", "0012", "]", ">", "\\", "e\u{301}",
  ]

  private static func random(_ fixture: ModelFixture, _ random: inout SplitMix, count: Int) throws {
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      var values: [String: Value] = [
        "title": .string(texts.randomElement(using: &random) ?? ""),
        "price": .double([0, -0.5, 1e300, 9.99, 1.0 / 3, 123_456_789].randomElement(using: &random) ?? 0),
        "isRead": .bool(Bool.random(using: &random)),
        "released": .date(
          DateValue(secondsSince2001: [0, -1.5, 1e9, 0.1 + 0.2, 123.456].randomElement(using: &random) ?? 0)),
        "genre": .string(["fiction", "science", "poetry"].randomElement(using: &random) ?? ""),
      ]
      if Bool.random(using: &random) { values["subtitle"] = .string(texts.randomElement(using: &random) ?? "") }
      if Bool.random(using: &random) {
        values["cover"] = .data(DataValue(bytes: [0, 1, UInt8.random(in: 0...255, using: &random)]))
      }
      if Bool.random(using: &random) { values["author"] = .string("p\(Int.random(in: 0...3, using: &random))") }
      let isNovel = Bool.random(using: &random)
      if isNovel { values["hero"] = .string(texts.randomElement(using: &random) ?? "") }
      try fixture.add(isNovel ? "Novel" : "Book", values, to: "books")
    }
  }

  /// The books without the ids of their references, which CSV does not hold.
  private static func books(_ fixture: ModelFixture) throws -> [JSONValue] {
    fixture.store.entities(try fixture.list("books")).map { book in
      guard case .object(var members) = fixture.store.jsonValue(book) else { return .null }
      if case .object(let author)? = members["author"] { members["author"] = author["refKey"] ?? .null }
      return .object(members)
    }
  }

  @Test func `csv and json`() throws {
    let seed: UInt64 = 20_200_131
    for step in 0..<UInt64(RandomSteps.count(30)) {
      var random = SplitMix(seed: seed + step)
      let fixture = try ModelFixture(seed: step)
      try Self.random(fixture, &random, count: 20)
      let document = try ExportFixture.document(fixture)
      let csv = try ExportFixture.export(document, .csv("books"), try ExportFixture.model(fixture))
      let (copy, problems) = try ImportTests.read(csv, fixture: try ModelFixture(seed: 1000 + step))
      #expect(problems == [], "seed \(seed + step)")
      #expect(try Self.books(copy) == Self.books(fixture), "seed \(seed + step)")
      let again = try ExportFixture.export(
        try ExportFixture.document(copy), .csv("books"), try ExportFixture.model(copy))
      #expect(again == csv, "seed \(seed + step)")
      let whole = try ModelFixture(seed: 2000 + step)
      try whole.registry.importDocument(
        try JSONValue.parse(json: ExportFixture.export(document, .json)), into: "default")
      guard case .object(var expected) = fixture.snapshot, case .object(let found) = whole.snapshot else { return }
      // A root keeps its id.
      expected["id"] = found["id"]
      #expect(JSONValue.object(found) == .object(expected), "seed \(seed + step)")
    }
  }

  @Test func xml() throws {
    for step in 0..<UInt64(RandomSteps.count(30)) {
      var random = SplitMix(seed: step)
      let fixture = try ModelFixture(seed: step)
      try Self.random(fixture, &random, count: 5)
      let document = try ExportFixture.document(fixture)
      var reader = PlainXMLReader(try ExportFixture.export(document, .xml))
      let expected = try JSONValue.parse(json: document.replacing("\\u0000", with: "\u{FFFD}"))
      #expect(try reader.document() == expected, "seed \(step)")
    }
  }
}

/// Reads the XML of exports back, and rejects what is not well-formed.
private struct PlainXMLReader {
  struct Malformed: Error { let rest: String }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func document() throws -> JSONValue {
    try take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    let (_, value) = try element()
    guard rest.allSatisfy(\.isWhitespace) else { throw Malformed(rest: String(rest)) }
    return value
  }

  private mutating func take(_ text: String) throws {
    guard rest.hasPrefix(text) else { throw Malformed(rest: String(rest.prefix(40))) }
    rest = rest.dropFirst(text.count)
  }

  private mutating func element() throws -> (key: String?, value: JSONValue) {
    rest = rest.drop(while: \.isWhitespace)
    try take("<")
    let name = String(rest.prefix { $0.isLetter })
    rest = rest.dropFirst(name.count)
    var key: String?
    if rest.first == " " {
      try take(name == "model" ? " name=\"" : " key=\"")
      key = try unescaped(until: "\"")
      try take("\"")
    }
    if rest.hasPrefix("/>") {
      try take("/>")
      return (key, name == "null" ? .null : name == "array" ? .array([]) : .object([:]))
    }
    try take(">")
    let value: JSONValue
    switch name {
    case "string": value = .string(try unescaped(until: "<"))
    case "number", "bool": value = try JSONValue.parse(json: try unescaped(until: "<"))
    default: value = try children(isArray: name == "array")
    }
    try take("</\(name)>")
    return (key, value)
  }

  private mutating func children(isArray: Bool) throws -> JSONValue {
    var (elements, members): ([JSONValue], [String: JSONValue]) = ([], [:])
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("</") { return isArray ? .array(elements) : .object(members) }
      let (key, value) = try element()
      if let key { members[key] = value } else { elements.append(value) }
    }
  }

  private mutating func unescaped(until end: Unicode.Scalar) throws -> String {
    var text = ""
    while let scalar = rest.unicodeScalars.first, scalar != end {
      rest.unicodeScalars.removeFirst()
      guard scalar == "&" else {
        let isSpace = end == "<" && (scalar == "\n" || scalar == "\t")
        guard scalar.value >= 0x20 || isSpace else { throw Malformed(rest: String(rest.prefix(40))) }
        text.unicodeScalars.append(scalar)
        continue
      }
      var name = ""
      while let scalar = rest.unicodeScalars.popFirst(), scalar != ";" { name.unicodeScalars.append(scalar) }
      let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""][name]
      let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      let numbered = number.flatMap(Unicode.Scalar.init).map { String($0) }
      guard let character = named ?? numbered else { throw Malformed(rest: name) }
      text += character
    }
    return text
  }
}
