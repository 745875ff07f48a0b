import OKitStoryboard

/// The steps that lead to a screen, and the entity that it shows.
struct TestRoute {
  /// Calls on `app`, in the order of their execution.
  var steps: [String] = []
  /// What is known of the entity.
  var record = ContentRecord()
  /// Whether the entity is one of the content, and not a new one.
  var isKnown = true
}

/// Finds rows that tests can tap.
struct TestRows {
  let model: ModelDraft

  /// The most rows that a screen of a list shows without a search.
  static let pageSize = 100
  private static let maximumCandidates = 40

  /// The text of the row of an entity; nil where it has none that is certain.
  func text(of record: ContentRecord, _ type: ClassDraft) -> String? {
    guard type.hasTextTitle else { return nil }
    let texts = type.title.compactMap { record[$0].text }
    guard texts.count == type.title.count, texts.allSatisfy(Self.isPlain) else { return nil }
    return texts.joined(separator: " ")
  }

  /// A text that every screen shows as it is, and that no locator takes for a number.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 60 && text.first?.isWhitespace == false && text.last?.isWhitespace == false
      && !text.contains("  ") && text.contains(where: \.isLetter)
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }

  /// The entities of a list that a test can tap, with the steps.
  ///
  /// - Parameter count: The number of entities in the list, of which not all may be known.
  func candidates(_ records: [ContentRecord], _ type: ClassDraft, count: Int) -> [TestRoute] {
    guard type.hasTextTitle else {
      // Such a list is not sorted.
      return records.prefix(min(Self.maximumCandidates, Self.pageSize)).enumerated().map { index, record in
        TestRoute(steps: ["app:row(\(index + 1)):tap()"], record: record)
      }
    }
    var numbers: [String: Int] = [:]
    let texts = records.map { record -> String? in
      // Equal texts in other letters are found, too.
      let text = text(of: record, type)
      if let text { numbers[text.lowercased(), default: 0] += 1 }
      return text
    }
    var routes: [TestRoute] = []
    for (record, text) in zip(records, texts) where routes.count < Self.maximumCandidates {
      guard let text, numbers[text.lowercased()] == 1 else { continue }
      let search = count > Self.pageSize ? ["app:search(\(LuaText.quoted(text)))"] : []
      routes.append(TestRoute(steps: search + ["app:row(\(LuaText.quoted(text))):tap()"], record: record))
    }
    return routes
  }
}
