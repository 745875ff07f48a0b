internal import LuaSyntax

/// The texts and numbers that the scripts of an application have: what conditions compare input with.
package struct ScriptConstants: Sendable {
  /// In the order of the scripts, each once.
  package private(set) var texts: [String] = []
  /// With their neighbors, in ascending order.
  package private(set) var numbers: [Double] = []

  /// Longer texts are not what a person types.
  private static let maximumLength = 40

  package init() {}

  /// - Parameter scripts: The texts of the scripts; what cannot be read as Lua has no constants.
  package init(scripts: [String]) {
    var known: Set<String> = []
    var values: Set<Double> = []
    for text in scripts {
      let bytes = Array(text.utf8)
      var lexer = LuaLexer(bytes)
      while let token = lexer.next() {
        guard case .number = token.kind else { continue }
        let digits = String(decoding: bytes[token.range.lower..<token.range.upper], as: UTF8.self)
        guard let number = Self.number(digits) else { continue }
        values.formUnion([number - 1, number, number + 1])
      }
      guard let script = LuaScript(valid: text, file: "script") else { continue }
      for string in script.strings where Self.isInput(string.value) && known.insert(string.value).inserted {
        texts.append(string.value)
      }
    }
    numbers = values.sorted()
  }

  private static func number(_ text: String) -> Double? {
    if text.lowercased().hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map(Double.init) }
    return Double(text).flatMap { $0.magnitude < 1e15 ? $0 : nil }
  }

  /// Whether a person could type a text, and it is not the name of a property, a binding or a format.
  private static func isInput(_ text: String) -> Bool {
    !text.isEmpty && text.count <= maximumLength && !text.contains { "%#/\n{}()[]=<>".contains($0) }
  }
}
