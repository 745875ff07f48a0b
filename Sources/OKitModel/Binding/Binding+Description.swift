extension Binding: CustomStringConvertible {
  /// The binding in canonical form: no white space around parts and segments, escapes only where they are needed.
  /// Parsing it gives the same parts, apart from their ranges.
  package var description: String { BindingPrinter.text(of: parts) }
}

extension Binding.Part: CustomStringConvertible {
  package var description: String { BindingPrinter.text(of: self) }
}

extension Binding.Path: CustomStringConvertible {
  package var description: String { BindingPrinter.text(of: self) }
}

extension Binding.Segment: CustomStringConvertible {
  package var description: String { BindingPrinter.text(of: self) }
}

/// Writes parsed bindings as text.
enum BindingPrinter {
  /// - Parameter inBrackets: whether the parts stand in the brackets of a formula.
  static func text(of parts: [Binding.Part], inBrackets: Bool = false) -> String {
    parts.map { text(of: $0, inBrackets: inBrackets) }.joined(separator: ",")
  }

  static func text(of part: Binding.Part, inBrackets: Bool = false) -> String {
    let isSpecial = inBrackets ? isSpecialInBrackets : isSpecialInText
    let content =
      switch part.kind {
      case .constant(let value): "#" + constant(value, where: isSpecial)
      case .localized(let key): "%" + escaped(key, where: isSpecial)
      case .path(let path): text(of: path)
      case .formula(let formula): "=" + FormulaPrinter.text(of: formula)
      }
    return part.negated ? "!" + content : content
  }

  static func text(of path: Binding.Path) -> String {
    let model = path.model.map { name($0) + ">" } ?? ""
    return model + (path.absolute ? "/" : "") + path.segments.map { text(of: $0) }.joined(separator: "/")
  }

  static func text(of segment: Binding.Segment) -> String {
    switch segment.kind {
    case .current: return "."
    case .parent: return ".."
    case .root: return "<"
    case .reference(let steps): return "$" + text(of: steps)
    case .keyPath(let steps, let arguments, let index):
      let list = arguments.map { "(" + text(of: $0) + ")" } ?? ""
      return text(of: steps) + list + (index.map { "[\($0)]" } ?? "")
    }
  }

  private static func text(of steps: [Binding.KeyPathStep]) -> String {
    steps.map { step in
      switch step.kind {
      case .name(let text): name(text)
      case .collection(let operation): operation.description
      }
    }.joined(separator: ".")
  }

  private static func constant(_ value: Value, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    // An escape keeps the String `12` one; other kinds of constants are never read, and a text that needs no model is
    // all that can be said about them.
    guard case .string(let text) = value else { return value.scalarText ?? value.typeName }
    return escaped(text, firstToo: Value(constant: text) != value, where: isSpecial)
  }

  private static func name(_ text: String) -> String {
    escaped(text, firstToo: text == "<" || text == "~", where: BindingLexer.isSpecial)
  }

  private static func isSpecialInText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar == "(" || scalar == ")"
  }

  private static func isSpecialInBrackets(_ scalar: Unicode.Scalar) -> Bool {
    isSpecialInText(scalar) || scalar == "[" || scalar == "]"
  }

  /// Writes as `\u{HEX}` what has a meaning, would be trimmed, or could not be seen.
  static func escaped(
    _ text: String, firstToo: Bool = false, where isSpecial: (Unicode.Scalar) -> Bool
  ) -> String {
    let scalars = text.unicodeScalars
    let last = scalars.indices.last
    var result = ""
    for (index, scalar) in zip(scalars.indices, scalars) {
      let isFirst = index == scalars.startIndex
      let isHidden =
        scalar == "\\" || scalar.properties.generalCategory == .control
        || (scalar.properties.isWhitespace && (scalar != " " || isFirst || index == last))
      if isHidden || isSpecial(scalar) || (isFirst && firstToo) {
        result += #"\u{\#(String(scalar.value, radix: 16))}"#
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Sequence where Element == Unicode.Scalar {
  /// Returns the text in which what is special is written as `\u{HEX}`, the escape of bindings.
  package func escaped(where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    reduce(into: "") { result, scalar in
      if isSpecial(scalar) {
        result += #"\u{\#(String(scalar.value, radix: 16))}"#
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
