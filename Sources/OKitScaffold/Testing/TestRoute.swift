/// The steps that lead to a screen, and the entity that it shows.
struct TestRoute {
  /// Calls on `app`, in the order of their execution.
  var steps: [String] = []
  /// What is known of the entity.
  var record = ContentRecord()
  /// Whether the entity is one of the content, and not a new one.
  var isKnown = true
}

/// A row of a list, and the calls that find it.
struct TestRow {
  var record: ContentRecord
  /// The search that brings the row into view.
  var search: [String] = []
  /// The expression of the row.
  var row: String

  var route: TestRoute { TestRoute(steps: search + ["\(row):tap()"], record: record) }
}

/// Finds rows that tests can tap.
struct TestRows {
  let model: ModelDraft

  /// The most rows that a screen of a list shows without a search.
  static let pageSize = 100
  private static let maximumCandidates = 40

  /// The text of the row of an entity; nil where it has none that is certain.
  func text(of record: ContentRecord, _ type: ClassDraft) -> String? {
    shownText(of: record, type).flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
  }

  /// The text of the row of an entity, which a locator may take for a number.
  private func shownText(of record: ContentRecord, _ type: ClassDraft) -> String? {
    guard type.hasTextTitle else { return nil }
    let texts = type.title.compactMap { record[$0].text }
    guard texts.count == type.title.count, texts.allSatisfy(Self.isPlain) else { return nil }
    return texts.joined(separator: " ")
  }

  /// A text that every screen shows as it is.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 60 && text.first?.isWhitespace == false && text.last?.isWhitespace == false
      && !text.contains("  ")
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }

  /// The entities of a list that a test can tap: first those whose texts no other has, then those that have a number
  /// among the rows with their texts.
  func candidates(_ records: [ContentRecord], _ type: ClassDraft) -> [TestRow] {
    let texts = records.map { shownText(of: $0, type) }
    // A list without titles is not sorted, and a single row is the first one.
    guard type.hasTextTitle, records.count > 1 || texts.contains(where: { $0 != nil }) else {
      return records.prefix(min(Self.maximumCandidates, Self.pageSize)).enumerated().map { index, record in
        TestRow(record: record, row: "app:row(\(index + 1))")
      }
    }
    var counts: [String: Int] = [:]
    for text in texts { if let text { counts[text.lowercased(), default: 0] += 1 } }
    var (unique, others, numbers) = ([TestRow](), [TestRow](), [String: Int]())
    for (record, text) in zip(records, texts) where unique.count < Self.maximumCandidates {
      guard let text, let count = counts[text.lowercased()] else { continue }
      let number = numbers[text, default: 0] + 1
      numbers[text] = number
      let search = records.count > Self.pageSize ? ["app:search(\(LuaText.quoted(text)))"] : []
      // A search finds texts in other letters, and longer ones, too.
      guard search.isEmpty || (count == 1 && text.contains(where: \.isLetter)) else { continue }
      let isUnique = count == 1 && text.contains(where: \.isLetter)
      let locator =
        isUnique
        ? "(\(LuaText.quoted(text)))"
        : count == 1
          ? " { text = \(LuaText.quoted(text)) }" : " { text = \(LuaText.quoted(text)), index = \(number) }"
      let row = TestRow(
        record: record, search: search, row: "app:row\(locator)")
      if isUnique { unique.append(row) } else if others.count < Self.maximumCandidates { others.append(row) }
    }
    return unique + others
  }
}
