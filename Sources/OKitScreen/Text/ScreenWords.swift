/// The texts of okit itself on a screen, in the language of the application. They are for text and no part of the JSON.
package struct ScreenWords: Sendable {
  /// A text: its raw value is the key, which is the text in English.
  package enum Key: String, Sendable, CaseIterable {
    // The head and the foot.
    case menu, editing, busy, search, keyboard, refresh
    // The rows.
    case noEntries = "no entries"
    case noSwipeActions = "no swipe actions"
    case row = "row %@ of %@"
    case rows = "rows %@–%@ of %@"
    case column = "column %@ of %@"
    case columns = "columns %@–%@ of %@"
    case line = "line %@ of %@"
    case lines = "lines %@–%@ of %@"
    // What covers the screen.
    case noCallouts = "no callouts"
    case anyTapCloses = "any tap closes it"
    case protected
    case tapToAuthenticate = "tap to authenticate"
    // The ends of long texts.
    case characters = "%@ characters"
    case bytes = "%@ bytes"
    case actions = "%@ actions"
  }

  package static let english = ScreenWords([:])

  /// The texts that differ from those in English.
  private let texts: [Key: String]

  private init(_ texts: [Key: String]) { self.texts = texts }

  /// - Parameter translation: Returns the text for a key.
  package init(_ translation: (String) -> String) {
    texts = Dictionary(
      uniqueKeysWithValues: Key.allCases.map { ($0, translation($0.rawValue)) }.filter { $0.0.rawValue != $0.1 })
  }

  package subscript(_ key: Key) -> String { texts[key] ?? key.rawValue }

  /// Returns a text with numbers in place of its `%@`.
  package func callAsFunction(_ key: Key, _ numbers: Int...) -> String {
    let parts = self[key].split(separator: "%@", omittingEmptySubsequences: false)
    var text = String(parts.first ?? "")
    for (part, number) in zip(parts.dropFirst(), numbers) { text += String(number) + part }
    return text
  }
}

extension ScreenWords {
  /// Returns the position of a part of the rows.
  package func position(ofRows first: Int, _ last: Int, of count: Int) -> String {
    first == last ? self(.row, first, count) : self(.rows, first, last, count)
  }

  /// Returns the position of a part of the columns.
  package func position(ofColumns first: Int, _ last: Int, of count: Int) -> String {
    first == last ? self(.column, first, count) : self(.columns, first, last, count)
  }

  /// Returns the position of a part of the lines.
  package func position(ofLines first: Int, _ last: Int, of count: Int) -> String {
    first == last ? self(.line, first, count) : self(.lines, first, last, count)
  }
}

extension ScreenWords: Hashable {
  /// Screens of one application have the same words.
  package func hash(into hasher: inout Hasher) { hasher.combine(texts.count) }
}
