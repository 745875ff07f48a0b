internal import Foundation

/// The style of a formatted date.
package enum DateStyle: Hashable {
  /// `January 31, 2020`
  case long
  /// `Friday, January 31, 2020`
  case full
  /// `1/31/20`
  case shortDate
  /// `1/31/20, 12:00 PM`
  case shortDateTime
  /// `12:00 PM`
  case shortTime
}

/// The formatters of one runtime: each is created once per locale, time zone and style or pattern.
///
/// Texts have plain spaces where the locale's data has no-break spaces (U+00A0, U+202F: before `PM`, between
/// an amount and its currency, between French thousands), so that they can be predicted and typed.
///
/// Belongs to the isolation of its runtime. A miss costs some 100 µs, a hit some microseconds.
package final class FormatterCache {
  private struct DateKey: Hashable {
    let style: DateStyle
    let locale: String
    let timeZone: String
  }

  private struct CurrencyKey: Hashable {
    let code: String
    let locale: String
  }

  private struct PatternKey: Hashable {
    let pattern: String
    let locale: String
    /// Empty for numbers.
    let timeZone: String
  }

  /// The maximum number of formatters of a kind: patterns may come from data.
  private static let capacity = 256

  /// The formatter of a style, with the texts of the dates that it has formatted last.
  private final class StyledDates {
    let key: DateKey
    let formatter: DateFormatter
    private var texts = RecentTexts<Double>()

    init(_ key: DateKey, _ formatter: DateFormatter) { (self.key, self.formatter) = (key, formatter) }

    func text(of date: DateValue) -> String? {
      texts.text(of: date.secondsSince2001) { [formatter] in
        FormatterCache.withPlainBlanks(
          formatter.string(from: Date(timeIntervalSinceReferenceDate: date.secondsSince2001)))
      }
    }
  }

  /// The symbols of a locale. An object, so that a use copies no characters.
  private final class KnownSymbols {
    let locale: String
    let symbols: NumberSymbols

    init(_ locale: String, _ symbols: NumberSymbols) { (self.locale, self.symbols) = (locale, symbols) }
  }

  private var dates: [DateKey: StyledDates] = [:]
  /// Those that were asked for last: the rows of a list have the same style.
  @exclusivity(unchecked) private var lastDates: StyledDates?
  private var parsers: [DateKey: DateParser] = [:]
  private var currencies: [CurrencyKey: NumberFormatter] = [:]
  private var numberFormats: [PatternKey: NumberFormat] = [:]
  @exclusivity(unchecked) private var lastNumberFormat: (key: PatternKey, format: NumberFormat)?
  private var dateFormats: [PatternKey: DateFormat] = [:]
  private var masks: [String: (pattern: String, mask: Mask)] = [:]
  @exclusivity(unchecked) private var symbols: [String: NumberSymbols] = [:]
  /// Those that were asked for last.
  @exclusivity(unchecked) private var lastSymbols: KnownSymbols?
  private var fileSizes: [String: ByteCountFormatStyle] = [:]
  private var dayWords: [String: RelativeDayWords] = [:]
  private var zones: [String: TimeZone] = [:]
  private var collators: [String: TextCollator] = [:]
  private var pluralRules: [String: PluralRules?] = [:]

  package init() {}

  /// The first day of the Gregorian calendar in all formats: before every date that they reach. ICU would write dates
  /// before 1582 in the Julian calendar, which neither ISO 8601 nor `CivilDate` knows.
  static let gregorianStart = DateValue(secondsSince2001: -1e14)

  /// Checks that the name is one of a time zone.
  ///
  /// - Throws: `function.timeZone`, with the nearest name.
  package func checkTimeZone(_ name: String) throws(Diagnostic) {
    if !Self.plainZones.contains(name) { _ = try zone(name) }
  }

  /// The time zones of most starts, as far as the system has them. To make one takes a thirtieth of a hello world.
  private static let plainZones = ["UTC", "Etc/UTC"].filter(isInDatabase)

  /// Returns the category of plurals of a number by the rules of CLDR; `other` in a language without rules.
  func pluralCategory(of number: Double, language: String) -> String {
    let rules = pluralRules[language] ?? PluralRules(language: language)
    pluralRules[language] = rules
    return rules?.category(of: number) ?? "other"
  }

  /// Returns whether the date is within the range of calendars, about a million years.
  static func reaches(_ date: DateValue) -> Bool { date.secondsSince2001.magnitude < 3e13 }

  /// Returns the date as text; nil when it is out of the range of calendars.
  func text(of date: DateValue, style: DateStyle, locale: String, timeZone: String) throws(Diagnostic) -> String? {
    guard Self.reaches(date) else { return nil }
    return try dates(DateKey(style: style, locale: locale, timeZone: timeZone)).text(of: date)
  }

  /// Reads a date that a person typed in a style of the locale; nil for any other text.
  ///
  /// - Parameter now: a year of two digits is one of the 80 years before or the 20 years after.
  func date(
    from text: String, style: DateStyle, locale: String, timeZone: String, now: DateValue
  ) throws(Diagnostic) -> DateValue? {
    let key = DateKey(style: style, locale: locale, timeZone: timeZone)
    let parser: DateParser
    if let known = parsers[key] {
      parser = known
    } else {
      parser = DateParser(try dates(key).formatter)
      if parsers.count >= Self.capacity { parsers.removeAll() }
      parsers[key] = parser
    }
    return parser.date(from: Self.withPlainBlanks(text), now: now).flatMap { Self.reaches($0) ? $0 : nil }
  }

  /// Returns the symbols with which the locale writes numbers.
  func symbols(locale: String) -> NumberSymbols {
    knownSymbols(locale).symbols
  }

  /// Returns a number of the plain form as the locale writes it.
  func text(ofPlain number: String, locale: String) -> String { knownSymbols(locale).symbols.text(number) }

  private func knownSymbols(_ locale: String) -> KnownSymbols {
    if let lastSymbols, lastSymbols.locale == locale { return lastSymbols }
    let new = KnownSymbols(locale, symbols[locale] ?? makeSymbols(locale))
    lastSymbols = new
    return new
  }

  private func makeSymbols(_ locale: String) -> NumberSymbols {
    let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: locale))
    let new = NumberSymbols(sample: style.format(1_234_567.5), negative: style.format(-1))
    if symbols.count >= Self.capacity { symbols.removeAll() }
    symbols[locale] = new
    return new
  }

  func collator(locale: String) -> TextCollator {
    if let known = collators[locale] { return known }
    let new = TextCollator(locale: locale)
    if collators.count >= Self.capacity { collators.removeAll() }
    collators[locale] = new
    return new
  }

  private func dates(_ key: DateKey) throws(Diagnostic) -> StyledDates {
    if let lastDates, lastDates.key == key { return lastDates }
    let styled = if let known = dates[key] { known } else { try makeDates(key) }
    lastDates = styled
    return styled
  }

  private func makeDates(_ key: DateKey) throws(Diagnostic) -> StyledDates {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: key.locale)
    formatter.timeZone = try zone(key.timeZone)
    formatter.gregorianStartDate = Date(timeIntervalSinceReferenceDate: Self.gregorianStart.secondsSince2001)
    formatter.dateStyle = .none
    formatter.timeStyle = .none
    switch key.style {
    case .long: formatter.dateStyle = .long
    case .full: formatter.dateStyle = .full
    case .shortDate: formatter.dateStyle = .short
    case .shortDateTime: (formatter.dateStyle, formatter.timeStyle) = (.short, .short)
    case .shortTime: formatter.timeStyle = .short
    }
    let new = StyledDates(key, formatter)
    if dates.count >= Self.capacity { dates.removeAll() }
    dates[key] = new
    return new
  }

  /// Returns the format of a Unicode number pattern: `#,##0.00;(#,##0.00)`.
  ///
  /// - Throws: `function.pattern` for an invalid pattern.
  func numberFormat(_ pattern: String, locale: String) throws(Diagnostic) -> NumberFormat {
    let key = PatternKey(pattern: pattern, locale: locale, timeZone: "")
    if let lastNumberFormat, lastNumberFormat.key == key { return lastNumberFormat.format }
    let format = if let known = numberFormats[key] { known } else { try makeNumberFormat(key) }
    lastNumberFormat = (key, format)
    return format
  }

  private func makeNumberFormat(_ key: PatternKey) throws(Diagnostic) -> NumberFormat {
    let new = try NumberFormat(key.pattern, locale: key.locale, symbols: symbols(locale: key.locale))
    if numberFormats.count >= Self.capacity { numberFormats.removeAll() }
    numberFormats[key] = new
    return new
  }

  /// Returns the format of a Unicode date pattern: `d. MMMM yyyy`.
  ///
  /// - Throws: `function.pattern` for an invalid pattern, `function.timeZone`.
  func dateFormat(_ pattern: String, locale: String, timeZone: String) throws(Diagnostic) -> DateFormat {
    let key = PatternKey(pattern: pattern, locale: locale, timeZone: timeZone)
    if let known = dateFormats[key] { return known }
    _ = try zone(timeZone)
    let new = try DateFormat(pattern, locale: locale, timeZone: timeZone)
    if dateFormats.count >= Self.capacity { dateFormats.removeAll() }
    dateFormats[key] = new
    return new
  }

  /// Returns the mask of a pattern: `(###) ###-####`.
  package func mask(_ pattern: String) -> Mask {
    // Texts that Swift calls equal may differ in their bytes.
    if let known = masks[pattern], known.pattern.utf8.elementsEqual(pattern.utf8) { return known.mask }
    let new = Mask(pattern)
    guard pattern.utf8.count <= PatternReader.maximumBytes else { return new }
    if masks.count >= Self.capacity { masks.removeAll() }
    masks[pattern] = (pattern, new)
    return new
  }

  /// Formats an amount of a currency, given by its code of three capitals.
  func text(of number: Value, currency: String, locale: String) -> String {
    text(of: number, CurrencyKey(code: currency, locale: locale))
  }

  /// Formats a number of bytes by powers of 1000: `1.5 MB`.
  func text(ofFileSize bytes: Int64, locale: String) -> String {
    if let style = fileSizes[locale] { return Self.withPlainBlanks(style.format(bytes)) }
    let style = ByteCountFormatStyle(style: .file, locale: Locale(identifier: locale))
    if fileSizes.count >= Self.capacity { fileSizes.removeAll() }
    fileSizes[locale] = style
    return Self.withPlainBlanks(style.format(bytes))
  }

  /// Returns the word for the day `days` after today, such as `Tomorrow`; nil when the language has none.
  func word(forDay days: Int, locale: String) -> String? {
    // Most dates are not near, so that a start needs no words of the locale.
    guard RelativeDayWords.days.contains(days) else { return nil }
    if let words = dayWords[locale] { return words[days] }
    let words = RelativeDayWords(locale: locale)
    if dayWords.count >= Self.capacity { dayWords.removeAll() }
    dayWords[locale] = words
    return words[days]
  }

  /// Returns the offset of the zone from UTC at a date, in seconds.
  func offset(of timeZone: String, at date: DateValue) throws(Diagnostic) -> Int {
    if timeZone == "UTC" { return 0 }
    return try zone(timeZone).secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date.secondsSince2001))
  }

  private func text(of number: Value, _ key: CurrencyKey) -> String {
    let boxed: NSNumber
    switch number {
    case .int(let int): boxed = NSNumber(value: int)
    case .double(let double): boxed = NSNumber(value: double)
    default: return number.scalarText ?? ""
    }
    let text = formatter(key).string(from: boxed)
    return text.map(Self.withPlainBlanks) ?? number.scalarText ?? ""
  }

  private func formatter(_ key: CurrencyKey) -> NumberFormatter {
    if let formatter = currencies[key] { return formatter }
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: key.locale)
    formatter.numberStyle = .currency
    formatter.currencyCode = key.code
    if currencies.count >= Self.capacity { currencies.removeAll() }
    currencies[key] = formatter
    return formatter
  }

  private func zone(_ name: String) throws(Diagnostic) -> TimeZone {
    if let zone = zones[name] { return zone }
    guard let zone = TimeZone(identifier: name) else {
      throw Diagnostic(
        "function.timeZone", "unknown time zone \"\(name)\"",
        hint: NearestName.hint(for: name, in: TimeZone.knownTimeZoneIdentifiers))
    }
    guard Self.canFormat(zone) else {
      throw Diagnostic(
        "function.timeZone", "this system has no data of the time zone \"\(name)\"",
        hint: "use a name of the IANA time zone database, which the package tzdata installs, or an offset such as GMT+1"
      )
    }
    if zones.count >= Self.capacity { zones.removeAll() }
    zones[name] = zone
    return zone
  }

  /// Returns whether Foundation's `DateFormatter` knows the zone. It aborts the process on others: on names that only
  /// ICU has, on any name without the database of the system, and on offsets above 14 hours.
  private static func canFormat(_ zone: TimeZone) -> Bool {
    let name = TimeZone.abbreviationDictionary[zone.identifier] ?? zone.identifier
    if name.hasPrefix("GMT"), abs(zone.secondsFromGMT()) <= 14 * 3600 { return true }
    return isInDatabase(name)
  }

  private static func isInDatabase(_ name: String) -> Bool { access("/usr/share/zoneinfo/" + name, R_OK) == 0 }

  package static func withPlainBlanks(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar == "\u{00A0}" || scalar == "\u{202F}" ? " " : scalar)
    }
    return String(scalars)
  }
}
