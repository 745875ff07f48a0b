internal import Foundation

/// The words of a name: `releaseDate`, `release_date` and `Release Date` have the same ones.
struct Words: Equatable {
  /// The words as they are written.
  let all: [String]

  /// The words in lower case.
  let lowercased: [String]

  init(_ words: [String]) { (all, lowercased) = (words, words.map { $0.lowercased() }) }

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    func kind(_ index: Int) -> Kind? { characters.indices.contains(index) ? Kind(characters[index]) : nil }
    for (index, character) in characters.enumerated() {
      guard let current = kind(index) else {
        // Anything but letters and digits separates words.
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let previous = word.last.flatMap(Kind.init)
      let beginsWord =
        current == .upper && (previous == .lower || previous == .digit)
        // The last capital of `XMLFile` begins a word.
        || (current == .upper && previous == .upper && kind(index + 1) == .lower)
      if beginsWord {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    self.init(words)
  }

  private enum Kind {
    case lower, upper, digit

    init?(_ character: Character) {
      if character.isUppercase {
        self = .upper
      } else if character.isLetter {
        self = .lower
      } else if character.isNumber {
        self = .digit
      } else {
        return nil
      }
    }
  }

  /// The words without the last ones.
  func dropLast(_ count: Int = 1) -> Words { Words(Array(all.dropLast(count))) }

  /// The words with the last one changed.
  func withLast(_ change: (String) -> String) -> Words {
    guard let last = all.last else { return self }
    return Words(all.dropLast() + [change(last)])
  }

  /// Whether the words end with others, in whatever case.
  func ends(with other: Words) -> Bool {
    !other.all.isEmpty && lowercased.suffix(other.all.count).elementsEqual(other.lowercased)
  }

  // MARK: Forms

  /// The text for people: `Release Date`.
  var label: String {
    all.enumerated().map { index, word in
      let lower = word.lowercased()
      if Self.acronyms.contains(lower) { return lower.uppercased() }
      if index > 0, index < all.count - 1, Self.small.contains(lower) { return lower }
      // Keeps `GmbH` and `iPhone`.
      let isPlain = word == lower || (word == word.uppercased() && word.count > 4)
      return isPlain ? lower.prefix(1).uppercased() + lower.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }

  private static let acronyms: Set = [
    "id", "url", "uri", "isbn", "vat", "iban", "bic", "ip", "pdf", "html", "json", "csv", "sku", "ean", "gps", "uuid",
  ]
  private static let small: Set = ["of", "and", "or", "in", "at", "by", "to", "for", "the", "per", "und", "von", "der"]

  /// The name of a property: `releaseDate`. Empty if nothing of the words can be part of a name.
  var camelCase: String {
    let words = ascii
    guard let first = words.first else { return "" }
    return first.lowercased() + words.dropFirst().map(Self.capitalized).joined()
  }

  /// The name of a class: `ReleaseDate`.
  var pascalCase: String { ascii.map(Self.capitalized).joined() }

  private static func capitalized(_ word: String) -> String {
    let lower = word.lowercased()
    if acronyms.contains(lower), word == word.uppercased(), lower != "id" { return word }
    return lower.prefix(1).uppercased() + (word == word.uppercased() ? lower : word).dropFirst()
  }

  /// The words in letters and digits of ASCII, as names in Lua need them.
  private var ascii: [String] {
    all.compactMap { word in
      let plain = Self.plain(word).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
      return plain.isEmpty ? nil : plain
    }
  }

  private static let transliterations: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "ø": "o", "Ø": "O",
    "ł": "l", "Ł": "L", "đ": "d", "þ": "th",
  ]

  private static func plain(_ word: String) -> String {
    word.allSatisfy(\.isASCII)
      ? word
      : word.map { transliterations[$0] ?? String($0).folding(options: .diacriticInsensitive, locale: nil) }.joined()
  }
}
