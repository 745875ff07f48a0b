internal import Foundation

/// The words of a language for the days around today, from the locale's data: `Yesterday`, `Übermorgen`.
struct RelativeDayWords {
  /// The days that may have a word: CLDR has words for two days at most on either side.
  static let days = -2...2
  private var words: [Int: String] = [:]

  init(locale: String) {
    let locale = Locale(identifier: locale)
    for days in Self.days {
      let named = Self.text(days, .named, locale)
      // If the language has no word, the text is the one with a number: `2 days ago`.
      if named != Self.text(days, .numeric, locale) { words[days] = named }
    }
  }

  /// The word for the day `days` after today; nil when the language has none.
  subscript(days: Int) -> String? { words[days] }

  private static func text(
    _ days: Int, _ presentation: Date.RelativeFormatStyle.Presentation, _ locale: Locale
  ) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let today = Date(timeIntervalSinceReferenceDate: 0)
    return Date.AnchoredRelativeFormatStyle(
      anchor: today.addingTimeInterval(Double(days) * 86_400), allowedFields: [.day], presentation: presentation,
      unitsStyle: .wide, locale: locale, calendar: calendar, capitalizationContext: .beginningOfSentence
    ).format(today)
  }
}
