/// Words for the days around today, in the languages that have them here.
enum RelativeDay {
  /// The word for the day `days` after today; nil when the language has none or is not known, so that the date itself
  /// is shown.
  static func word(days: Int, locale: String) -> String? {
    words[String(locale.prefix { $0.isLetter })]?[days]
  }

  private static let words: [String: [Int: String]] = [
    "en": [-1: "Yesterday", 0: "Today", 1: "Tomorrow"],
    "de": [-2: "Vorgestern", -1: "Gestern", 0: "Heute", 1: "Morgen", 2: "Übermorgen"],
  ]
}
