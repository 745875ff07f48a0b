/// Singular and plural of nouns, by the rules of English and a table of exceptions.
enum EnglishNouns {
  /// `book` for `books`; the word itself if it is not a plural.
  static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if let known = singulars[lower] { return cased(known, as: word) }
    if invariable.contains(lower) { return word }
    if lower.hasSuffix("ungen") { return String(word.dropLast(2)) }
    if lower.hasSuffix("ies"), lower.count > 4 { return word.dropLast(3) + cased("y", as: String(word.suffix(3))) }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] where lower.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    for ending in ["ss", "us", "is", "os"] where lower.hasSuffix(ending) {
      return ending == "os" && lower.count > 3 ? String(word.dropLast()) : word
    }
    return lower.hasSuffix("s") && lower.count > 2 ? String(word.dropLast()) : word
  }

  /// `books` for `book`; the word itself if it is a plural.
  static func plural(_ word: String) -> String {
    let lower = word.lowercased()
    if let known = plurals[lower] { return cased(known, as: word) }
    if invariable.contains(lower) || singular(word) != word { return word }
    // `ds` is the plural of a single letter.
    if lower.hasSuffix("s"), lower.count == 2 { return word }
    if lower.hasSuffix("ung") { return word + "en" }
    if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + cased("ies", as: String(word.suffix(1)))
    }
    for ending in ["s", "sh", "ch", "x", "z"] where lower.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// Whether a word is a plural that has a singular.
  static func isPlural(_ word: String) -> Bool { singular(word) != word }

  private static func cased(_ text: String, as word: String) -> String {
    guard let first = word.first, first.isUppercase else { return text }
    if word.count > 1, word == word.uppercased() { return text.uppercased() }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let irregular = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"), ("foot", "feet"),
    ("tooth", "teeth"), ("mouse", "mice"), ("goose", "geese"), ("index", "indices"), ("matrix", "matrices"),
    ("vertex", "vertices"), ("criterion", "criteria"), ("phenomenon", "phenomena"), ("analysis", "analyses"),
    ("basis", "bases"), ("crisis", "crises"), ("status", "statuses"), ("bus", "buses"), ("address", "addresses"),
    ("movie", "movies"), ("cookie", "cookies"), ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
    ("knife", "knives"), ("life", "lives"), ("leaf", "leaves"), ("shelf", "shelves"), ("wolf", "wolves"),
    ("half", "halves"), ("quiz", "quizzes"), ("medium", "media"), ("tie", "ties"), ("lens", "lenses"),
    ("response", "responses"), ("house", "houses"), ("cache", "caches"), ("axis", "axes"), ("alias", "aliases"),
    ("virus", "viruses"), ("campus", "campuses"), ("bonus", "bonuses"), ("kunde", "kunden"), ("buch", "bücher"),
    ("autor", "autoren"), ("adresse", "adressen"), ("rechnung", "rechnungen"), ("ache", "aches"),
    ("datum", "data"), ("gas", "gases"), ("atlas", "atlases"), ("photo", "photos"), ("video", "videos"),
  ]
  private static let singulars = Dictionary(irregular.map { ($1, $0) }) { first, _ in first }
    .merging([("data", "data"), ("indexes", "index"), ("matrixes", "matrix")]) { $1 }
  private static let plurals = Dictionary(irregular.filter { $0.0 != "datum" }.map { ($0, $1) }) { first, _ in first }
  private static let invariable: Set = [
    "series", "species", "news", "sheep", "fish", "deer", "data", "metadata", "information", "equipment", "software",
    "hardware", "music", "staff", "feedback", "history", "settings", "details", "stats", "statistics", "physics",
    "analytics", "has", "is", "was", "gps", "artikel",
  ]
}
