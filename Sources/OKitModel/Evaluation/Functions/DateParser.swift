internal import Foundation

/// Reads the dates of one style, locale and time zone, as a person types them.
///
/// Commas may be missing, a year may have two or four digits, and direction marks and no-break spaces need not be
/// typed.
final class DateParser {
  private let formatter = DateFormatter()
  /// The separators of numbers in the pattern. ICU would accept `1.2.2020` for `M/d/yy`, which means another day where
  /// `.` is written.
  private let separators: Set<Character>

  init(_ shown: DateFormatter) {
    let pattern = Self.lenient(FormatterCache.withPlainBlanks(shown.dateFormat ?? ""))
    formatter.locale = shown.locale
    formatter.timeZone = shown.timeZone
    formatter.gregorianStartDate = shown.gregorianStartDate
    formatter.isLenient = false
    formatter.dateFormat = Self.withShortYears(pattern)
    // Names of months and of halves of days may be abbreviated: `31. Jan. 2020`, `8:05 a.m.`
    let hasWords = pattern.contains("MMM") || pattern.contains("a")
    separators = Set(pattern.filter { "/.-".contains($0) }).union(hasWords ? "." : "")
  }

  /// Returns the date; nil when the text is not a date in this style.
  func date(from text: String, now: DateValue) -> DateValue? {
    let text = Self.lenient(text)
    guard text.utf8.count <= 200, text.allSatisfy({ !"/.-".contains($0) || separators.contains($0) }) else {
      return nil
    }
    formatter.twoDigitStartDate = Date(timeIntervalSinceReferenceDate: now.secondsSince2001 - 80 * 365.25 * 86_400)
    return formatter.date(from: text).map { DateValue(secondsSince2001: $0.timeIntervalSinceReferenceDate) }
  }

  private static func lenient(_ text: String) -> String {
    text.filter { !",،\u{200E}\u{200F}\u{061C}".contains($0) }
  }

  /// Replaces each year of a pattern by `yy`, which reads two digits as a near year and four as they are.
  private static func withShortYears(_ pattern: String) -> String {
    var (result, isQuoted, last) = ("", false, Character(" "))
    for character in pattern {
      if character == "'" { isQuoted.toggle() }
      if character == "y", !isQuoted {
        if last != "y" { result += "yy" }
      } else {
        result.append(character)
      }
      last = character
    }
    return result
  }
}
