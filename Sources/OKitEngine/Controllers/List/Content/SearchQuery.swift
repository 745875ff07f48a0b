/// A search text in the form in which it is compared.
struct SearchQuery: Equatable {
  /// Matches everything.
  static let empty = SearchQuery()

  let text: String
  /// Whether texts are compared as they are, because nothing of the search text is left when it is normalized (`+`).
  let isRaw: Bool
  /// How the texts are normalized; nil for the empty query.
  private let search: SearchText?

  private init() { (text, isRaw, search) = ("", false, nil) }

  init(_ text: String, _ search: SearchText) {
    let normalized = search.normalized(text)
    isRaw = normalized.isEmpty && !text.isEmpty
    self.text = isRaw ? text : normalized
    self.search = text.isEmpty ? nil : search
  }

  var isEmpty: Bool { text.isEmpty }

  /// Returns a text in the form in which it is compared with the query.
  func comparable(_ text: String) -> String { isRaw ? text : search?.normalized(text) ?? text }
}
