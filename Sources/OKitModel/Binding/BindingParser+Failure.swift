extension BindingParser {
  func failure(
    _ message: String, at position: Int, code: Diagnostic.Code = "binding.syntax", hint: String? = nil
  ) -> Diagnostic {
    let end = text.utf8.count
    let range = position < tokens.count ? tokens[position].range : SourceRange(end, end)
    return Diagnostic(code, message, excerpt: .init(source: SourceText(name: "", text: text), range: range), hint: hint)
  }

  /// The token at the position cannot continue what was read so far.
  func unexpectedToken() -> Diagnostic {
    guard position < tokens.count else { return failure("unexpected end of the binding", at: position) }
    let scalar = tokens[position].scalar
    switch special {
    case "!": return failure(#""!" may only stand at the front of a part"#, at: position)
    case ">": return failure(#"a model name and ">" may only stand at the front of a path"#, at: position)
    case ")" where closer == nil: return failure(#"unexpected ")", no parameter list is open"#, at: position)
    default: break
    }
    let message = #"expected "/", "," or \#(closer.map { #""\#($0)""# } ?? "the end"), found "\#(scalar)""#
    let writesCharacter: Set<Unicode.Scalar> = ["#", "%", "$", "=", "@"]
    let hint = special.flatMap { writesCharacter.contains($0) ? $0 : nil }.map {
      #"write "\u{\#(String($0.value, radix: 16))}" for the character itself"#
    }
    return failure(message, at: position, hint: hint)
  }

  func missingName() -> Diagnostic {
    failure(#"expected a name before "\#(tokens[position].scalar)""#, at: position)
  }

  func unknownOperator(_ name: String, at start: Int) -> Diagnostic {
    failure(
      #"unknown collection operator "@\#(name)""#, at: start, code: "binding.operator",
      hint: NearestName.hint(for: "@\(name)", in: CollectionOperator.allCases.map(\.description)))
  }

  func depthFailure(at start: Int) -> Diagnostic {
    failure(
      "parameter lists are nested more than \(Self.maximumDepth) levels deep", at: start, code: "binding.limit")
  }
}
