/// The texts of an application, in the order of their use.
struct TextTable {
  private(set) var sections: [(title: String, keys: [String])] = []
  private var known: Set<String> = []
  /// Texts that differ from their keys, such as those of the cases of enums.
  private var texts: [String: String] = [:]

  /// Begins a section for the keys that follow.
  mutating func begin(_ title: String) { sections.append((title, [])) }

  /// Returns the binding of a text, and notes its key.
  mutating func binding(_ text: String) -> String {
    note(text)
    return BindingText.localized(text)
  }

  mutating func note(_ key: String, text: String? = nil) {
    // okit has the texts of its own buttons, with the same keys.
    guard StandardTexts.tables["de"]?[key] == nil, known.insert(key).inserted else { return }
    if let text { texts[key] = text }
    if sections.isEmpty { begin("The texts") }
    sections[sections.count - 1].keys.append(key)
  }

  /// The file of a language: `Localizable.strings`.
  func file(_ language: Language) -> String {
    let parts = sections.filter { !$0.keys.isEmpty }.map { section in
      "/* \(Self.inComment(section.title)) */\n"
        + section.keys.map { key in
          StringsFile.entry(key, language.text(of: key, english: texts[key] ?? key)) + "\n"
        }.joined()
    }
    return (language.remark.map { "/* \($0) */\n\n" } ?? "") + parts.joined(separator: "\n")
  }

  /// A text on one line that does not end its comment.
  private static func inComment(_ text: String) -> String {
    let line = text.unicodeScalars.map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? " " : $0 }
    return String(String.UnicodeScalarView(line)).replacing("*/", with: "* /")
  }
}

/// A language of the application.
enum Language {
  case english, german

  var remark: String? {
    switch self {
    case .english: nil
    case .german: "Was okit-run nicht übersetzen kann, steht hier auf Englisch."
    }
  }

  func text(of key: String, english: String) -> String {
    switch self {
    case .english: english
    case .german: GermanWords.text(of: english) ?? english
    }
  }
}
