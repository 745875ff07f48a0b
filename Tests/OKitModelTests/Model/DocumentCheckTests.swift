import OKitModel
import OKitTestSupport
import Testing

/// Documents are checked and printed without a tree.
@Suite struct DocumentCheckTests {
  static let documents: [(String, String)] = [
    ("{}", "no error"), (#"{"id": "a", "b": [{"id": "b", "c": {"id": "c"}}], "$version": 3}"#, "no error"),
    (#"{"id": "a", "b": [1, {"id": "a"}]}"#, #"model.duplicateId: d.json: byte 28: the id "a" is used twice"#),
    ("[1]", "model.decode: d.json: a stored model must be a JSON object"), ("{", "json.syntax"),
    ("{} x", "json.syntax"),
    (#"{"id": null, "$type": "Film", "map": {"id": "", "$type": 5}}"#, "no error"), (#"{"id": 7}"#, "no error"),
    (#"{"id": ""}"#, #"model.decode: d.json: byte 7: /id: expected a string as id, found """#),
    (#"{"id": [1]}"#, "model.decode: d.json: byte 7: /id: expected a string as id, found an array of 1"),
    (#"{"$type": 5}"#, "model.decode: d.json: byte 10: /$type: expected the name of a class, found 5"),
    (#"{"a": 1, "a": 2}"#, "json.syntax"), (#"{"$version": "x"}"#, "model.decode"),
  ]

  @Test(arguments: documents)
  func `a document is checked`(text: String, expected: String) {
    let found = problem {
      try Array(text.utf8).withUnsafeBufferPointer { try DocumentCheck.check($0, file: "d.json") }
    }
    #expect(expected.contains(" ") ? found == expected : found.hasPrefix(expected), "\(found)")
  }

  static let values = [
    "null", "[]", "{}", #""a b""#, "[1,2.5,true]", #"{"b":1.50e3,"a":{"x":[{},[]]}}"#,
    "[" + Array(repeating: #"{"name":"a long text in a list"}"#, count: 5000).joined(separator: ",") + "]",
  ]

  @Test(arguments: values)
  func `a document is printed`(text: String) throws {
    #expect(try printed(text, isPretty: false) == text)
    let pretty = try printed(text, isPretty: true)
    #expect(try printed(pretty, isPretty: false) == text)
    // The writer sorts members.
    if !text.hasPrefix(#"{"b"#) { #expect(try JSONValue.parse(json: text).json(pretty: true) == pretty) }
  }

  private func printed(_ text: String, isPretty: Bool) throws -> String {
    var pieces: [String] = []
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      try JSONPrinter.print(bytes, file: "d.json", isPretty: isPretty) { pieces.append($0) }
    }
    return pieces.joined(separator: isPretty ? "\n" : "")
  }
}
