/// The texts that were looked up last, by keys that come again as the same string: those of bindings.
///
/// A key is compared by its two words, without its bytes. The key of an entry lives as long as the entry, so that its
/// words belong to no other string.
struct RecentTexts {
  private typealias Words = (UInt, UInt)
  private struct Entry {
    var words: Words = (0, 0)  // No string has these.
    var key = ""
    var text = ""
  }

  private var entries = [Entry](repeating: Entry(), count: 256)

  subscript(key: String) -> String? {
    get {
      let words = unsafeBitCast(key, to: Words.self)
      let place = Self.place(words)
      return entries[place].words == words ? entries[place].text : nil
    }
    set {
      let words = unsafeBitCast(key, to: Words.self)
      entries[Self.place(words)] = newValue.map { Entry(words: words, key: key, text: $0) } ?? Entry()
    }
  }

  private static func place(_ words: Words) -> Int {
    // The eight highest bits of the product. A shift binds more tightly than a product.
    let mixed = (words.0 ^ (words.1 >> 4)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 56)
  }
}
