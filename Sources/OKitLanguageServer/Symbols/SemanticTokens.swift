extension Feature {
  /// The colors of the parts of bindings.
  static let semanticTokens = Feature(
    "textDocument/semanticTokens/full", "semanticTokensProvider",
    [
      "legend": [
        "tokenTypes": .array(BindingToken.Kind.allCases.map { .string($0.rawValue) }),
        "tokenModifiers": ["defaultLibrary"],
      ],
      "full": true,
    ]
  ) { (workspace, params) throws(ResponseError) in
    let document = try workspace.document(try params.required("textDocument") { $0["uri"]?.string })
    guard let found = SymbolFile(document, workspace) else { return .null }
    return ["data": .array(data(found, document.text))]
  }

  /// Five numbers for each token: lines and characters since the last one, the length, the type and the modifiers.
  private static func data(_ found: SymbolFile, _ text: DocumentText) -> [JSONValue] {
    let kinds = Dictionary(uniqueKeysWithValues: BindingToken.Kind.allCases.enumerated().map { ($1, $0) })
    var (data, last, end) = ([JSONValue](), Position(line: 0, character: 0), 0)
    for token in found.index.tokens(in: found.file) {
      guard let range = found.shift.new(token.range), range.lower >= end else { continue }
      let (start, upper) = (text.position(of: range.lower), text.position(of: range.upper))
      // A token is in one line.
      guard start.line == upper.line, start < upper else { continue }
      let character = start.line == last.line ? start.character - last.character : start.character
      data += [
        .int(start.line - last.line), .int(character), .int(upper.character - start.character),
        .int(kinds[token.kind] ?? 0), .int(token.isBuiltIn ? 1 : 0),
      ]
      (last, end) = (start, range.upper)
    }
    return data
  }
}
