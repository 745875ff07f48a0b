extension ApplicationAnalysis {
  /// The texts of a key, by language. A file that cannot be read has none.
  package func texts(forKey key: String) -> [(language: String, text: String)] {
    tables.compactMap { table in table.texts[key].map { (table.language, $0) } }
  }

  /// The keys of all languages with the text of the first one that has it, sorted.
  package var localizedKeys: [(key: String, text: String)] {
    var texts: [String: String] = [:]
    for table in tables { texts.merge(table.texts) { first, _ in first } }
    return texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The texts of a language by key.
  func texts(in language: String) -> [String: String] {
    tables.first { $0.language == language }?.texts ?? [:]
  }

  private var tables: [(language: String, texts: [String: String])] {
    (definitions?.texts ?? []).map { language, file in
      // The check reports a file that cannot be read.
      (language, (try? StringsFile.parse(file.text, file: file.name)) ?? [:])
    }
  }
}
