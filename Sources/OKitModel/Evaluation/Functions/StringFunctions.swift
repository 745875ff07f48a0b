/// Functions of strings.
enum StringFunctions {
  static let all: [BuiltInFunction] = [
    text("initial", "the first character") { text in .string(String(text.prefix(1))) },
    BuiltInFunction(
      "localized", "the localized string with this key", gives: .text, localizes: .receiver
    ) { (call) throws(Diagnostic) in
      .string(call.localized(try receiver(call)))
    },
    text("capitalize", "with an uppercase first letter") { text in
      .string(text.prefix(1).uppercased() + text.dropFirst())
    },
    text("uppercased", "in upper case") { text in .string(text.uppercased()) },
    text("lowercased", "in lower case") { text in .string(text.lowercased()) },
    text("trimmed", "without leading and trailing white space") { text in .string(trimmed(text)) },
    text("length", "the number of characters", gives: .int) { text in .int(text.count) },
    BuiltInFunction(
      "searchNormalized", "normalized for searching: lower case, no accents, only letters and digits", gives: .text,
      traits: .readsLocale
    ) { (call) throws(Diagnostic) in
      .string(call.context.collator.search.normalized(try receiver(call)))
    },
    mask("mask", "formatted by a mask: `#` and `0` are digits, `X` `x` `*` letters, `_` any character") { mask, text in
      mask.apply(text).text
    },
    mask("unmask", "the characters in the slots of a mask") { mask, text in mask.remove(from: text) },
    text("nameInitials", "the initials of the first and the last word") { text in
      nameInitials(text).map(Value.string) ?? .null
    },
  ]

  private static func text(
    _ name: String, _ meaning: String, gives result: BuiltInFunction.Result = .text,
    _ body: @escaping @Sendable (String) -> Value
  ) -> BuiltInFunction {
    BuiltInFunction(name, meaning, gives: result) { (call) throws(Diagnostic) in body(try receiver(call)) }
  }

  private static func mask(
    _ name: String, _ meaning: String, _ body: @escaping @Sendable (Mask, String) -> String
  ) -> BuiltInFunction {
    BuiltInFunction(name, meaning, parameters: 1...1, called: "mask", gives: .text) { (call) throws(Diagnostic) in
      .string(body(call.context.formatters.mask(try call.text(0)), try receiver(call)))
    }
  }

  private static func receiver(_ call: FunctionCall) throws(Diagnostic) -> String {
    guard case .string(let text) = call.receiver else { throw call.wrongReceiver("String") }
    return text
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Returns the initials of the first and the last word in upper case; nil without a word.
  private static func nameInitials(_ name: String) -> String? {
    let name = trimmed(name)
    guard let last = name.lastIndex(where: \.isWhitespace) else {
      return name.isEmpty ? nil : name.prefix(1).uppercased()
    }
    return name.prefix(1).uppercased() + name[name.index(after: last)...].prefix(1).uppercased()
  }
}
