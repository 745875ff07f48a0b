/// The plain tables that say what a person sees, and what an application reports.
enum ScreenTypes {
  static let all = [
    screen, section, column, row, imageInfo, button, barButton, tab, search, control, key, field, action, shownDialog,
    locator,
    diagnostic,
    logLine, report, turn, textRun, view, callout, cover,
  ]

  /// The tables of a screen, and of what was reported, which have only the declared fields.
  static let shown = [
    screen, section, column, row, imageInfo, button, barButton, tab, search, control, key, field, action, shownDialog,
    diagnostic,
    logLine, textRun, view, callout, cover, ThemeModule.shown,
  ]

  private static let id = Declaration("id", "string", "its identifier")

  static func declarations<Part: ScreenPart>(of part: Part.Type) -> [Declaration] {
    part.fields.map { Declaration($0.name, $0.type, $0.meaning) }
  }

  static let screen = DeclaredClass(
    "okit.Screen", "The screen that the user sees.", declarations(of: Screen.self))

  static let cover = DeclaredClass(
    "okit.ShownCover", "The cover of a protected application.", declarations(of: Cover.self))

  static let section = DeclaredClass(
    "okit.ShownSection", "A section of a screen.", declarations(of: Section.self))

  static let column = DeclaredClass(
    "okit.ShownColumn", "A column of a grid.",
    [id] + declarations(of: GridColumn.self) + accessibility)

  static let row = DeclaredClass("okit.ShownRow", "A row of a screen.", AppTypes.rowFields)

  static let imageInfo = DeclaredClass(
    "okit.ImageInfo", "An image with bytes, as a row shows it.", declarations(of: ImageInfo.self))

  static let button = DeclaredClass(
    "okit.ShownButton", "A button in a row.",
    [id] + declarations(of: RowButton.self) + accessibility)

  static let tab = DeclaredClass(
    "okit.ShownTab", "A tab of a screen.",
    [id] + declarations(of: Tab.self) + accessibility)

  static let search = DeclaredClass(
    "okit.ShownSearch", "A search bar.",
    [id] + declarations(of: SearchBar.self) + accessibility)

  static let control = DeclaredClass(
    "okit.Control", "A control in a row.",
    [id] + declarations(of: Control.self).map(withKinds) + accessibility.filter { $0.plainName != "value" })

  /// The kinds of controls, which only the engine knows, as the type of the member `kind`.
  private static func withKinds(_ member: Declaration) -> Declaration {
    guard member.plainName == "kind" else { return member }
    return Declaration("kind", DeclaredType.choice(Control.Kind.all.map(\.name)), member.meaning)
  }

  static let key = DeclaredClass(
    "okit.ShownKey", "A button above the keyboard.", [id] + declarations(of: Keyboard.Button.self))

  static let field = DeclaredClass(
    "okit.ShownField", "A text field of a dialog.",
    [id] + declarations(of: DialogField.self) + accessibility)

  static let action = DeclaredClass(
    "okit.ShownAction", "A button of a dialog.",
    [id] + declarations(of: DialogAction.self) + accessibility)

  static let shownDialog = DeclaredClass(
    "okit.ShownDialog", "A dialog of a screen.",
    [id] + declarations(of: Alert.self) + accessibility)

  static let barButton = DeclaredClass(
    "okit.ShownBarButton", "A bar button.",
    [id] + declarations(of: BarButton.self) + accessibility)

  static let view = DeclaredClass(
    "okit.ShownView", "A label or a button that a script has placed.",
    [Declaration("id?", "string", "its identifier; nil for a label in a row")] + declarations(of: ScreenView.self)
      + accessibility)

  static let textRun = DeclaredClass(
    "okit.TextRun", "A part of an attributed text.", declarations(of: TextRun.self))

  static let callout = DeclaredClass(
    "okit.ShownCallout", "An explanation on the help of a screen.", declarations(of: Callout.self))

  /// What assistive technologies and locators know of an element.
  static let accessibility = declarations(of: Accessibility.self)

  // MARK: Asking and reporting

  static let locator = DeclaredClass(
    "okit.LocatorFields", "Identifies an element by its parts.",
    [
      Declaration("text?", "string", "its text"),
      Declaration("kind?", DeclaredType.choice(Locator.Kind.allCases.map(\.rawValue)), "the kind of the element"),
      Declaration("detail?", "string", "the detail text"),
      Declaration("section?", "string|integer", "the header or the number of its section"),
      Declaration("index?", "integer", "the number among the matching elements, from 1"),
    ])

  static let diagnostic = DeclaredClass(
    "okit.Diagnostic", "A problem that an application reported.",
    [
      Declaration("code", "string", "a stable name, such as `model.type`"),
      Declaration("message", "string", "what went wrong"),
      Declaration("severity", DeclaredType.choice(Diagnostic.Severity.allCases.map(\.rawValue)), "the severity"),
      Declaration("place", "string?", "file and line"),
      Declaration("hint", "string?", "the nearest correct name, or a suggested fix"),
      Declaration("text", "string", "the whole text"),
    ])

  static let logLine = DeclaredClass(
    "okit.LogLine", "A line of the log.",
    [
      Declaration("level", DeclaredType.choice(LogEntry.Level.allCases.map(\.rawValue)), "the level"),
      Declaration("message", "string", "the text"),
    ])

  static let report = DeclaredClass(
    "okit.BindingReport", "A report about a binding.",
    [
      Declaration("property", "string", "the property of the binding"),
      Declaration("binding?", "string", "its text; nil for a function"),
      Declaration("value?", "string", "its value as a string"),
      Declaration("reads", "string[]", "the values that it read, in order"),
      Declaration("cause?", "string", "the write that made it run last"),
      Declaration("runs", "integer", "how many times it ran"), Declaration("ran?", "okit.Turn", "when it ran last"),
    ])

  static let turn = DeclaredClass(
    "okit.Turn", "A turn of an application.",
    [Declaration("turn", "integer", "its number"), Declaration("at", "string", "the time at which it began")])
}
