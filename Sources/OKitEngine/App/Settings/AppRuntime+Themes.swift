/// The theme of the screens.
extension AppRuntime {
  /// Returns the theme with a name; reports an unknown one, and returns the default theme.
  func theme(named name: String) -> Theme {
    application.unknownTheme = nil
    if let theme = themes[name] { return theme }
    application.unknownTheme = name
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
    if themes.current.name == name { screensHaveOtherColors() }
    followSettings()
  }

  package var themeValue: Value { themes.current.value }

  /// Applies a theme by name, by the function of the application.
  func apply(theme name: String) {
    let theme = theme(named: name)
    guard application.controller?.definition.override(of: .applyTheme) == nil else {
      runApplicationFunction(.applyTheme, [theme.value])
      return
    }
    do { try show(theme) } catch { fail(error) }
  }

  /// The built-in `applyTheme` of controllers, which choose a theme for the whole application.
  package func applyTheme(_ theme: Value) throws {
    guard try chosen(theme) != themes.current else { return }
    guard application.controller == nil else { return try callApplicationFunction(.applyTheme, [theme]) }
    try applyBuiltInTheme(theme)
  }

  /// The built-in `applyTheme`: screens have the colors of the theme from now on.
  ///
  /// - Parameter theme: A theme as a script gets it, or its name; nil for that of the settings.
  /// - Throws: `theme.unknown`, and for the fields of a theme that is not registered what `ThemeRegistry.theme` throws.
  func applyBuiltInTheme(_ theme: Value) throws { try show(chosen(theme)) }

  private func show(_ new: Theme) throws {
    let old = themes.current
    guard new != old else { return }
    whenRolledBack { [reference] in
      reference.object?.themes.current = old
      reference.object?.screensHaveOtherColors()
    }
    themes.current = new
    screensHaveOtherColors()
    var told: [Controller] = []
    for window in windows { window.container.forEachController { if $0.isSetUp { told.append($0) } } }
    try turn {
      // The contents have screens from before. There are none yet while the application starts or is covered.
      for window in windows where !window.container.isEmpty {
        try inside(window) { try callApplicationFunction(.resetContent) }
      }
    }
    tell(told)
  }

  /// Returns the theme that a script means.
  private func chosen(_ theme: Value) throws -> Theme {
    switch theme {
    case .null: return self.theme(named: application.settings.themeName)
    case .string(let name): return self.theme(named: name)
    case .map(let members):
      guard case .string(let name)? = members["name"] else {
        throw Diagnostic(
          "theme.unknown", "applyTheme needs a theme with a name", hint: "register it with okit.ModelTheme.register")
      }
      guard members.keys.contains(where: { !Theme.derivedMembers.contains($0) }) else { return self.theme(named: name) }
      // The name is said already; both derived members are those of a whole theme.
      return try themes.theme(name, members["isDark"] == nil ? members.filter { $0.key != "name" } : members)
    default: throw Diagnostic("theme.unknown", "applyTheme needs a theme or its name, got \(theme.typeName)")
    }
  }

  // MARK: Controllers

  /// How often controllers may choose another theme while they are told of one.
  private static let maximumRounds = 10

  /// Tells controllers that are still open and override `applyTheme`. Those that have not appeared yet are told when
  /// they do.
  private func tell(_ controllers: [Controller]) {
    guard !application.isTellingTheme else { return }
    application.isTellingTheme = true
    defer { application.isTellingTheme = false }
    for _ in 0..<Self.maximumRounds {
      let theme = themes.current
      for controller in controllers where themes.current == theme && containers.isOpen(controller) {
        apply(theme: theme, to: controller)
      }
      if themes.current == theme { return }
    }
    report(Diagnostic("controller.endless", "the screens keep choosing other themes in applyTheme"))
  }

  /// Applies a theme to a controller that overrides `applyTheme`.
  private func apply(theme: Theme, to controller: Controller) {
    guard let function = controller.definition.override(of: .applyTheme) else { return }
    do {
      try turn {
        start(
          function, receiver: .handle(controller.handle), arguments: [theme.value],
          origin: controller.definition.origin(of: .applyTheme)
        ) { _ in }
      }
    } catch { fail(error) }
  }

  private func screensHaveOtherColors() {
    forgetLastScreens()
    store.graph.noteChange()
  }
}

extension Theme {
  /// The theme as scripts get it.
  package var value: Value { .map(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }) }
}
