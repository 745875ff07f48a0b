/// The texts of the values that a format has formatted last. Rows, groups and fields show the same values again and
/// again, and ICU takes microseconds for each.
struct RecentTexts<Key: Hashable> {
  private var texts: [Key: String] = [:]

  /// The number of texts that are kept: those of the rows of a screen.
  private static var capacity: Int { 256 }

  /// Returns the text of a value, which `format` makes unless it is known.
  mutating func text(of key: Key, _ format: () -> String?) -> String? {
    if let known = texts[key] { return known }
    guard let new = format() else { return nil }
    if texts.count >= Self.capacity { texts.removeAll(keepingCapacity: true) }
    texts[key] = new
    return new
  }
}
