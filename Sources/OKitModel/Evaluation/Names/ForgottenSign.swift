/// Texts and constants that a script has written without their sign: `#` of a constant, `%` of a localized text.
package enum ForgottenSign {
  /// Whether a binding was probably meant as a text: names of properties begin with a lower-case letter, and only
  /// separators stand between them.
  package static func looksLikeText(_ binding: String) -> Bool {
    guard let first = binding.first(where: { !$0.isWhitespace }), !"/.<~$!#%=".contains(first) else { return false }
    if first.isUppercase || !first.isLetter { return true }
    let words = binding.split(whereSeparator: \.isWhitespace)
    return zip(words, words.dropFirst()).contains { before, after in
      !isSeparator(before.last) && !isSeparator(after.first)
    }
  }

  /// Whether a part of a binding is a formula.
  package static func hasFormula(_ binding: String) -> Bool {
    binding.split(separator: ",").contains { $0.first { !$0.isWhitespace && $0 != "!" } == "=" }
  }

  private static func isSeparator(_ character: Character?) -> Bool { character.map { ",()/.[]".contains($0) } ?? true }

  /// The hint for a text, as a script must write it; nil where no constant gives the text.
  package static func hint(forText text: String) -> String? {
    written(text).map { "a text is written \"%\($0)\" (localized) or \"#\($0)\"" }
  }

  static func hint(forConstant text: String) -> String? {
    written(text).map { "a constant is written \"#\($0)\"" }
  }

  /// A text after the sign, in a string literal of Lua: a comma would end it, and a backslash would escape.
  static func written(_ text: String) -> String? {
    let text = String(text.trimmingWhitespace)
    return ["", ",", ",\\#%$=@/()[]>.!"].lazy.map { text.unicodeScalars.escaped(where: $0.unicodeScalars.contains) }
      .first { constant($0) == text }
      .map { $0.replacing(each: "\\", with: "\\\\").replacing(each: "\"", with: "\\\"") }
  }

  /// The text of the constant that a text after `#` is; nil for anything else.
  private static func constant(_ text: String) -> String? {
    do {
      let parts = try Binding.parse("#" + text).parts
      guard parts.count == 1, case .constant(let value) = parts[0].kind else { return nil }
      return value.scalarText
    } catch { return nil }
  }
}

extension StringProtocol {
  fileprivate var trimmingWhitespace: SubSequence {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }
}

extension BindingProgram {
  /// The text of the part in which a place is.
  func part(at range: SourceRange) -> String? {
    guard let part = binding.parts.first(where: { $0.range.lower <= range.lower && range.upper <= $0.range.upper })
    else { return nil }
    let bytes = Array(text.utf8)
    guard part.range.lower >= 0, part.range.upper <= bytes.count else { return nil }
    return String(decoding: bytes[part.range.lower..<part.range.upper], as: UTF8.self)
  }

  /// Whether a name is all that a parameter of a function consists of.
  func hasParameter(_ step: NameStep) -> Bool { parts.contains { $0.hasParameter(step) } }
}

extension PartProgram {
  fileprivate func hasParameter(_ step: NameStep) -> Bool {
    paths.contains { $0.ownParametersHave(step) }
  }

  private func ownParametersHave(_ step: NameStep) -> Bool {
    guard case .path(_, let steps) = source else { return false }
    return steps.contains { outer in
      guard case .name(let name) = outer, let parameters = name.parameters else { return false }
      return parameters.contains { $0.onlyName === step || $0.hasParameter(step) }
    }
  }
}
