import OKitValues
import Testing

@Suite struct JSONWriterTests {
  @Test func writesPretty() throws {
    let jsonValue: JSONValue = ["b": [1, 2.5, ["x": nil]], "a": [:], "c": [], "B": "é"]
    #expect(
      try jsonValue.json(pretty: true) == """
        {
          "B": "é",
          "a": {},
          "b": [
            1,
            2.5,
            {
              "x": null
            }
          ],
          "c": []
        }
        """)
    #expect(try jsonValue.json() == #"{"B":"é","a":{},"b":[1,2.5,{"x":null}],"c":[]}"#)
    #expect(try JSONValue.int(1).json(pretty: true) == "1")
  }

  @Test func passesALongDocumentInPieces() throws {
    var pieces: [Int] = []
    var bytes: [UInt8] = []
    let texts = (0..<10_000).map { "text \($0) " + String(repeating: "x", count: 80) }
    try JSONWriter.write(pretty: false) { piece in
      pieces.append(piece.count)
      bytes += piece
    } _: { writer in
      try writer.beginArray()
      for text in texts {
        writer.string(text)
        try writer.passPiece()
      }
      writer.endArray()
    }
    #expect(pieces.count == 4 && pieces.allSatisfy { $0 < 300_000 })
    #expect(bytes == Array(try JSONValue.array(texts.map { .string($0) }).json().utf8))
  }

  @Test func sortsKeysByScalars() throws {
    // UTF-16 would put U+1F600 before U+FF5E, a locale would put "a" beside "A".
    let jsonValue: JSONValue = ["\u{1F600}": 1, "\u{FF5E}": 2, "é": 3, "z": 4, "a": 5, "A": 6, "": 7, "aa": 8, "_": 9]
    #expect(
      try jsonValue.json() == "{\"\":7,\"A\":6,\"_\":9,\"a\":5,\"aa\":8,\"z\":4,\"é\":3,\"\u{FF5E}\":2,\"\u{1F600}\":1}"
    )
  }

  @Test(arguments: [
    ("", "\"\""), ("a/b", "\"a/b\""), ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""), ("é€😀\u{2028}", "\"é€😀\u{2028}\""),
    ("12345678\n12345678\"", #""12345678\n12345678\"""#),
  ])
  func escapesOnlyWhatItMust(_ text: String, _ json: String) throws {
    #expect(try JSONValue.string(text).json() == json)
    #expect(try JSONValue.object([text: nil]).json() == "{\(json):null}")
    #expect(try JSONValue.parse(json: json) == .string(text))
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "-0"), (1.0, "1"), (-1.0, "-1"), (0.1, "0.1"), (9.99, "9.99"), (-9.99, "-9.99"), (0.5, "0.5"),
      (100.25, "100.25"), (0.0001, "0.0001"), (0.00012, "0.00012"), (1234.5678, "1234.5678"), (0.3, "0.3"),
      (0.1 + 0.2, "0.30000000000000004"), (1 / 3, "0.3333333333333333"), (602_164_800.5, "602164800.5"),
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
      (1e16, "1e+16"),
      (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
      (1e-7, "1e-07"),
    ] as [(Double, String)])
  func writesShortestDoubles(_ value: Double, _ json: String) throws {
    #expect(try JSONValue.double(value).json() == json)
    let back = try JSONReader.read(Array(json.utf8)) { reader in try reader.readNumber().double }
    #expect(back == value && back.sign == value.sign)
  }

  @Test func writesIntegers() throws {
    for value in [0, 7, 10, -10, 99, 100, 1_000_000_007, .max, .min] {
      #expect(try JSONValue.int(value).json() == "\(value)")
    }
  }

  @Test func refusesWhatJSONCannotSay() throws {
    for (value, name) in [(Double.nan, "NaN"), (.infinity, "infinity"), (-.infinity, "infinity")] {
      let error = try #require(throws: Diagnostic.self) { try JSONValue.array([.double(value)]).json() }
      #expect(error.code == "json.number")
      #expect(error.message == "JSON has no number for \(name)")
    }
    let deep = (0..<513).reduce(JSONValue.null) { jsonValue, _ in .array([jsonValue]) }
    let error = try #require(throws: Diagnostic.self) { try deep.json() }
    #expect(error.code == "json.depth")
    #expect(error.message == "JSON cannot nest values more than 512 levels deep")
  }

  @Test func streams() throws {
    var writer = JSONWriter(capacity: 0)
    let name = JSONEncodedKey("na\"me")
    try writer.beginArray()
    for value in 0..<3 {
      try writer.beginObject()
      writer.key(name)
      writer.int(value)
      writer.key("on")
      writer.bool(value == 1)
      writer.endObject()
    }
    writer.string(String(repeating: "\u{1}", count: 5000))
    writer.endArray()
    let text = String(decoding: writer.finish(), as: UTF8.self)
    let long = String(repeating: "\\u0001", count: 5000)
    #expect(
      text == #"[{"na\"me":0,"on":false},{"na\"me":1,"on":true},{"na\"me":2,"on":false},""# + long + "\"]")
  }
}
