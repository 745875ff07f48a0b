import OKitModel
import OKitTestSupport
import Testing

/// One case of the public JSON test suite (nst/JSONTestSuite), by its name there: `y_` must be read, `n_` refused, `i_`
/// is left to the reader.
struct JSONSuiteCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    /// The result of writing the value, on one line and with sorted keys.
    case reads(String)
    /// The byte offset in the message.
    case refused(at: Int)
  }

  var name: String
  var bytes: [UInt8]
  var outcome: Outcome

  var testDescription: String { name }

  static func reads(_ name: String, _ text: String, as written: String? = nil) -> JSONSuiteCase {
    JSONSuiteCase(name: name, bytes: Array(text.utf8), outcome: .reads(written ?? text))
  }

  static func refuses(_ name: String, _ text: String, at offset: Int) -> JSONSuiteCase {
    refuses(name, Array(text.utf8), at: offset)
  }

  static func refuses(_ name: String, _ bytes: [UInt8], at offset: Int) -> JSONSuiteCase {
    JSONSuiteCase(name: name, bytes: bytes, outcome: .refused(at: offset))
  }
}

@Suite struct JSONSuiteTests {
  @Test func hasAllCases() {
    #expect(JSONSuiteCase.accepted.count == 95 && JSONSuiteCase.accepted.allSatisfy { $0.name.hasPrefix("y_") })
    #expect(JSONSuiteCase.refused.count == 188 && JSONSuiteCase.refused.allSatisfy { $0.name.hasPrefix("n_") })
    #expect(JSONSuiteCase.open.count == 35 && JSONSuiteCase.open.allSatisfy { $0.name.hasPrefix("i_") })
  }

  @Test(arguments: JSONSuiteCase.accepted + JSONSuiteCase.refused + JSONSuiteCase.open)
  func readsOrRefuses(_ example: JSONSuiteCase) throws {
    switch example.outcome {
    case .reads(let written):
      #expect(try JSONValue.parse(json: example.bytes).json() == written)
      try JSONReader.read(example.bytes) { reader in try reader.skipValue() }
    case .refused(let offset):
      let error = try #require(throws: Diagnostic.self) { try JSONValue.parse(json: example.bytes) }
      #expect(error.code == "json.syntax")
      #expect(error.place?.offset == offset, "\(error.message)")
    }
  }

  /// Each accepted value is kept in an unknown member, digit for digit.
  @Test func unknownMembersOfModelsAreKept() throws {
    for example in JSONSuiteCase.accepted + JSONSuiteCase.open {
      guard case .reads(let written) = example.outcome else { continue }
      let document = Array("{\"zz\":".utf8) + example.bytes + Array("}".utf8)
      let storage = try RecordingStorage(["okit/data/default.json": document])
      let fixture = try ModelFixture(storage: storage)
      try fixture.store.set(fixture.library, "motto", .string("changed"))
      try fixture.registry.storeState()
      let bytes = try storage.read("okit/data/default.json") ?? []
      #expect(try JSONValue.parse(json: bytes)["zz"]?.json() == written, "\(example.name)")
    }
  }
}
