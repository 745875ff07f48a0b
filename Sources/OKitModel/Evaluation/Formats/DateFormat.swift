internal import _FoundationICU

/// A Unicode date pattern in one locale and time zone, formatted and parsed by the ICU that Foundation contains.
///
/// Belongs to the isolation of its runtime, as `FormatterCache` does.
package final class DateFormat {
  /// Which parts of a date it shows.
  package let parts: DatePattern
  private let formatter: UnsafeMutablePointer<UDateFormat?>
  /// Reads years of two digits too.
  private let parser: UnsafeMutablePointer<UDateFormat?>
  /// The most digits that can follow each other in a text: in a pattern such as `yyyyMMddHHmmss`, those of all its
  /// fields.
  private let longestNumber: Int
  private var texts = RecentTexts<Double>()

  /// - Throws: `function.pattern` for an invalid pattern, with the place of the mistake.
  init(_ pattern: String, locale: String, timeZone: String) throws(Diagnostic) {
    do { parts = try DatePattern(pattern) } catch { throw error.diagnostic(of: pattern, kind: "a date pattern") }
    longestNumber = max(9, pattern.unicodeScalars.count { $0.isASCIILetter })
    formatter = try Self.open(pattern, locale, timeZone)
    do { parser = try Self.open(Self.withShortYears(pattern), locale, timeZone) } catch {
      swift_udat_close(formatter)
      throw error
    }
    swift_udat_setLenient(parser, 0)
  }

  deinit {
    swift_udat_close(formatter)
    swift_udat_close(parser)
  }

  private static func open(
    _ pattern: String, _ locale: String, _ timeZone: String
  ) throws(Diagnostic) -> UnsafeMutablePointer<UDateFormat?> {
    var status = U_ZERO_ERROR
    let opened = ICUText.withUnits(timeZone) { zone, zoneCount in
      ICUText.withUnits(pattern) { units, count in
        swift_udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, zone, zoneCount, units, count, &status)
      }
    }
    guard let handle = opened.flatMap(\.self).flatMap(\.self) else { throw refused(pattern) }
    guard !status.isFailure else {
      swift_udat_close(handle)
      throw refused(pattern)
    }
    startGregorianCalendar(of: handle)
    return handle
  }

  /// Lets the Gregorian calendar begin before every date. Calendars other than the Gregorian one stay as they are.
  private static func startGregorianCalendar(of format: UnsafeMutablePointer<UDateFormat?>) {
    var status = U_ZERO_ERROR
    guard let calendar = swift_udat_getCalendar(format).flatMap({ swift_ucal_clone($0, &status) }) else { return }
    defer { swift_ucal_close(calendar) }
    swift_ucal_setGregorianChange(calendar, milliseconds(FormatterCache.gregorianStart), &status)
    if !status.isFailure { swift_udat_setCalendar(format, calendar) }
  }

  private static func refused(_ pattern: String) -> Diagnostic {
    Diagnostic("function.pattern", "\"\(pattern)\" is not a date pattern")
  }

  /// Returns the date in the form of the pattern; nil when it is out of the range of calendars.
  package func text(of date: DateValue) -> String? {
    guard FormatterCache.reaches(date) else { return nil }
    return texts.text(of: date.secondsSince2001) { [formatter] in
      ICUText.read { swift_udat_format(formatter, Self.milliseconds(date), $0, $1, nil, &$2) }
    }
  }

  /// Reads a date in the form of the pattern. What the pattern does not show is as in `base`, and the text of `base`
  /// reads as `base`: one letter of a month and the number of a quarter do not tell the date.
  ///
  /// - Parameters:
  ///   - base: the date whose parts stay; nil for midnight.
  ///   - now: a year of two digits is one of the 80 years before or the 20 years after. Its day stands for one that is
  ///     not shown.
  /// - Throws: the place in the text where it is not a date.
  package func date(in text: String, base: DateValue?, now: DateValue) throws(PatternMistake) -> DateValue {
    if let base, self.text(of: base).map(FormatterCache.withPlainBlanks) == FormatterCache.withPlainBlanks(text) {
      return base
    }
    if let start = unreadableNumber(in: text) { throw Self.mistake(in: text, at: start) }
    var (status, position) = (U_ZERO_ERROR, Int32(0))
    swift_udat_set2DigitYearStart(parser, Self.milliseconds(now) - 80 * 365.25 * 86_400_000, &status)
    guard let calendar = swift_udat_getCalendar(parser).flatMap({ swift_ucal_clone($0, &status) }) else {
      throw Self.mistake(in: text, at: 0)
    }
    defer { swift_ucal_close(calendar) }
    let day = prepare(calendar, base: base, now: now)
    let count = ICUText.withUnits(text) { units, count in
      swift_udat_parseCalendar(parser, calendar, units, count, &position, &status)
      return count
    }
    guard !status.isFailure, position == count else { throw Self.mistake(in: text, at: Int(position)) }
    if let day {
      let last = swift_ucal_getLimit(calendar, UCAL_DATE, UCAL_ACTUAL_MAXIMUM, &status)
      swift_ucal_set(calendar, UCAL_DATE, min(day, last))
    }
    var moment = swift_ucal_getMillis(calendar, &status)
    if status.isFailure, !parts.hasTime, let skipped = Self.momentAfterSkippedTime(calendar) {
      (moment, status) = (skipped, U_ZERO_ERROR)
    }
    let date = DateValue(secondsSince1970: moment / 1000)
    // A day such as February 30 has no moment.
    guard !status.isFailure, FormatterCache.reaches(date) else { throw Self.mistake(in: text, at: 0) }
    return date
  }

  /// The most digits in a text. ICU divides by zero where a fraction of a second has 35.
  private static let maximumDigits = 30

  /// Returns the UTF-16 offset of a number that is longer than any in a date; nil if there is none.
  private func unreadableNumber(in text: String) -> Int? {
    var (offset, start, run, count) = (0, 0, 0, 0)
    for scalar in text.unicodeScalars {
      if scalar.properties.numericType == .decimal {
        if run == 0 { start = offset }
        (run, count) = (run + 1, count + 1)
        if run > longestNumber || count > Self.maximumDigits { return start }
      } else {
        run = 0
      }
      offset += UTF16.width(scalar)
    }
    return nil
  }

  /// Sets the date whose parts stay where the text gives none.
  ///
  /// - Returns: the day to be set once the month is known; nil when the pattern tells the day.
  private func prepare(_ calendar: UnsafeMutablePointer<UCalendar?>, base: DateValue?, now: DateValue) -> Int32? {
    var status = U_ZERO_ERROR
    swift_ucal_setMillis(calendar, Self.milliseconds(base ?? now), &status)
    let day = base == nil ? 1 : swift_ucal_get(calendar, UCAL_DATE, &status)
    if base == nil {
      for field in [UCAL_HOUR_OF_DAY, UCAL_MINUTE, UCAL_SECOND, UCAL_MILLISECOND] {
        swift_ucal_set(calendar, field, 0)
      }
    }
    // A day that the parsed month does not have would carry over to the next one.
    let isOpen = parts.hasDay && !parts.tellsDay
    if isOpen { swift_ucal_set(calendar, UCAL_DATE, 1) }
    // Computes the moment, so that the fields that the text sets take precedence over these.
    _ = swift_ucal_getMillis(calendar, &status)
    return isOpen ? day : nil
  }

  /// Returns the first moment after a time that clocks skip, such as midnight where summer time begins then; nil on a
  /// day that does not exist.
  private static func momentAfterSkippedTime(_ calendar: UnsafeMutablePointer<UCalendar?>) -> Double? {
    var status = U_ZERO_ERROR
    guard let noon = swift_ucal_clone(calendar, &status) else { return nil }
    defer { swift_ucal_close(noon) }
    swift_ucal_set(noon, UCAL_HOUR_OF_DAY, 12)
    _ = swift_ucal_getMillis(noon, &status)
    guard !status.isFailure else { return nil }
    swift_ucal_setAttribute(calendar, UCAL_LENIENT, 1)
    swift_ucal_setAttribute(calendar, UCAL_SKIPPED_WALL_TIME, Int32(UCAL_WALLTIME_NEXT_VALID.rawValue))
    let moment = swift_ucal_getMillis(calendar, &status)
    return status.isFailure ? nil : moment
  }

  private static func mistake(in text: String, at units: Int) -> PatternMistake {
    let index = text.utf16.index(text.startIndex, offsetBy: max(0, units), limitedBy: text.endIndex) ?? text.startIndex
    let lower = text.utf8.distance(from: text.startIndex, to: index)
    return PatternMistake(message: "is not a date", range: SourceRange(lower, lower + 1))
  }

  /// ICU rounds down to whole milliseconds: 0.123 s is a little less in a Double.
  private static func milliseconds(_ date: DateValue) -> Double {
    (date.secondsSince1970 * 1_000_000).rounded() / 1000
  }

  /// Replaces each year of a pattern by `yy`, which reads two digits as a near year and any other number as it is. A
  /// year beside other digits keeps its length, which tells where it ends.
  static func withShortYears(_ pattern: String) -> String {
    var (result, isQuoted) = ("", false)
    var rest = Substring(pattern)
    while let character = rest.first {
      if character == "'" { isQuoted.toggle() }
      guard character == "y", !isQuoted else {
        result.append(rest.removeFirst())
        continue
      }
      let years = rest.prefix { $0 == "y" }
      rest = rest.dropFirst(years.count)
      let touches = [result.last, rest.first].contains { $0.map { $0.isASCII && $0.isLetter } == true }
      result += touches ? String(years) : "yy"
    }
    return result
  }
}
