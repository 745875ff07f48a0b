/// Chooses the properties that stand for an entity in lists.
enum Titles {
  private static let nameWords: Set = [
    "name", "title", "label", "fullname", "displayname", "headline", "subject", "caption", "question", "titel",
    "bezeichnung", "key",
  ]
  private static let persons = [
    ("first", "last"), ("given", "family"), ("vor", "nach"), ("first", "sur"), ("fore", "sur"),
  ]
  private static let codes: Set = [
    "number", "code", "isbn", "sku", "no", "nr", "nummer", "login", "username", "email", "symbol",
  ]
  private static let unusable: Set = [
    "url", "uri", "path", "phone", "fax", "hash", "password", "token", "href", "link",
  ]

  /// Sets the titles and details of all classes.
  static func choose(in model: inout ModelDraft) {
    // The classes of parts come first.
    for index in model.classes.indices { model.classes[index].title = title(of: model.classes[index], model) }
    for index in model.classes.indices { model.classes[index].detail = detail(of: model.classes[index], model) }
  }

  private static func title(of type: ClassDraft, _ model: ModelDraft) -> [String] {
    let texts = type.properties.filter { $0.kind == .text }
    // A name may be long: one of eighty characters says as well what the entity is.
    let names = type.properties.filter { [.text, .longText].contains($0.kind) }
    func last(_ property: PropertyDraft) -> String { Words(property.name).lowercased.last ?? "" }
    // The title of a person is a part of the name.
    for (first, second) in persons {
      let parts = [first, second].compactMap { part in
        names.first { ["\(part)name", "name\(part)"].contains($0.name.lowercased()) }?.name
      }
      if parts.count == 2 { return parts }
    }
    if let name = names.first(where: { nameWords.contains($0.name.lowercased()) }) { return [name.name] }
    if let name = names.first(where: { nameWords.contains(last($0)) }) { return [name.name] }
    let numbers = type.properties.filter { [.text, .int].contains($0.kind) }
    if let code = numbers.first(where: { codes.contains($0.name.lowercased()) }) { return [code.name] }
    if let reference = type.properties.first(where: { $0.isReference && !$0.isOptional }) { return [reference.name] }
    // The name may be in a part, such as the properties of a feature on a map.
    let named = type.properties.first { property in
      guard case .object(let name) = property.kind, !property.isOptional, let part = model[name] else { return false }
      return part.title.count == 1 && part.hasTextTitle && nameWords.contains(part.title[0].lowercased())
    }
    if let named { return [named.name] }
    if let text = texts.first(where: { !unusable.contains(last($0)) && !$0.isOptional }) { return [text.name] }
    if let text = texts.first(where: { !unusable.contains(last($0)) }) ?? texts.first { return [text.name] }
    // A description or a note is not a name.
    let long = names.first { !unusable.contains(last($0)) && !Scalars.isLongName(last($0)) }
    if let long { return [long.name] }
    let first = type.properties.first { property in
      switch property.kind {
      case .longText, .int, .double, .date, .enumeration, .bool, .reference: true
      case .text, .data, .color, .image, .references, .object, .objects, .list, .map: false
      }
    }
    return first.map { [$0.name] } ?? []
  }

  /// The property that is shown beside the title.
  ///
  /// - Parameter owner: A property that says nothing where the list is shown, because all its entities have the same.
  static func detail(of type: ClassDraft, _ model: ModelDraft, without owner: String? = nil) -> String? {
    let candidates = type.properties.filter { !type.title.contains($0.name) && $0.name != owner }
    let references = candidates.filter { property in
      if case .reference(let name) = property.kind { model[name]?.title.isEmpty == false } else { false }
    }
    let ranked: [PropertyDraft?] = [
      references.first, candidates.first { if case .date = $0.kind { true } else { false } },
      candidates.first { $0.kind == .double },
      candidates.first { if case .enumeration = $0.kind { true } else { false } },
      candidates.first { $0.kind == .int }, candidates.first { $0.kind == .text },
    ]
    return ranked.lazy.compactMap(\.self).first?.name
  }
}

extension PropertyDraft {
  var isReference: Bool { if case .reference = kind { true } else { false } }

  /// Whether it has one value that is not an entity.
  var isScalar: Bool {
    switch kind {
    case .text, .longText, .bool, .int, .double, .data, .color, .image, .date, .enumeration: true
    case .reference, .references, .object, .objects, .list, .map: false
    }
  }
}
