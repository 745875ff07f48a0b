/// The language, the time zone and the texts of one application.
package final class LocalizedTexts {
  /// Such as `en_US`.
  package let locale: String
  /// A name of the IANA database.
  package let timeZone: String
  private var localization: Localization {
    didSet {
      (texts, found, standard) = (localization.texts(of: locale), [:], Self.noStandard)
      (recent, language) = (TextLookupCache(), nil)
    }
  }
  @exclusivity(unchecked) private var texts: LocaleTexts
  /// The texts that were looked up in several tables, by their keys.
  @exclusivity(unchecked) private var found: [String: String] = [:]
  @exclusivity(unchecked) private var recent = TextLookupCache()
  /// Texts of okit itself by the addresses of their keys, which each screen asks for.
  @exclusivity(unchecked) private var standard = noStandard
  private static let noStandard: [(key: UInt, text: String)?] = Array(repeating: nil, count: 64)
  /// The texts of okit itself on screens.
  package var words: ScreenWords {
    if let madeWords { return madeWords }
    let words = ScreenWords(text)
    madeWords = words
    return words
  }
  private var madeWords: ScreenWords?
  private let formatters = FormatterCache()
  @exclusivity(unchecked) private var language: FunctionContext.Language?

  /// - Throws: `function.locale` and `function.timeZone` for an unknown locale or time zone.
  init(locale: String, timeZone: String, _ localization: Localization) throws {
    // Without the encoding that environment variables add: `de_DE.UTF-8`.
    self.locale = String(locale.prefix { $0 != "." })
    self.timeZone = timeZone
    var localization = localization
    localization.addMissing(from: StandardTexts.localization)
    (self.localization, texts) = (localization, localization.texts(of: self.locale))
    try FormatterCache.checkLocale(locale)
    try formatters.checkTimeZone(timeZone)
  }

  /// Adds texts in front of those of before.
  ///
  /// - Parameter known: What applications with the same scripts have added before.
  func add(_ texts: Localization, _ known: AddedTexts?) {
    localization = known?.texts(texts, before: localization) ?? texts.before(localization)
    madeWords = nil
  }

  /// Returns the text for a key in the application's language.
  package func text(_ key: String) -> String {
    if let text = recent[key] { return text }
    let text = found[key] ?? lookUp(key)
    recent[key] = text
    return text
  }

  private func lookUp(_ key: String) -> String {
    guard let text = texts.translation(of: key) else { return key }
    found[key] = text
    return text
  }

  /// Returns the text of okit itself for a key in the application's language.
  package func text(_ key: StaticString) -> String {
    guard key.hasPointerRepresentation else { return text(key.description) }
    // Two keys never have the same address.
    let address = UInt(bitPattern: key.utf8Start)
    let place = Int(address >> 2 & 63)
    if let known = standard[place], known.key == address { return known.text }
    let name = key.description
    let text = found[name] ?? lookUp(name)
    standard[place] = (address, text)
    return text
  }

  /// Returns the text for a key with its placeholders replaced; see `Localization.localized`.
  package func text(_ key: String, _ arguments: [String], step: () throws -> Void) throws -> String {
    try texts.localized(key, arguments: arguments, step: step)
  }

  /// Returns what the functions of bindings read at a moment.
  func functionContext(now: DateValue) -> FunctionContext {
    let known =
      language
      ?? FunctionContext.Language(locale: locale, timeZone: timeZone, texts: texts, formatters: formatters)
    language = known
    return FunctionContext(known, now: now)
  }
}
