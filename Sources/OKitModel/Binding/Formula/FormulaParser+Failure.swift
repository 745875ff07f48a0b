extension FormulaParser {
  func failure(
    _ message: String, at range: SourceRange, code: Diagnostic.Code = "binding.syntax", hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code, message, excerpt: .init(source: SourceText(name: "", text: outer.text), range: range), hint: hint)
  }

  /// The current token as messages quote it.
  var found: String {
    switch token.kind {
    case .end: "the end"
    case .keyword(let keyword): keyword.rawValue
    case .number, .text, .blob, .name, .symbol: PrintableText.quoted(lexer.spelling(token.range))
    }
  }

  /// The token at which the formula cannot go on.
  func unexpectedToken() -> Diagnostic {
    if token.kind == .symbol(")"), closer == nil {
      return failure("unexpected \")\", no parenthesis is open", at: token.range)
    }
    let end = closer.map { "\"\($0)\"" } ?? "the end"
    var hint: String?
    if token.kind == .symbol("@") { hint = "a collection operator is written after a dot, such as books.@count" }
    if token.word == "MATCH" { hint = "use LIKE, GLOB or REGEXP" }
    return failure("expected an operator, \",\" or \(end), found \(found)", at: token.range, hint: hint)
  }

  /// The current token is not one of a few words.
  func unknownWord(_ what: String, among words: [String]) -> Diagnostic {
    var hint: String?
    if case .name(let name) = token.kind { hint = NearestName.hint(for: name, in: words) }
    return failure(
      "expected a \(what): \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), found \(found)",
      at: token.range, hint: hint)
  }

  func unknownOperator(_ name: String, at range: SourceRange) -> Diagnostic {
    failure(
      "unknown collection operator \"@\(name)\"", at: range, code: "binding.operator",
      hint: NearestName.hint(for: "@\(name)", in: CollectionOperator.allCases.map(\.description)))
  }

  func depthFailure(at range: SourceRange) -> Diagnostic {
    failure(
      "the formula is nested more than \(BindingParser.maximumDepth) levels deep", at: range, code: "binding.limit")
  }
}
