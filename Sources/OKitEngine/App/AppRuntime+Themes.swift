/// The theme of the screens.
extension AppRuntime {
  /// Returns the theme with a name; reports an unknown one, and returns the default theme.
  func theme(named name: String) -> Theme {
    if let theme = themes[name] { return theme }
    var diagnostic = Diagnostic(
      "theme.unknown", "unknown theme \(PrintableText.quoted(name)); the default theme applies", severity: .warning,
      hint: NearestName.hint(for: name, in: themes.names.filter { !$0.isEmpty })
        ?? "register it with okit.ModelTheme.register")
    if let controller = application.controller { diagnostic = diagnostic.from(controller.origin("themeName")) }
    report(diagnostic)
    return .standard
  }

  /// Adds a theme, or replaces the one with that name, which takes effect at once if screens have it.
  ///
  /// - Throws: `theme.field`, `theme.color` and `theme.style`.
  package func register(theme name: String, _ fields: [String: Value]) throws {
    try themes.register(name, fields)
    // The settings may name a theme that was unknown until now.
    application.controller?.invalidate()
    if themes.current.name == name { themeDidChange() }
    followSettings()
  }

  package var themeValue: Value { themes.current.value }

  /// Applies a theme by name: the function of the application, then those of the open controllers.
  func apply(theme name: String) {
    let theme = theme(named: name)
    let old = themes.current
    runApplicationFunction("applyTheme", [theme.value])
    guard themes.current != old else { return }
    var open: [Controller] = []
    containers.application.forEachController { open.append($0) }
    for controller in open { apply(theme: themes.current, to: controller) }
  }

  /// Applies a theme to a controller that overrides `applyTheme`.
  func apply(theme: Theme, to controller: Controller) {
    guard let function = controller.definition.function(named: "applyTheme") else { return }
    do {
      try turn {
        start(
          function, receiver: .handle(controller.handle), arguments: [theme.value],
          origin: controller.origin("applyTheme")
        ) { _ in }
      }
    } catch { fail(error) }
  }

  /// The built-in `applyTheme`: screens have the colors of the theme from now on.
  ///
  /// - Parameter theme: A theme as a script gets it, or its name.
  func applyBuiltInTheme(_ theme: Value) throws {
    let name: String
    switch theme {
    case .null: name = application.settings.themeName
    case .string(let text): name = text
    case .map(let members):
      guard case .string(let text)? = members["name"] else {
        throw Diagnostic("theme.unknown", "applyTheme needs a theme with a name")
      }
      name = text
    default: throw Diagnostic("theme.unknown", "applyTheme needs a theme, got \(theme.typeName)")
    }
    let new = self.theme(named: name)
    guard new != themes.current else { return }
    themes.current = new
    themeDidChange()
  }

  /// Called when screens have the colors of another theme.
  func themeDidChange() {
    lastScreen = nil
    containers.emptyCache()
    store.graph.noteChange()
  }
}

extension Theme {
  /// The theme as scripts get it.
  var value: Value { .map(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }) }
}
