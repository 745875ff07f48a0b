import OKitEngine

/// The plain tables that say what a person sees, and what an application reports.
enum ScreenTypes {
  static let all = [
    screen, section, row, button, barButton, search, window, control, field, action, shownDialog, locator, diagnostic,
    logLine,
    report, turn,
  ]

  static let screen = DeclaredClass(
    "okit.Screen", "What a person sees.",
    [
      Declaration("kind", DeclaredType.choice(Screen.Kind.allCases.map(\.rawValue)), "what kind of controller it is"),
      Declaration("name", "string", "the controller's name"),
      Declaration("prompt", "string?", "the line above the title"),
      Declaration("title", "string", "the title"), Declaration("subtitle", "string?", "the line below it"),
      Declaration("editing", "boolean", "whether it is in edit mode"),
      Declaration("left", "okit.ShownBarButton[]", "the buttons at the left"),
      Declaration("right", "okit.ShownBarButton[]", "the buttons at the right"),
      Declaration("toolbar", "okit.ShownBarButton[]", "the buttons below"),
      Declaration("search", "okit.ShownSearch?", "the search bar"),
      Declaration("index", "string[]", "the titles of the index"),
      Declaration("sections", "okit.ShownSection[]", "the rows in their sections"),
      Declaration("window?", "okit.ShownWindow", "which part of a long list it is"),
      Declaration("alert", "okit.ShownDialog?", "the open alert"),
      Declaration("sheet", "okit.ShownDialog?", "the open sheet"), Declaration("menu", "boolean", "always false"),
      Declaration("cover", "boolean", "always false"), Declaration("theme", "string", "always empty"),
    ])

  static let section = DeclaredClass(
    "okit.ShownSection", "A section of a screen.",
    [
      Declaration("header", "string?", "the text above it"), Declaration("footer", "string?", "the text below it"),
      Declaration("rows", "okit.ShownRow[]", "its rows"),
    ])

  static let row = DeclaredClass("okit.ShownRow", "A row of a screen.", AppTypes.rowFields)

  static let button = DeclaredClass(
    "okit.ShownButton", "A button in a row.",
    [Declaration("id", "string", "its identifier"), Declaration("title", "string", "its text"), Declaration("enabled", "boolean", "whether it can be tapped")])

  static let search = DeclaredClass(
    "okit.ShownSearch", "A search bar.",
    [
      Declaration("text", "string", "what is searched"), Declaration("scopes", "string[]", "the titles of the scopes"),
      Declaration("scope", "integer", "the chosen one, from 0"),
    ])

  static let window = DeclaredClass(
    "okit.ShownWindow", "Which part of a long list is shown.",
    [
      Declaration("total", "integer", "how many rows there are"),
      Declaration("from", "integer", "the number of the first one that is shown, from 0"),
    ])

  static let control = DeclaredClass(
    "okit.Control", "A control in a row.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("kind", DeclaredType.choice(Control.Kind.allCases.map(\.rawValue)), "what it is"),
      Declaration("value", "any", "its value"), Declaration("enabled", "boolean", "whether it can be changed"),
      Declaration("min", "any", "the least value"), Declaration("max", "any", "the greatest value"),
      Declaration("step", "number?", "how far one step goes"), Declaration("options", "string[]", "what can be chosen"),
      Declaration("placeholder", "string?", "what stands there when it is empty"),
      Declaration("secure", "boolean", "whether its text is hidden"),
      Declaration("mode", "integer?", "of a date: 0 time, 1 date, 2 both, 3 a span"),
    ])

  static let field = DeclaredClass(
    "okit.ShownField", "A text field of a dialog.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("name", "string", "what the answer calls it"),
      Declaration("placeholder", "string?", "what it shows when it is empty"),
      Declaration("text", "string?", "its text"),
      Declaration("secure", "boolean", "whether the text is hidden"),
    ])

  static let action = DeclaredClass(
    "okit.ShownAction", "A button of a dialog.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string", "its text"), Declaration("style", "okit.ActionStyle", "how it looks"),
      Declaration("enabled", "boolean", "whether it can be tapped"),
    ])

  static let shownDialog = DeclaredClass(
    "okit.ShownDialog", "A dialog of a screen.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string?", "the title"), Declaration("message", "string?", "the text below it"),
      Declaration("fields", "okit.ShownField[]", "its text fields"),
      Declaration("actions", "okit.ShownAction[]", "its buttons"),
    ])

  static let barButton = DeclaredClass(
    "okit.ShownBarButton", "A button of a bar.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string", "its text"),
      Declaration("enabled?", "boolean", "whether it can be tapped, where the script says it"),
    ])

  // MARK: Asking and reporting

  static let locator = DeclaredClass(
    "okit.LocatorFields", "What is meant, in parts.",
    [
      Declaration("text?", "string", "its text"),
      Declaration("kind?", DeclaredType.choice(Locator.Kind.allCases.map(\.rawValue)), "what it is"),
      Declaration("detail?", "string", "its detail text"),
      Declaration("section?", "string|integer", "the header or the number of its section"),
      Declaration("index?", "integer", "which one of those that fit, from 1"),
    ])

  static let diagnostic = DeclaredClass(
    "okit.Diagnostic", "What an application has reported.",
    [
      Declaration("code", "string", "a stable name, such as `model.type`"),
      Declaration("message", "string", "what it is"),
      Declaration("severity", DeclaredType.choice(Diagnostic.Severity.allCases.map(\.rawValue)), "how bad it is"),
      Declaration("place", "string?", "file and line"),
      Declaration("hint", "string?", "the nearest right name, or what to do"),
      Declaration("text", "string", "all of it"),
    ])

  static let logLine = DeclaredClass(
    "okit.LogLine", "A line of the log.",
    [
      Declaration("level", DeclaredType.choice(LogEntry.Level.allCases.map(\.rawValue)), "how important it is"),
      Declaration("message", "string", "what it says"),
    ])

  static let report = DeclaredClass(
    "okit.BindingReport", "What a binding did.",
    [
      Declaration("property", "string", "the property that it is behind"),
      Declaration("binding?", "string", "its text; nil when a function stands in its place"),
      Declaration("value?", "string", "its value as a text"),
      Declaration("reads", "string[]", "what it read, in order"),
      Declaration("cause?", "string", "what was written that made it run last"),
      Declaration("runs", "integer", "how often it has run"), Declaration("ran?", "okit.Turn", "when it ran last"),
    ])

  static let turn = DeclaredClass(
    "okit.Turn", "A turn of an application.",
    [Declaration("turn", "integer", "its number"), Declaration("at", "string", "when it began")])
}
