/// Numbers with a word before or behind: `3 Entries`.
enum NumberAffixFunctions {
  static let all: [BuiltInFunction] = Side.allCases.flatMap { side in
    [
      BuiltInFunction(side.rawValue, parameters: 1...1) { (call) throws(Diagnostic) in
        try side.join(call, call.text(0))
      },
      BuiltInFunction("\(side)Localized", parameters: 1...1, traits: .readsLocale) { (call) throws(Diagnostic) in
        try side.join(call, call.localized(call.text(0)))
      },
    ]
      + ["\(side)Plural", "\(side)PluralLocalized"].map { name in
        BuiltInFunction(name, parameters: 1...1, traits: .readsLocale) { (call) throws(Diagnostic) in
          let word = try call.text(0)
          return try side.join(call, call.localized(NumberFunctions.number(call) == 1 ? word : word + "s"))
        }
      }
  }

  private enum Side: String, CaseIterable {
    case prefix, suffix

    func join(_ call: FunctionCall, _ word: String) throws(Diagnostic) -> Value {
      let number = NumberText.text(of: try NumberFunctions.number(call))
      let text = call.receiver.scalarText ?? number
      return .string(self == .prefix ? "\(word) \(text)" : "\(text) \(word)")
    }
  }
}
