extension Feature {
  /// Where what is under the cursor is defined.
  static let definition = Feature(
    "textDocument/definition", "definitionProvider", true,
    symbols: { place, _ in
      let found = place.index.occurrences(at: place.offset, in: place.file)
      return .array(place.locations(found.flatMap { place.index.definitions(of: $0.symbol) }).unique)
    })

  /// The places that name what is under the cursor.
  static let references = Feature(
    "textDocument/references", "referencesProvider", true,
    symbols: { place, params in
      let all = params.member("context", "includeDeclaration")?.bool ?? true
      let found = place.index.occurrences(at: place.offset, in: place.file)
      let references = found.flatMap { place.index.references(to: $0.symbol, withDefinitions: all) }
      return .array(place.locations(references).unique)
    })

  /// A feature that answers questions about a name.
  init(
    _ method: String, _ capability: String, _ value: JSONValue, isExact: Bool = false,
    symbols answer: @escaping @Sendable (SymbolPlace, JSONValue) throws(ResponseError) -> JSONValue
  ) {
    self.init(method, capability, value) { (workspace, params) throws(ResponseError) in
      guard let place = try SymbolPlace(params, workspace, isExact: isExact) else { return .null }
      return try answer(place, params)
    }
  }
}

extension [JSONValue] {
  /// The elements, each once.
  var unique: Self {
    var seen: Set<JSONValue> = []
    return filter { seen.insert($0).inserted }
  }
}
