/// The screen of a page with another theme and in another language.
extension Inspector {
  /// What variants differ in: the names of the themes, the present one, and the present locale.
  var variants: JSONValue {
    [
      "themes": .array(runtime.themes.names.map(JSONValue.string)), "theme": .string(runtime.themes.current.name),
      "locale": .string(runtime.texts.locale),
    ]
  }

  /// Returns the screen of a copy of the application, which stores nothing and ends at once.
  func variant(_ arguments: JSONMembers, _ page: InspectingPage) throws -> JSONValue {
    let locale = try arguments.string("locale") ?? runtime.texts.locale
    let name = try arguments.string("theme") ?? runtime.themes.current.name
    let language = LiveLanguage(locale: locale)
    return try application.withCopy(locale: locale) { copy in
      guard let theme = copy.runtime.themes[name] else {
        throw Diagnostic(
          "theme.unknown", "unknown theme \(PrintableText.quoted(name))",
          hint: NearestName.hint(for: name, in: copy.runtime.themes.names))
      }
      var screen = try copy.screen(ofWindow: page.window)
      screen.theme = theme
      return [
        "screen": LiveScreen(screen, place: NavigationPlace(stack: [])).jsonValue, "language": .string(language.name),
        "direction": language.isRightToLeft ? "rtl" : "ltr",
      ]
    }
  }
}
