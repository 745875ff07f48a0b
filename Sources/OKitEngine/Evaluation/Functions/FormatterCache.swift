internal import Foundation

/// How a date is written.
enum DateStyle: Hashable {
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
  /// A Unicode date pattern: `yyyy-MM-dd`.
  case pattern(String)
}

/// The formatters of one runtime: each made once per locale, time zone and style or pattern.
///
/// Texts come with plain blanks wherever the locale's data says no-break blanks (U+00A0, U+202F: before `PM`, between
/// an amount and its currency, between French thousands), so that they are predictable and can be typed.
///
/// Belongs to the isolation of its runtime. A miss costs some 100 µs, a hit some microseconds.
public final class FormatterCache {
  private struct DateKey: Hashable {
    let style: DateStyle
    let locale: String
    let timeZone: String
  }

  private struct NumberKey: Hashable {
    let pattern: String
    let isCurrency: Bool
    let locale: String
  }

  /// More are never in use at a time; patterns may come from data, so there has to be an end.
  private static let capacity = 256

  private var dates: [DateKey: DateFormatter] = [:]
  private var numbers: [NumberKey: NumberFormatter] = [:]
  private var zones: [String: TimeZone] = [:]

  public init() {}

  /// Checks that the name is one of a time zone.
  ///
  /// - Throws: `function.timeZone`, with the nearest name.
  public func checkTimeZone(_ name: String) throws(Diagnostic) {
    _ = try zone(name)
  }

  /// Whether calendars reach the date; years of six digits, about.
  static func reaches(_ date: DateValue) -> Bool { date.secondsSince2001.magnitude < 3e13 }

  /// The date as text; nil when no calendar reaches it.
  func text(of date: DateValue, style: DateStyle, locale: String, timeZone: String) throws(Diagnostic) -> String? {
    guard Self.reaches(date) else { return nil }
    let moment = Date(timeIntervalSinceReferenceDate: date.secondsSince2001)
    let key = DateKey(style: style, locale: locale, timeZone: timeZone)
    if let formatter = dates[key] { return Self.withPlainBlanks(formatter.string(from: moment)) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = try zone(timeZone)
    formatter.dateStyle = .none
    formatter.timeStyle = .none
    switch style {
    case .long: formatter.dateStyle = .long
    case .full: formatter.dateStyle = .full
    case .shortDate: formatter.dateStyle = .short
    case .shortDateTime: (formatter.dateStyle, formatter.timeStyle) = (.short, .short)
    case .shortTime: formatter.timeStyle = .short
    case .pattern(let pattern): formatter.dateFormat = pattern
    }
    if dates.count >= Self.capacity { dates.removeAll() }
    dates[key] = formatter
    return Self.withPlainBlanks(formatter.string(from: moment))
  }

  /// A number by a Unicode number pattern: `#,##0.00;(#,##0.00)`.
  ///
  /// - Throws: `function.pattern` for a pattern that is none.
  func text(of number: Value, pattern: String, locale: String) throws(Diagnostic) -> String {
    let key = NumberKey(pattern: pattern, isCurrency: false, locale: locale)
    if numbers[key] == nil, let problem = NumberPattern.problem(in: pattern) {
      throw Diagnostic("function.pattern", "\"\(pattern)\" is not a number pattern: \(problem)")
    }
    return text(of: number, key)
  }

  /// An amount of a currency, given by its code of three capitals.
  func text(of number: Value, currency: String, locale: String) -> String {
    text(of: number, NumberKey(pattern: currency, isCurrency: true, locale: locale))
  }

  /// Seconds east of UTC that the zone's clocks show at a moment.
  func offset(of timeZone: String, at date: DateValue) throws(Diagnostic) -> Int {
    if timeZone == "UTC" { return 0 }
    return try zone(timeZone).secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date.secondsSince2001))
  }

  private func text(of number: Value, _ key: NumberKey) -> String {
    let boxed: NSNumber
    switch number {
    case .int(let int): boxed = NSNumber(value: int)
    case .double(let double): boxed = NSNumber(value: double)
    default: return number.scalarText ?? ""
    }
    let text = formatter(key).string(from: boxed)
    return text.map(Self.withPlainBlanks) ?? number.scalarText ?? ""
  }

  private func formatter(_ key: NumberKey) -> NumberFormatter {
    if let formatter = numbers[key] { return formatter }
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: key.locale)
    if key.isCurrency {
      formatter.numberStyle = .currency
      formatter.currencyCode = key.pattern
    } else {
      formatter.numberStyle = .decimal
      formatter.format = key.pattern
    }
    if numbers.count >= Self.capacity { numbers.removeAll() }
    numbers[key] = formatter
    return formatter
  }

  private func zone(_ name: String) throws(Diagnostic) -> TimeZone {
    if let zone = zones[name] { return zone }
    guard let zone = TimeZone(identifier: name) else {
      throw Diagnostic(
        "function.timeZone", "unknown time zone \"\(name)\"",
        hint: NearestName.hint(for: name, in: TimeZone.knownTimeZoneIdentifiers))
    }
    if zones.count >= Self.capacity { zones.removeAll() }
    zones[name] = zone
    return zone
  }

  private static func withPlainBlanks(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar == "\u{00A0}" || scalar == "\u{202F}" ? " " : scalar)
    }
    return String(scalars)
  }
}
