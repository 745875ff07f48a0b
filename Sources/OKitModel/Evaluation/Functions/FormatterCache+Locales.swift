internal import Foundation

extension FormatterCache {
  /// Checks that the identifier is one of a locale: a language, and perhaps a script and a region (`de_DE`), and
  /// keywords of ICU after them (`ar_EG@numbers=latn`).
  ///
  /// - Throws: `function.locale`, with the nearest identifier.
  package static func checkLocale(_ identifier: String) throws(Diagnostic) {
    guard isLocale(identifier) else {
      throw Diagnostic(
        "function.locale", "unknown locale \"\(identifier)\"",
        hint: NearestName.hint(for: identifier, in: Locale.availableIdentifiers) ?? "use a language and a region: de_DE"
      )
    }
    guard let keyword = unknownKeyword(in: identifier) else { return }
    throw Diagnostic(
      "function.locale", "unknown keyword \"\(keyword)\" in the locale \"\(identifier)\"",
      hint: "numbers, calendar and currency are known, such as ar_EG@numbers=latn;calendar=gregorian")
  }

  /// Returns whether the language, script and region of the identifier are known: any language may be combined with any
  /// region.
  package static func isLocale(_ identifier: String) -> Bool {
    // The locale of most starts. The languages and regions of ICU would take a thirtieth of a hello world.
    if identifier == "en_US" { return true }
    let name = identifier.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }.map(String.init)
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      Locale.LanguageCode(language.lowercased()).isISOLanguage
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      guard !part.isEmpty else { return false }
      return Locale.Region(part.uppercased()).isISORegion || Locale.Script(part.capitalized).isISOScript
        || part.uppercased() == "POSIX"
    }
  }

  /// Returns the first keyword after `@` that has no meaning. Foundation and ICU abort the process on some of them.
  private static func unknownKeyword(in identifier: String) -> Substring? {
    guard let at = identifier.firstIndex(of: "@") else { return nil }
    return identifier[identifier.index(after: at)...].split(separator: ";", omittingEmptySubsequences: false).first {
      let parts = $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { return true }
      return switch parts[0] {
      case "numbers":
        !(numberingSystemKinds + Locale.NumberingSystem.availableNumberingSystems.map(\.identifier)).contains(parts[1])
      case "calendar": !calendars.contains(parts[1])
      case "currency": !Locale.Currency(parts[1]).isISOCurrency
      default: true
      }
    }
  }

  private static let numberingSystemKinds = ["default", "native", "traditional", "finance"]

  /// The calendars of Unicode's CLDR.
  private static let calendars: Set = [
    "buddhist", "chinese", "coptic", "dangi", "ethiopic", "ethiopic-amete-alem", "gregorian", "hebrew", "indian",
    "islamic",
    "islamic-civil", "islamic-rgsa", "islamic-tbla", "islamic-umalqura", "iso8601", "japanese", "persian", "roc",
  ]
}
