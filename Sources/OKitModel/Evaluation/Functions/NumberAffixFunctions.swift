/// Numbers with a word before or after: `3 Entries`.
enum NumberAffixFunctions {
  static let all: [BuiltInFunction] = Side.allCases.flatMap { side in
    [
      function(side, "", "with a word \(side.place)") { (call, word) throws(Diagnostic) in word },
      function(side, "Localized", "with a localized word \(side.place)", localizes: .parameter) {
        (call, word) throws(Diagnostic) in call.localized(word)
      },
    ]
      + ["Plural", "PluralLocalized"].map { kind in
        function(
          side, kind,
          "with the localized word \(side.place); its plural, `word.few` of the texts, or with `s` except for 1",
          localizes: .parameterAndPlural
        ) { (call, word) throws(Diagnostic) in
          let number = try NumberFunctions.number(call)
          return call.context.pluralForm(of: word, for: number) ?? call.localized(number == 1 ? word : word + "s")
        }
      }
  }

  private static func function(
    _ side: Side, _ kind: String, _ meaning: String, localizes: BuiltInFunction.LocalizedWord? = nil,
    _ word: @escaping @Sendable (FunctionCall, String) throws(Diagnostic) -> String
  ) -> BuiltInFunction {
    BuiltInFunction(
      side.rawValue + kind, meaning, parameters: 1...1, called: "word", gives: .text, localizes: localizes
    ) { (call) throws(Diagnostic) in try side.join(call, word(call, call.text(0))) }
  }

  private enum Side: String, CaseIterable {
    case prefix, suffix

    var place: String { self == .prefix ? "before it" : "after it" }

    func join(_ call: FunctionCall, _ word: String) throws(Diagnostic) -> Value {
      let number = NumberText.text(of: try NumberFunctions.number(call))
      let text = call.receiver.scalarText ?? number
      return .string(self == .prefix ? "\(word) \(text)" : "\(text) \(word)")
    }
  }
}
