extension Feature {
  /// What may be written at a place inside of a binding, or of the name of a controller, class or text.
  static let completion = Feature(
    "textDocument/completion", "completionProvider",
    ["triggerCharacters": ["\"", "'", "/", ".", "@", "$", "%", ">", "(", ",", "=", "!", "["]]
  ) { (place: DocumentPlace) in
    guard let found = BindingPlace(place) else { return .null }
    let completion = Completion(place, found)
    return ["isIncomplete": false, "items": .array(completion.items)]
  }
}

/// The completions at a place.
struct Completion {
  /// A kind of the protocol.
  private enum Kind: Int {
    case method = 2
    case function = 3
    case field = 5
    case `class` = 7
    case module = 9
    case property = 10
    case text = 1
    case `operator` = 24
    case enumMember = 20
  }

  private let place: DocumentPlace
  private let found: BindingPlace

  init(_ place: DocumentPlace, _ found: BindingPlace) { (self.place, self.found) = (place, found) }

  var items: [JSONValue] {
    let inspector = found.inspector
    switch found.meaning {
    case .binding(let context): return binding(in: context)
    case .controller:
      return inspector.definition.controllers.filter { inspector.definition.content(named: $0.name) != nil }
        .map { whole($0.name, .module, detail: $0.baseName) }
    case .entityClass: return inspector.entityClasses.map { whole($0.name, .class, detail: $0.superType?.name) }
    case .localizedKey: return place.analysis.localizedKeys.map { whole($0.key, .text, detail: $0.text) }
    case .choice(let names): return names.map { whole($0, .enumMember) }
    }
  }

  // MARK: Bindings

  private func binding(in context: EntityType?) -> [JSONValue] {
    let inspector = found.inspector
    let cursor = BindingCursor(place.document.text.bytes[found.contents.lowerBound..<place.offset])
    switch cursor.place {
    case .constant: return []
    case .localized(let partial):
      return place.analysis.localizedKeys.map { item($0.key, .text, replacing: partial, detail: $0.text) }
    case .collectionOperator(let path, let partial):
      let type = inspector.type(of: path, in: context)
      guard inspector.isCollection(type) else { return [] }
      return CollectionOperator.allCases.map { item($0.rawValue, .operator, replacing: partial, detail: $0.meaning) }
    case .name(let path, let partial):
      let type = inspector.type(of: path, in: context)
      let names = inspector.names(after: type).map { item($0, replacing: partial) }
      guard path.isEmpty else { return names }
      return names + validity(partial)
        + inspector.modelNames.map { item("\($0)>", .module, replacing: partial, sort: "1") }
    case .formula(let partial):
      let names = inspector.names(after: BindingType(context: context)).map { item($0, replacing: partial) }
      return names + validity(partial)
        + FormulaSignature.all.map { signature in
          item(
            signature.name, .function, replacing: partial, detail: signature.label, documentation: signature.meaning,
            sort: "2")
        }
    }
  }

  private func validity(_ partial: String) -> [JSONValue] {
    found.validity.map { [item($0, replacing: partial)] } ?? []
  }

  private func item(_ name: BindingName, replacing partial: String) -> JSONValue {
    let kind: Kind =
      switch name.kind {
      case .property: .field
      case .computed, .builtInProperty: .property
      case .function: .method
      case .extensionFunction, .builtInFunction: .function
      }
    // Names of the class come before those that every value has.
    let sort =
      switch name.kind {
      case .property, .computed, .function: "0"
      case .extensionFunction: "1"
      case .builtInFunction, .builtInProperty: "2"
      }
    return item(
      name.name, kind, replacing: partial, detail: NameText(name, place.analysis).signature,
      documentation: name.meaning, sort: sort)
  }

  // MARK: Items

  /// An item that replaces the whole string.
  private func whole(_ label: String, _ kind: Kind, detail: String? = nil) -> JSONValue {
    let text = place.document.text
    let range = text.range(SourceRange(found.contents.lowerBound, max(place.offset, found.contents.upperBound)))
    return json(label, kind, range, detail: detail, documentation: nil, sort: nil)
  }

  /// An item that replaces the beginning of a name before the cursor.
  private func item(
    _ label: String, _ kind: Kind, replacing partial: String, detail: String? = nil, documentation: String? = nil,
    sort: String? = nil
  ) -> JSONValue {
    let range = place.document.text.range(SourceRange(place.offset - partial.utf8.count, place.offset))
    return json(label, kind, range, detail: detail, documentation: documentation, sort: sort)
  }

  private func json(
    _ label: String, _ kind: Kind, _ range: JSONValue, detail: String?, documentation: String?, sort: String?
  ) -> JSONValue {
    .members([
      "label": .string(label), "kind": .int(kind.rawValue), "detail": detail.map(JSONValue.string),
      "documentation": documentation.map(JSONValue.string), "sortText": sort.map { .string("\($0)\(label)") },
      "textEdit": ["range": range, "newText": .string(label)],
    ])
  }
}
