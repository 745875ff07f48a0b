extension Feature {
  /// The type of what is under the cursor, where it is declared, and its documentation.
  static let hover = Feature("textDocument/hover", "hoverProvider", true) { (place: DocumentPlace) in
    guard let found = BindingPlace(place) else { return .null }
    let bytes = place.document.text.bytes
    let word = Self.word(in: bytes, at: place.offset, found.contents)
    guard !word.isEmpty, let text = HoverText(place, found, word).markdown else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(text)],
      "range": place.document.text.range(SourceRange(word.lowerBound, word.upperBound)),
    ]
  }

  /// The name around an offset.
  private static func word(in bytes: [UInt8], at offset: Int, _ contents: Range<Int>) -> Range<Int> {
    func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
      default: false
      }
    }
    var (lower, upper) = (offset, offset)
    while lower > contents.lowerBound, isPart(bytes[lower - 1]) { lower -= 1 }
    while upper < contents.upperBound, isPart(bytes[upper]) { upper += 1 }
    return lower..<upper
  }
}

/// What a hover shows.
private struct HoverText {
  private let place: DocumentPlace
  private let found: BindingPlace
  private let word: Range<Int>

  init(_ place: DocumentPlace, _ found: BindingPlace, _ word: Range<Int>) {
    (self.place, self.found, self.word) = (place, found, word)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: place.document.text.bytes[range], as: UTF8.self) }

  var markdown: String? {
    switch found.meaning {
    case .binding(let context): binding(in: context)
    case .controller: controller(text(found.contents))
    case .entityClass: found.inspector.entityClass(named: text(found.contents)).map { "```okit\nclass \($0.name)\n```" }
    case .localizedKey: localized(text(found.contents))
    case .choice: nil
    }
  }

  private func binding(in context: EntityType?) -> String? {
    let inspector = found.inspector
    let cursor = BindingCursor(place.document.text.bytes[found.contents.lowerBound..<word.upperBound])
    switch cursor.place {
    case .constant: return nil
    case .localized(let beginning):
      // A key may have several words.
      let keys = place.analysis.localizedKeys.map(\.key).filter { $0.hasPrefix(beginning) }
      let rest = text(word.lowerBound..<found.contents.upperBound)
      let key = keys.filter { rest.hasPrefix($0.dropFirst(beginning.utf8.count - word.count)) }.max {
        $0.count < $1.count
      }
      return localized(key ?? beginning)
    case .collectionOperator(_, let name):
      return CollectionOperator(rawValue: name).map { "```okit\n\($0)\n```\n\n\(NameText.sentence($0.meaning))" }
    case .name(let path, let name):
      if path.isEmpty, place.document.text.bytes[word.upperBound...].first == UInt8(ascii: ">") {
        return inspector.model(named: name).map { "```okit\nmodel \(name): \($0.name)\n```" }
      }
      let own = inspector.name(name, after: inspector.type(of: path, in: context))
      return (own ?? (path.isEmpty ? validity(name) : nil)).map {
        NameText($0, place.analysis).markdown(place.workspace)
      }
    case .formula(let name):
      if let found = inspector.name(name, after: BindingType(context: context)) ?? validity(name) {
        return NameText(found, place.analysis).markdown(place.workspace)
      }
      return FormulaSignature.named(name).map { "```okit\n\($0.label)\n```\n\n\(NameText.sentence($0.meaning))" }
    }
  }

  private func validity(_ name: String) -> BindingName? { found.validity.flatMap { $0.name == name ? $0 : nil } }

  private func controller(_ name: String) -> String? {
    guard let controller = found.inspector.definition.content(named: name) else { return nil }
    var text = "```okit\n\(name): \(controller.baseName)\n```"
    if let context = found.inspector.context(ofController: name)?.given { text += "\n\nContext: \(context.name)" }
    if let declared = controller.place {
      text += "\n\nDeclared in \(place.workspace.shortName(ofFile: declared.file)):\(declared.line)"
    }
    return text
  }

  private func localized(_ key: String) -> String? {
    let texts = place.analysis.texts(forKey: key)
    guard !texts.isEmpty else { return nil }
    return "```okit\n%\(key)\n```\n\n" + texts.map { "- \($0.language): \($0.text)" }.joined(separator: "\n")
  }
}
