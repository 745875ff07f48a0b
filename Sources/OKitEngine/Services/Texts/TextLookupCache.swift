/// The texts that were looked up last, by keys that come again as the same string: those of bindings.
///
/// A key is compared by its two words, without its bytes. The key of an entry lives as long as the entry, so that its
/// words belong to no other string.
struct TextLookupCache {
  private typealias Words = (UInt, UInt)
  private final class Entry {
    let words: Words
    let key, text: String

    init(_ words: Words, _ key: String, _ text: String) { (self.words, self.key, self.text) = (words, key, text) }
  }

  /// Each text is at the place of its key or at the one beside it. Empty until one is looked up, because most
  /// applications of tests look up few.
  private var entries: [Entry?] = []

  subscript(key: String) -> String? {
    get {
      guard !entries.isEmpty else { return nil }
      let words = unsafeBitCast(key, to: Words.self)
      let place = Self.place(words)
      if let entry = entries[place], entry.words == words { return entry.text }
      if let entry = entries[place ^ 1], entry.words == words { return entry.text }
      return nil
    }
    set {
      if entries.isEmpty { entries = Array(repeating: nil, count: 128) }
      let words = unsafeBitCast(key, to: Words.self)
      let place = Self.place(words)
      entries[place ^ 1] = entries[place]
      entries[place] = newValue.map { Entry(words, key, $0) }
    }
  }

  /// The seven highest bits of a product.
  private static func place(_ words: Words) -> Int {
    let mixed = (words.0 ^ (words.1 >> 4)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 57)
  }
}
