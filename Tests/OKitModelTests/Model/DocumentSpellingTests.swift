import OKitModel
import OKitTestSupport
import Testing

/// Writes plain data in one of its many spellings: members in any order, white space and escapes anywhere.
private struct Speller {
  var random: SplitMix

  mutating func text(_ jsonValue: JSONValue) throws -> String {
    switch jsonValue {
    case .object(let members):
      var texts: [String] = []
      for (name, value) in members.sorted(by: { $0.key < $1.key }).shuffled(using: &random) {
        texts.append(blank() + quoted(name) + blank() + ":" + blank() + (try text(value)))
      }
      return "{" + texts.joined(separator: ",") + blank() + "}" + blank()
    case .array(let elements):
      var texts: [String] = []
      for element in elements { texts.append(blank() + (try text(element))) }
      return "[" + texts.joined(separator: blank() + ",") + blank() + "]"
    case .string(let string): return quoted(string)
    default: return try jsonValue.json() + blank()
    }
  }

  private mutating func blank() -> String {
    ["", "", " ", "\n", "\n      ", "\r\n\t", String(repeating: " ", count: 19)].randomElement(using: &random) ?? ""
  }

  private mutating func quoted(_ text: String) -> String {
    let isPlain = Bool.random(using: &random)
    return "\""
      + text.unicodeScalars.map { scalar in
        let needsEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        guard needsEscape || (!isPlain && scalar.value < 0x80 && Bool.random(using: &random)) else {
          return String(scalar)
        }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined() + "\""
  }
}

@Suite struct DocumentSpellingTests {
  private static let book: JSONValue = [
    "id": "b", "title": "A \"title\"\nof two lines, é and longer", "price": 9.99, "isRead": true, "released": 86400.5,
    "genre": "poetry", "subtitle": nil, "cover": "aGk=", "tint": "#0a141e", "chapters": [["id": "c", "pages": 3]],
    "appendix": ["id": "x", "title": "A", "scenes": [["id": "y", "unknown": [1, nil, ["z": "z"]]]]],
    "author": ["id": "r", "refKey": "p"], "labels": ["a", "b"], "prices": ["b": 2, "a": 1.5, "é": -0.25],
    "parts": ["one": ["id": "o"], "two": ["id": "t", "pages": -12]], "tags": ["t", "t", ""],
    "what we do not know": ["at": ["all"]], "": 0, "Zz": false,
  ]

  /// The plain data of the model that a document makes, and the document that is written of it.
  private func read(_ text: String) throws -> (JSONValue, String) {
    let storage = try RecordingStorage(text)
    let fixture = try ModelFixture(storage: storage)
    // A change that is rolled back makes the model pending.
    let motto = fixture.store.get(fixture.library, "motto")
    try fixture.store.set(fixture.library, "motto", .string("-"))
    try fixture.store.set(fixture.library, "motto", motto)
    try fixture.registry.store(fixture.library)
    return (fixture.snapshot, try storage.text())
  }

  @Test(arguments: Array(1...40) as [UInt64])
  func everySpellingIsTheSameModel(seed: UInt64) throws {
    var members: [String: JSONValue] = ["id": "lib", "motto": "m", "$a": ["b"], "persons": [["id": "p", "name": "P"]]]
    guard case .object(var novel) = Self.book else { return }
    novel.merge(["$type": "Novel", "hero": "H", "id": "n"]) { $1 }
    for name in ["chapters", "appendix", "author", "parts"] { novel[name] = nil }
    novel["author"] = ["id": "s", "refKey": "p"]
    members["books"] = [Self.book, .object(novel)]
    let document = JSONValue.object(members)
    let expected = try read(try document.json(pretty: true))
    var speller = Speller(random: SplitMix(seed: seed))
    let text = try speller.text(document)
    let found = try read(text)
    #expect(found.0 == expected.0, "seed \(seed): \(text)")
    #expect(found.1 == expected.1, "seed \(seed): \(text)")
  }
}
