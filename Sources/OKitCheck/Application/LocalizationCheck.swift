/// Compares the keys that an application uses with its texts.
struct LocalizationCheck {
  private let definitions: ScriptDefinitions
  private let scripts: [LuaScript]
  private let inference: ScriptInference
  private let locator: FindingLocator
  private let check: DefinitionCheck
  private let used: [DefinitionCheck.LocalizedText]
  private let tables: [(language: String, keys: [StringsFile.Key], file: ScriptDefinitions.File)]

  init(
    _ definitions: ScriptDefinitions, _ scripts: [LuaScript], _ inference: ScriptInference, _ locator: FindingLocator
  ) {
    (self.definitions, self.scripts, self.inference, self.locator) = (definitions, scripts, inference, locator)
    check = DefinitionCheck(definitions.definition, definitions.evaluator)
    used = Self.merged(check.localizedTexts)
    // A file that cannot be read has ended the script.
    tables = definitions.texts.compactMap { language, file in
      (try? StringsFile.keys(file.text, file: file.name)).map { (Localization.normalized(language), $0, file) }
    }
  }

  /// The texts with those of one place in one: a word and its plural.
  private static func merged(_ texts: [DefinitionCheck.LocalizedText]) -> [DefinitionCheck.LocalizedText] {
    struct Place: Hashable {
      let origin: Diagnostic.Origin
      let range: SourceRange
      let isOptional: Bool
    }
    var places: [Place: Int] = [:]
    return texts.reduce(into: []) { merged, text in
      let place = Place(origin: text.origin, range: text.range, isOptional: text.isOptional)
      if let index = places[place] {
        merged[index].add(text)
      } else {
        places[place] = merged.count
        merged.append(text)
      }
    }
  }

  var findings: [Finding] { missing + unused }

  // MARK: Missing texts

  private var missing: [Finding] {
    guard !tables.isEmpty else { return [] }
    let keys = keysByLanguage
    let all = keys.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    func diagnostic(_ texts: [String], mayHaveForms: Bool = false) -> Diagnostic? {
      var lacking: [(languages: [String], keys: [String])] = []
      for key in texts where !key.isEmpty {
        let languages = keys.keys.filter { language in
          !has(key, language, keys) && !(mayHaveForms && hasForms(texts, language, keys))
        }.sorted()
        guard !languages.isEmpty else { continue }
        if let index = lacking.firstIndex(where: { $0.languages == languages }) {
          lacking[index].keys.append(key)
        } else {
          lacking.append((languages, [key]))
        }
      }
      guard let first = lacking.first?.keys.first else { return nil }
      let message = lacking.map { languages, keys in
        "\(Self.quoted(keys)) \(keys.count == 1 ? "has" : "have") no text in \(Self.quoted(languages))"
      }
      return Diagnostic(
        "localization.missing", message.joined(separator: "; "), severity: .warning,
        hint: texts.count == 1 ? NearestName.hint(for: first, in: all.subtracting([first])) : nil)
    }
    let inBindings = (used + shownCases).compactMap { text -> Finding? in
      guard !text.isOptional, var found = diagnostic(text.keys, mayHaveForms: Self.mayHaveForms(text)) else {
        return nil
      }
      found.excerpt = .init(source: SourceText(name: "", text: text.origin.binding ?? ""), range: text.range)
      return locator.finding(definitions.evaluator.located(found, of: text.origin), code: "localization.missing")
    }
    return inBindings + formsWithoutOther(keys)
      + scripts.flatMap { script in
        literalKeys.literals(in: script).compactMap { key -> Finding? in
          guard let found = diagnostic([key.value]) else { return nil }
          let range = key.sourceRange(of: SourceRange(0, key.value.utf8.count))
          return locator.finding(found, "localization.missing", script, range)
        }
      }
  }

  /// The forms of a word that is counted where the one for all other numbers is not there, so that none is used.
  private func formsWithoutOther(_ keys: [String: Set<String>]) -> [Finding] {
    let counted = Set(used.filter(Self.mayHaveForms).flatMap(\.keys).flatMap(Self.names))
    return tables.flatMap { language, entries, file -> [Finding] in
      let lines = LineIndex(file.text)
      var words: Set<String> = []
      return entries.compactMap { key in
        guard let word = PluralForm.word(of: key.name), counted.contains(word),
          !has(word + PluralForm.other, language, keys), words.insert(word).inserted
        else { return nil }
        let place = lines.place(of: key.range.lower)
        return Finding(
          code: "localization.missing", severity: .warning,
          message: "\"\(key.name)\" has no effect without \"\(word)\(PluralForm.other)\" in \"\(language)\"",
          hint: "add \"\(word)\(PluralForm.other)\", the form for all other numbers", file: file.name,
          line: place.line, column: place.column, endColumn: lines.place(of: key.range.upper).column,
          excerpt: lines.shown(key.range))
      }
    }
  }

  private static func quoted(_ texts: [String]) -> String { PrintableText.list(texts) }

  private var keysByLanguage: [String: Set<String>] {
    Dictionary(tables.map { ($0.language, Set($0.keys.map(\.name))) }) { $0.union($1) }
  }

