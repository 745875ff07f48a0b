import OKitValues
import Testing

@Suite struct JSONReaderTests {
  @Test(arguments: JSONCase.valid)
  func reads(_ example: JSONCase) throws {
    guard case .value(let expected) = example.outcome else { return }
    let value = try JSONValue.parse(json: example.bytes)
    #expect(value == expected)
    // `==` does not tell 0 from -0.
    if case (.double(let a), .double(let b)) = (value, expected) { #expect(a.sign == b.sign) }
    try JSONReader.read(example.bytes) { reader in try reader.skipValue() }
  }

  @Test(arguments: JSONCase.invalid)
  func refuses(_ example: JSONCase) throws {
    guard case .refused(let message, let offset) = example.outcome else { return }
    let error = try #require(throws: Diagnostic.self) { try JSONValue.parse(json: example.bytes, file: "a.json") }
    #expect(error.code == "json.syntax")
    #expect(error.message == message)
    #expect(error.place == Diagnostic.Place(file: "a.json", offset: offset))
  }

  @Test func refusesTheSameWhenSkipping() throws {
    for example in JSONCase.invalid {
      guard case .refused(let message, let offset) = example.outcome, !message.hasSuffix("another Unicode form") else {
        continue
      }
      let error = try #require(throws: Diagnostic.self) {
        try JSONReader.read(example.bytes) { reader in try reader.skipValue() }
      }
      #expect(error.message == message && error.place?.offset == offset)
    }
  }

  @Test func limitsNesting() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let jsonValue = try JSONValue.parse(json: nested(512, open, close))
      #expect(try jsonValue.json() == nested(512, open, close))
      for depth in [513, 10_000, 1_000_000] {
        let error = try #require(throws: Diagnostic.self) { try JSONValue.parse(json: nested(depth, open, close)) }
        #expect(error.message == "expected at most 512 levels of nesting, found more")
        #expect(error.place?.offset == 512 * open.utf8.count)
      }
    }
  }

  @Test func findsRepeatedKeysInLargeObjects() throws {
    for count in [31, 32, 33, 34, 100, 1000] {
      let members = (0..<count).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
      guard case .object(let object) = try JSONValue.parse(json: "{\(members)}") else {
        Issue.record("no object")
        return
      }
      #expect(object.count == count && object["key \(count - 1)"] == .int(count - 1))
      for repeated in [0, 5, 31, count - 1] where repeated < count {
        let text = "{\(members),\"nested\":{\"key 0\":1},\"key \(repeated)\":0}"
        let error = try #require(throws: Diagnostic.self) { try JSONValue.parse(json: text) }
        #expect(error.message == "duplicate key \"key \(repeated)\"")
      }
    }
  }

  @Test func pullsValuesWithoutATree() throws {
    let json = Array(
      #" {"n": [1, 2.5], "s": "a\nb", "skip": {"x": [null]}, "t": true, "z": null, "p": [{"q": 1}]} "#.utf8)
    var seen: [String] = []
    try JSONReader.read(json) { reader in
      #expect(try reader.peekKind() == .object)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        #expect(key.hash == JSONKey.hash(of: key.string))
        switch key.string {
        case "n":
          try reader.beginArray()
          while try reader.nextElement() { seen.append("\(try reader.readNumber())") }
        case "s": seen.append(try reader.readString())
        case "t": seen.append("\(try reader.readBool())")
        case "z": seen.append("\(try reader.skipNull())")
        case "p": seen.append(try reader.readValue().json())
        default: try reader.skipValue()
        }
      }
    }
    #expect(seen == ["int(1)", "double(2.5)", "a\nb", "true", "true", #"[{"q":1}]"#])
  }

  @Test func saysWhichTypeWasExpected() throws {
    func message(_ json: String, _ read: (inout JSONReader) throws -> Void) throws -> String {
      try #require(throws: Diagnostic.self) { try JSONReader.read(Array(json.utf8), read) }.message
    }
    #expect(try message("1") { _ = try $0.readString() } == "expected a string, found '1'")
    #expect(try message("\"1\"") { _ = try $0.readNumber() } == "expected a number, found '\"'")
    #expect(try message("1") { _ = try $0.readBool() } == "expected 'true' or 'false', found '1'")
    #expect(try message("1") { try $0.readNull() } == "expected 'null', found '1'")
    #expect(try message("[]") { try $0.beginObject() } == "expected an object, found '['")
    #expect(try message("{}") { try $0.beginArray() } == "expected an array, found '{'")
  }

  @Test func hashesKeysByTheirBytes() {
    var hashes: Set<UInt64> = []
    let names = [
      "", "a", "b", "ab", "ba", "id", "abc", "abcd", "dcba", "abcdefg", "abcdefgh", "abcdefghi", "price", "é", "a\0",
    ]
    for name in names { hashes.insert(JSONKey.hash(of: name)) }
    #expect(hashes.count == names.count)
  }
}
