/// `okit.ModelTheme`: the themes of an application.
struct ThemeModule: ScriptModule {
  let environment: ScriptEnvironment

  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "register", "(name: string, fields: okit.ThemeFields|okit.ShownTheme): okit.ShownTheme",
      "Adds a theme under a name, or replaces it, and returns it. Colors that are not given follow from the background."
    ) { try $0.register($1) }
  ]

  static let declared = DeclaredClass(
    "okit.ModelTheme", "The themes of the application.", call: .function, at: "okit.ModelTheme",
    functions.map(\.declaration)
      + builtIn.map { Declaration($0.name, "okit.ShownTheme", "a copy of the theme \(PrintableText.quoted($0.theme))") }
  )

  private static let builtIn = [
    (name: "defaultTheme", theme: Theme.standard.name), (name: "darkTheme", theme: Theme.dark.name),
  ]

  var internals: [(String, OkitModule.Body)] { [("built_in_theme", builtInTheme)] }

  private func builtInTheme(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.text(0)
    guard let theme = Self.builtIn.first(where: { $0.name == name }).flatMap({ host.runtime.themes[$0.theme] }) else {
      throw Diagnostic(
        "lua.unknownMember", "okit.ModelTheme has no member \(PrintableText.quoted(name))",
        hint: NearestName.hint(for: name, in: Self.declared.memberNames)
      ).about(name)
    }
    return .value(host.bridge.lua(theme.value))
  }

  static let fields = DeclaredClass(
    "okit.ThemeFields", "The fields of a theme.",
    [
      Declaration("statusBarStyle?", statusBarStyles, "the texts of the status bar; default by the background"),
      Declaration("barStyle?", barStyles, "the style of bars; default by the background"),
    ] + Theme.ColorName.allCases.map { Declaration("\($0.rawValue)?", "string", "the color of \($0.meaning)") })

  /// A theme as a screen and `applyTheme` have it.
  static let shown = DeclaredClass(
    "okit.ShownTheme", "A theme, with all of its colors.",
    [
      Declaration("name", "string", "its name; empty for the default theme"),
      Declaration("isDark", "boolean", "whether its background is dark"),
      Declaration("statusBarStyle", statusBarStyles, "the texts of the status bar"),
      Declaration("barStyle", barStyles, "the style of bars"),
    ] + Theme.ColorName.allCases.map { Declaration($0.rawValue, "string", "the color of \($0.meaning)") })

  private static let statusBarStyles = DeclaredType.choice(Theme.StatusBarStyle.allCases.map(\.rawValue))
  private static let barStyles = DeclaredType.choice(Theme.BarStyle.allCases.map(\.rawValue))

  private func register(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let name = try call.string(0)
    var fields: [String: Value] = [:]
    let table = try call.table(1)
    guard table.array.isEmpty else {
      throw Diagnostic("theme.field", "the fields of a theme need names, such as backgroundColor = \"#ffffff\"")
    }
    for pair in table.pairs {
      guard case .string(let field) = pair.key else {
        throw Diagnostic("theme.field", "the fields of a theme need names, got a \(pair.key.typeName)")
      }
      fields[field] = try host.bridge.value(pair.value)
    }
    try host.runtime.register(theme: name, fields)
    return .value(host.runtime.themes[name].map { host.bridge.lua($0.value) } ?? .null)
  }
}
