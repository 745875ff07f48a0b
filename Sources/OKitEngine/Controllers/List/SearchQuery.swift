/// A search text in the form in which it is compared.
struct SearchQuery: Equatable {
  let text: String
  /// Whether texts are compared as they are, because nothing of the search text is left when it is normalized (`+`).
  let isRaw: Bool

  init(_ text: String) {
    let normalized = SearchText.normalized(text)
    isRaw = normalized.isEmpty && !text.isEmpty
    self.text = isRaw ? text : normalized
  }

  var isEmpty: Bool { text.isEmpty }

  /// Returns a text in the form in which it is compared with the query.
  func comparable(_ text: String) -> String { isRaw ? text : SearchText.normalized(text) }
}