  private var literalKeys: LocalizedKeys { LocalizedKeys(inference) }

  /// The values of enumerations that are shown by their texts.
  private var shownCases: [DefinitionCheck.LocalizedText] {
    let properties = definitions.store.types.all.lazy.flatMap(\.properties)
    let hasEnumerations = properties.contains {
      if case .enumeration = ($0.type.element ?? $0.type).unwrapped { true } else { false }
    }
    return hasEnumerations ? check.localizedCases : []
  }

  /// The keys that the application uses and that have no text in a language, sorted.
  func missingKeys(in language: String) -> [String] {
    let keys = keysByLanguage
    let literals = scripts.flatMap { literalKeys.literals(in: $0).map(\.value) }
    let words = (used + shownCases).filter { text in
      !text.isOptional && !(Self.mayHaveForms(text) && hasForms(text.keys, language, keys))
    }
    let all = Set(words.flatMap(\.keys) + literals)
    return all.filter { !$0.isEmpty && !has($0, language, keys) }.sorted()
  }

  /// A language with a region has the texts of the language, and the engine has those of its own buttons.
  private func has(_ key: String, _ language: String, _ keys: [String: Set<String>]) -> Bool {
    if keys[language]?.contains(key) == true { return true }
    let parent = language.prefix { $0 != "-" && $0 != "_" }
    if parent.count < language.count, keys[String(parent)]?.contains(key) == true { return true }
    return parent == "en" ? Self.standardKeys.contains(key) : StandardTexts.tables[String(parent)]?[key] != nil
  }

  /// Whether a text is the word of a count, which the texts may have in forms for categories of plurals.
  private static func mayHaveForms(_ text: DefinitionCheck.LocalizedText) -> Bool {
    !text.isWritten || text.keys.count > 1
  }

  /// Whether a language has forms of a word for its categories of plurals, in place of the word and the word with `s`.
  private func hasForms(_ texts: [String], _ language: String, _ keys: [String: Set<String>]) -> Bool {
    texts.flatMap(Self.names).contains { has($0 + PluralForm.other, language, keys) }
  }

  private static let standardKeys = Set(StandardTexts.tables.values.flatMap(\.keys))

  // MARK: Unused texts

  private var unused: [Finding] {
    guard !tables.isEmpty else { return [] }
    // A key may be a part of a longer text, be built of several, or be used by another application in the same folder.
    let literals = scripts.flatMap { $0.strings.map(\.value) }
    let strings = literals + definitions.otherScripts.map(\.text)
    let text = strings.joined(separator: "\u{0}")
    let keys = Set(used.flatMap(\.keys) + literals)
    guard !mayLocalizeData(strings) else { return [] }
    let prefixes = keyPrefixes
    let cases = enumerationTexts
    return tables.flatMap { _, entries, file -> [Finding] in
      let lines = LineIndex(file.text)
      return entries.compactMap { key in
        guard !key.name.isEmpty, !Self.names(key.name).contains(where: { keys.contains($0) || text.contains($0) }),
          !cases.contains(key.name), !Self.standardKeys.contains(key.name),
          !prefixes.contains(where: key.name.hasPrefix)
        else { return nil }
        let place = lines.place(of: key.range.lower)
        return Finding(
          code: "localization.unused", severity: .warning, message: "nothing uses the text \"\(key.name)\"", hint: nil,
          file: file.name, line: place.line, column: place.column, endColumn: lines.place(of: key.range.upper).column,
          excerpt: lines.shown(key.range))
      }
    }
  }

  /// Whether a text may look up other values than those of enumerations: only the data tell which keys these are.
  private func mayLocalizeData(_ strings: [String]) -> Bool {
    let functions = DefinitionCheck.localizingFunctions
    guard strings.contains(where: { text in functions.contains(where: text.contains) }) else { return false }
    let references = check.references
    if references.contains(where: \.readsAnyText) { return true }
    let known = Set(references.lazy.filter { $0.name == "localized" }.map(\.text))
    return strings.contains { $0.contains("/localized") && !known.contains($0) }
  }

  /// The key, and that of which it is the plural or a form: `suffixPlural(#city)` also looks up `citys` and `city.few`.
  private static func names(_ key: String) -> [String] {
    if let word = PluralForm.word(of: key) { return [key, word] }
    return key.hasSuffix("s") ? [key, String(key.dropLast())] : [key]
  }

  /// The beginnings of texts that scripts put together. An empty one may begin any key.
  private var keyPrefixes: [String] {
    var prefixes: [String] = []
    for call in scripts.flatMap(\.calls) {
      guard case .field(_, let name) = call.callee, name.text == "localized", let first = call.arguments.first else {
        continue
      }
      if case .binary("..", let left, _) = first { prefixes.append(left.literal?.value ?? "") }
    }
    return prefixes
  }

  private var enumerationTexts: Set<String> {
    var texts: Set<String> = []
    for type in definitions.store.types.all {
      texts.insert(type.name)
      for property in type.properties {
        texts.insert(property.name)
        if case .enumeration(let cases) = (property.type.element ?? property.type).unwrapped { texts.formUnion(cases) }
      }
    }
    return texts
  }
}
