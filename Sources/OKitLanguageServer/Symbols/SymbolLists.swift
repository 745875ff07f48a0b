extension Feature {
  /// What a document defines: classes with their properties and functions, controllers, texts.
  static let documentSymbol = Feature("textDocument/documentSymbol", "documentSymbolProvider", true) {
    (workspace, params) throws(ResponseError) in
    let document = try workspace.document(try params.required("textDocument") { $0["uri"]?.string })
    guard let found = SymbolFile(document, workspace) else { return .null }
    let all = found.index.occurrences(in: found.file).filter(\.isDefinition)
    let definitions = DefinitionRanges(found.script)
    func symbol(_ occurrence: Occurrence, _ children: [JSONValue] = []) -> JSONValue? {
      guard let name = found.shift.new(occurrence.range) else { return nil }
      let whole = found.shift.new(definitions[occurrence.range]) ?? name
      return [
        "name": .string(occurrence.symbol.name), "kind": .int(occurrence.symbol.kind.number),
        "range": document.text.range(whole), "selectionRange": document.text.range(name),
        "children": .array(children),
      ]
    }
    let owners = Set(all.filter { $0.symbol.owner == nil }.map(\.symbol.name))
    var members = Dictionary(grouping: all.filter { $0.symbol.owner.map(owners.contains) == true }) {
      $0.symbol.owner ?? ""
    }
    return .array(
      all.compactMap { occurrence -> JSONValue? in
        if occurrence.symbol.owner.map(owners.contains) == true { return nil }
        // A class that is extended again lists its members once.
        let inner = members.removeValue(forKey: occurrence.symbol.name) ?? []
        return symbol(occurrence, inner.compactMap { symbol($0) })
      })
  }

  /// The definitions of all applications whose names contain a text.
  static let workspaceSymbol = Feature("workspace/symbol", "workspaceSymbolProvider", true) {
    (workspace, params) throws(ResponseError) in
    let query = try params.required("query", \.string).lowercased()
    var found: [JSONValue] = []
    for index in workspace.applications.compactMap({ $0.analysis?.symbols }) {
      let definitions = index.occurrences.filter {
        $0.isDefinition && (query.isEmpty || $0.symbol.description.lowercased().contains(query))
      }
      let locations = SymbolLocations(index, workspace)
      // In the order of the files, so that an answer is always the same.
      let symbols = Dictionary(grouping: definitions.prefix(500).enumerated(), by: \.element.symbol)
        .sorted { ($0.value.first?.offset ?? 0) < ($1.value.first?.offset ?? 0) }
      for (symbol, occurrences) in symbols {
        for location in locations.all(occurrences.map(\.element)) {
          var json: [String: JSONValue] = [
            "name": .string(symbol.name), "kind": .int(symbol.kind.number), "location": location,
          ]
          if let owner = symbol.owner { json["containerName"] = .string(owner) }
          found.append(.object(json))
        }
      }
    }
    return .array(found.unique)
  }
}

extension Symbol.Kind {
  /// The number of the kind in the protocol.
  fileprivate var number: Int {
    switch self {
    case .property: 7
    case .function: 12
    case .controllerFunction: 6
    case .controller, .entityClass: 5
    case .componentClass: 23
    case .model: 3
    case .localizedText: 20
    }
  }
}
