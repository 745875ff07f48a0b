/// The texts of an application by language and key.
package struct Localization: Sendable, Hashable {
  private var tables: [String: [String: String]] = [:]
  /// The languages whose tables have forms of words for the categories of plurals.
  private var languagesWithForms: Set<String> = []
  /// The fallback for languages without a table.
  package let base: String

  package init(tables: [String: [String: String]] = [:], base: String = "en") {
    self.base = Self.normalized(base)
    for (language, table) in tables { add(table, language: language) }
  }

  /// The languages that have a table, sorted.
  package var languages: [String] { tables.keys.sorted() }

  /// Adds texts of a language (`en`, `pt-BR`, `de_AT`); a new text replaces the one of an existing key.
  package mutating func add(_ table: [String: String], language: String) {
    let language = Self.normalized(language)
    if tables[language] == nil { tables[language] = table } else { tables[language]?.merge(table) { _, new in new } }
    noteForms(in: table, language)
  }

  private mutating func noteForms(in table: [String: String], _ language: String) {
    if table.keys.contains(where: { $0.hasSuffix(PluralForm.other) }) { languagesWithForms.insert(language) }
  }

  /// Adds the texts of another localization for the keys that have none here.
  package mutating func addMissing(from other: Localization) {
    for (language, table) in other.tables {
      if tables[language] == nil { tables[language] = table } else { tables[language]?.merge(table) { own, _ in own } }
    }
    languagesWithForms.formUnion(other.languagesWithForms)
  }

  /// Returns the text for `key` in the exact locale, else in the locale without its last parts, else in the base
  /// language, else the key itself.
  package func lookup(_ key: String, locale: String) -> String { texts(of: locale).lookup(key) }

  /// Returns the text as `lookup` does; nil when no table has the key.
  package func translation(of key: String, locale: String) -> String? { texts(of: locale).translation(of: key) }

  /// Returns the texts of one locale, which find a text without looking for the tables of the locale again.
  package func texts(of locale: String) -> LocaleTexts {
    guard !tables.isEmpty else { return LocaleTexts(tables: [], formed: []) }
    var name = Self.normalized(locale)[...]
    var names = [String(name)]
    while let end = name.lastIndex(of: "_") {
      name = name[..<end]
      names.append(String(name))
    }
    if !names.contains(base) { names.append(base) }
    return LocaleTexts(
      tables: names.compactMap { tables[$0] },
      formed: languagesWithForms.isEmpty
        ? [] : names.filter(languagesWithForms.contains).compactMap { name in tables[name].map { (name, $0) } })
  }

  /// Returns the text for `key` with its placeholders replaced by the arguments.
  ///
  /// `%@`, `%d`, `%i`, `%u`, `%s`, `%f` (also as `%ld`, `%lld`, `%lu`) take the next argument, `%2$@` the second one,
  /// `%%` is `%`. A placeholder without an argument, and any other use of `%`, stays as it is.
  ///
  /// - Parameter step: Called for each placeholder; what it throws ends the work.
  /// - Throws: what `step` throws, and `app.size` for a text that is too long.
  package func localized(
    _ key: String, arguments: [String], locale: String, step: () throws -> Void = {}
  ) throws -> String { try texts(of: locale).localized(key, arguments: arguments, step: step) }

  /// Returns `de_AT` for `de-AT.UTF-8@euro` and `DE_at`: tables have any of these names, and locales may come from
  /// environment variables.
  package static func normalized(_ locale: String) -> String {
    guard !isNormalized(locale) else { return locale }
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    return parts.enumerated().map { index, part in
      if index == 0 { return part.lowercased() }
      // A script has four letters, such as zh_Hans.
      return part.utf8.count == 4 ? part.prefix(1).uppercased() + part.dropFirst().lowercased() : part.uppercased()
    }.joined(separator: "_")
  }

  /// Whether it is a language, or a language and a region. Every lookup asks this.
  private static func isNormalized(_ locale: String) -> Bool {
    var isLanguage = true
    for byte in locale.utf8 {
      switch byte {
      case UInt8(ascii: "_"): isLanguage = false
      case UInt8(ascii: "a")...UInt8(ascii: "z"): if !isLanguage { return false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): if isLanguage { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      default: return false
      }
    }
    return true
  }
}

/// The keys of the forms of a word: the word, a dot and a category of plurals of CLDR.
package enum PluralForm {
  package static let other = ".other"

  /// Returns the word whose form a key names; nil for any other key.
  package static func word(of key: String) -> String? {
    guard let dot = key.lastIndex(of: "."), categories.contains(String(key[key.index(after: dot)...])) else {
      return nil
    }
    return String(key[..<dot])
  }

  private static let categories: Set = ["zero", "one", "two", "few", "many", "other"]
}

/// The texts of one locale: those of its own table, then those of its language, then those of the base language.
package struct LocaleTexts: Sendable {
  fileprivate let tables: [[String: String]]
  /// The tables with forms of words, and their languages.
  fileprivate let formed: [(language: String, table: [String: String])]

  /// Returns the text for a key, else the key itself.
  package func lookup(_ key: String) -> String { translation(of: key) ?? key }

  /// Returns the text for a key; nil when no table has it.
  package func translation(of key: String) -> String? {
    for table in tables { if let text = table[key] { return text } }
    return nil
  }

  /// Returns the form of a word for a category of plurals, else its form `other`; nil when no table has forms of it.
  ///
  /// - Parameter category: Returns the category in a language, that of the texts.
  package func pluralForm(of word: String, category: (_ language: String) -> String) -> String? {
    for (language, table) in formed {
      guard let other = table[word + PluralForm.other] else { continue }
      return table["\(word).\(category(language))"] ?? other
    }
    return nil
  }

  /// Returns the text for a key with its placeholders replaced; see `Localization.localized`.
  package func localized(
    _ key: String, arguments: [String], step: () throws -> Void = {}
  ) throws -> String {
    let format = lookup(key)
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var (result, rest, next) = (BoundedStringBuilder(), format[...], 0)
    func append(_ part: some StringProtocol) throws {
      guard result.append(part) else { throw BoundedStringBuilder.failure("the localized text") }
    }
    while let percent = rest.firstIndex(of: "%") {
      try step()
      try append(rest[..<percent])
      rest = rest[percent...]
      let placeholder = Localization.Placeholder(at: rest)
      switch placeholder?.kind {
      case .percent: try append("%")
      case .argument(let position):
        let index = position.map { $0 - 1 } ?? next
        if position == nil { next += 1 }
        let isGiven = arguments.indices.contains(index)
        try append(isGiven ? arguments[index][...] : rest[..<(placeholder?.end ?? percent)])
      case nil: try append("%")
      }
      rest = rest[(placeholder?.end ?? rest.index(after: percent))...]
    }
    try append(rest)
    return result.text
  }
}

extension Localization {
  /// One `%…` of a format.
  fileprivate struct Placeholder {
    enum Kind {
      case percent
      /// An argument, with its position from 1 if it has one.
      case argument(Int?)
    }

    let kind: Kind
    let end: Substring.Index

    /// Reads the placeholder at the `%` that `text` starts with; nil if it is not a placeholder.
    init?(at text: Substring) {
      var rest = text.dropFirst()
      if rest.first == "%" {
        self.init(kind: .percent, end: rest.index(after: rest.startIndex))
        return
      }
      var position: Int?
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty {
        rest = rest[digits.endIndex...]
        guard let number = Int(digits), number > 0, rest.first == "$" else { return nil }
        position = number
        rest.removeFirst()
      }
      while rest.first == "l" { rest.removeFirst() }
      guard let conversion = rest.first, "@diusf".contains(conversion) else { return nil }
      self.init(kind: .argument(position), end: rest.index(after: rest.startIndex))
    }

    private init(kind: Kind, end: Substring.Index) {
      self.kind = kind
      self.end = end
    }
  }
}
