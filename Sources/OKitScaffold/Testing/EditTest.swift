/// Writes a test that edits an entity on its screen.
enum EditTest {
  /// The lines of the test; nil if the screen has nothing to edit.
  static func lines(_ type: ClassDraft, _ record: ContentRecord) -> [String]? {
    guard let property = property(of: type) else { return nil }
    let cell = "app:cell(\(LuaText.quoted(property.label)))"
    return ["app:tap \"Edit\""] + edit(property, cell, record[property.name])
  }

  /// The property to edit: a text if there is one.
  private static func property(of type: ClassDraft) -> PropertyDraft? {
    let kinds: [(PropertyKind) -> Bool] = [
      { $0 == .text }, { $0 == .longText }, { $0 == .bool }, { $0 == .int }, { $0 == .double },
      { if case .enumeration = $0 { true } else { false } }, { if case .date = $0 { true } else { false } },
    ]
    for isKind in kinds {
      let ordered = type.title.compactMap { type[$0] } + type.properties
      if let property = ordered.first(where: { isKind($0.kind) }) { return property }
    }
    return nil
  }

  private static func edit(_ property: PropertyDraft, _ cell: String, _ value: ContentValue) -> [String] {
    func typed(_ text: String) -> [String] {
      [
        "\(cell):type \(LuaText.quoted(text))", "app:tap \"Done\"",
        "expect(\(cell).control.value).to_be \(LuaText.quoted(text))",
      ]
    }
    switch property.kind {
    case .text, .longText: return typed(SampleTexts.text(for: property))
    case .int, .double: return typed("42")
    case .bool:
      let isOn = if case .bool(true) = value { true } else { false }
      return ["\(cell):set(\(!isOn))", "app:tap \"Done\"", "expect(\(cell).control.value).to_be(\(!isOn))"]
    case .enumeration(let cases):
      let other = cases.last(where: { $0 != value.text }) ?? ""
      let text = other.replacing(each: "_", with: " ").replacing(each: "-", with: " ")
      let opening = EnumCells.hasSegments(property) ? [] : ["\(cell):tap()"]
      return opening + [
        "\(cell):choose \(LuaText.quoted(text))", "app:tap \"Done\"",
        "expect(\(cell).control.text).to_be \(LuaText.quoted(text))",
      ]
    case .date(let hasTime):
      return [
        "\(cell):tap()", "\(cell):pick \"2020-02-29\"", "app:tap \"Done\"",
        "expect(\(cell).control.value).to_be \"2020-02-29\(hasTime ? "T00:00:00Z" : "")\"",
      ]
    case .data, .color, .image, .reference, .references, .object, .objects, .list, .map: return []
    }
  }
}

/// Texts that tests type.
enum SampleTexts {
  private static let known = [
    "firstname": ["Grace", "Alan", "Edith"], "vorname": ["Grace", "Alan", "Edith"],
    "lastname": ["Hopper", "Kay", "Clarke"], "nachname": ["Hopper", "Kay", "Clarke"],
    "email": ["grace@example.com"], "city": ["Arlington"], "ort": ["Arlington"],
  ]

  /// A text for a property; `attempt` counts those that are taken.
  static func text(for property: PropertyDraft, attempt: Int = 0) -> String {
    let texts = known[property.name.lowercased()] ?? ["New \(property.label)"]
    return attempt < texts.count ? texts[attempt] : "\(texts[0]) \(attempt + 1)"
  }

  /// Texts for the title of a new entity that no row has.
  static func titles(of type: ClassDraft, besides rows: [String]) -> [(label: String, text: String)] {
    let taken = Set(rows.map { $0.lowercased() })
    let properties = type.title.compactMap { type[$0] }
    var attempt = 0
    while true {
      let titles = properties.map { (label: $0.label, text: text(for: $0, attempt: attempt)) }
      if !taken.contains(titles.map(\.text).joined(separator: " ").lowercased()) { return titles }
      attempt += 1
    }
  }
}

enum Articles {
  /// `an author`, `a book`, `dimensions`.
  static func indefinite(_ noun: String) -> String {
    let last = Words(noun).all.last ?? noun
    if EnglishNouns.isPlural(last) || EnglishNouns.plural(last) == last { return noun }
    return noun.withArticle
  }
}
