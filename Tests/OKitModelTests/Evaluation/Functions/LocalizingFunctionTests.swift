import Testing

@testable import OKitEngine

/// `check` knows the texts that functions look up by what they declare.
@Suite struct LocalizingFunctionTests {
  private static let receivers: [Value] = [
    .int(2), .string("word"), .moment("2020-01-31T12:00:00Z"), .data(DataValue(bytes: [1])),
  ]

  /// Texts for every form of "word", and none of okit's own.
  private static let localized = Localization(tables: ["en": ["word": "FOUND", "words": "FOUND"]])

  @Test func `each function that looks up a text of the application declares it`() {
    var found: Set<String> = []
    for receiver in Self.receivers {
      for function in BuiltInFunctions.list(of: receiver.typeName) {
        let arguments = [Value](repeating: .string("word"), count: function.parameters.lowerBound)
        let results = [Localization(), Self.localized].map { texts in
          // A function that takes no such parameter fails in both ways.
          try? FunctionFixture(localization: texts).call(function.name, receiver, arguments)
        }
        #expect((results[0] != results[1]) == (function.localizes != nil), "\(receiver.typeName).\(function.name)")
        if function.localizes != nil { found.insert(function.name) }
      }
    }
    #expect(found == DefinitionCheck.localizingFunctions)
    #expect(found.count == 7)
  }
}
