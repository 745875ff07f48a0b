import OKitEngine

/// The plain tables that say what a person sees, and what an application reports.
enum ScreenTypes {
  static let all = [
    screen, section, row, imageInfo, button, barButton, tab, search, control, key, field, action, shownDialog, locator,
    diagnostic,
    logLine, report, turn, textRun, view, callout, cover,
  ]

  /// The tables of a screen, and of what was reported, which have only the declared fields.
  static let shown = [
    screen, section, row, imageInfo, button, barButton, tab, search, control, key, field, action, shownDialog,
    diagnostic,
    logLine, textRun, view, callout, cover, ThemeModule.shown,
  ]

  static let screen = DeclaredClass(
    "okit.Screen", "The screen that the user sees.",
    [
      Declaration("kind", DeclaredType.choice(Screen.Kind.allCases.map(\.rawValue)), "the kind of the controller"),
      Declaration("name", "string", "the controller's name"),
      Declaration("prompt", "string?", "the line above the title"),
      Declaration("title", "string", "the title"), Declaration("subtitle", "string?", "the line below it"),
      Declaration("titleRuns", "okit.TextRun[]", "the runs of an attributed title; empty for a plain one"),
      Declaration("subtitleRuns", "okit.TextRun[]", "the runs of an attributed subtitle"),
      Declaration("titleView", "okit.ShownView?", "the label or button in place of the title"),
      Declaration("editing", "boolean", "whether it is in edit mode"),
      Declaration("left", "okit.ShownBarButton[]", "the buttons at the left"),
      Declaration("right", "okit.ShownBarButton[]", "the buttons at the right"),
      Declaration("toolbar", "okit.ShownBarButton[]", "the buttons below"),
      Declaration("search", "okit.ShownSearch?", "the search bar"),
      Declaration("index", "string[]", "the titles of the index"),
      Declaration("sections", "okit.ShownSection[]", "the rows in their sections"),
      Declaration("views", "okit.ShownView[]", "the labels and buttons of an `okit.ModelController`"),
      Declaration("total?", "integer", "the number of rows of a long list, of which `sections` holds a part"),
      Declaration("from?", "integer", "the index of the first row of that part, from 0"),
      Declaration("alert", "okit.ShownDialog?", "the open alert"),
      Declaration("sheet", "okit.ShownDialog?", "the open sheet"),
      Declaration(
        "keyboard", "okit.ShownKey[]?", "the buttons above the keyboard, while a field of a form has the focus"),
      Declaration("tabs", "okit.ShownTab[]", "the tabs of the tab bar around it; empty without one"),
      Declaration("menu", "okit.Screen?", "the screen of the menu while it is open"),
      Declaration("storyboardName", "string?", "the name of the storyboard that the script gives"),
      Declaration("popGesture", "boolean", "whether the script allows a gesture to go back"),
      Declaration("menuHideStatusBar", "boolean", "whether the status bar is hidden while the menu is open"),
      Declaration("cover", "okit.ShownCover?", "the cover, while it hides everything else"),
      Declaration("theme", "okit.ShownTheme", "the colors and styles"),
      Declaration(
        "activity", "boolean", "whether the activity indicator is shown, or a model is being stored on a server"),
      Declaration("activityTop", "number?", "the margin above the activity indicator of a list, in points"),
      Declaration("refresh", "boolean", "whether pulling the list refreshes it"),
      Declaration("forceUpdate", "boolean?", "the property of the controller"),
      Declaration("forceListUpdate", "boolean?", "the property of the list"),
      Declaration("refTypeName", "string?", "the property of the selection"),
      Declaration("helpTitle", "string?", "the title of the help that covers the screen"),
      Declaration("help", "okit.ShownCallout[]?", "the callouts of the help that covers the screen"),
    ])

  static let cover = DeclaredClass(
    "okit.ShownCover", "The cover of a protected application.",
    [Declaration("text", "string?", "its text"), Declaration("image", "string?", "the name of its image")])

  static let section = DeclaredClass(
    "okit.ShownSection", "A section of a screen.",
    [
      Declaration("header", "string?", "the text above it"), Declaration("footer", "string?", "the text below it"),
      Declaration("rows", "okit.ShownRow[]", "its rows"),
    ])

  static let row = DeclaredClass("okit.ShownRow", "A row of a screen.", AppTypes.rowFields)

  static let imageInfo = DeclaredClass(
    "okit.ImageInfo", "An image with bytes, as a row shows it.",
    [
      Declaration("id", "string", "the id of the entity with the bytes"),
      Declaration("format", "string?", "the media type: that of the bytes, or else the one that the entity was given"),
      Declaration("width", "integer?", "the width in pixels; nil for bytes that are neither PNG nor JPEG"),
      Declaration("height", "integer?", "the height in pixels"),
      Declaration("label", "string?", "the description for people"),
      Declaration("scale", "number", "the number of pixels in a point"),
      Declaration("template", "boolean", "whether it is drawn in the color of the text"),
      Declaration("size", "integer", "the number of bytes"),
    ])

  static let button = DeclaredClass(
    "okit.ShownButton", "A button in a row.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string", "its text"), Declaration("enabled", "boolean", "whether it is enabled"),
      Declaration("image?", "string", "the name of the image beside the title"),
    ] + accessibility)

  static let tab = DeclaredClass(
    "okit.ShownTab", "A tab of a screen.",
    [
      Declaration("id", "string", "its identifier"), Declaration("title", "string", "its title"),
      Declaration("image", "string?", "the name of its image"),
      Declaration("badge", "string?", "the text of its badge"),
      Declaration("selected", "boolean", "whether it is the selected one"),
    ] + accessibility)

  static let search = DeclaredClass(
    "okit.ShownSearch", "A search bar.",
    [
      Declaration("id", "string", "its identifier"), Declaration("text", "string", "the search text"),
      Declaration("scopes", "string[]", "the titles of the scopes"),
      Declaration("scope", "integer", "the index of the selected scope, from 0"),
    ] + accessibility)

  static let control = DeclaredClass(
    "okit.Control", "A control in a row.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("kind", DeclaredType.choice(Control.Kind.all.map(\.name)), "the kind of the control"),
      Declaration("value", "any", "its value"),
      Declaration(
        "text", "string?",
        "the number, the date, the option, the text of a page or the size of an image as the user sees it"),
      Declaration("enabled", "boolean", "whether it is enabled"),
      Declaration("min", "any", "the minimum"), Declaration("minText", "string?", "the minimum as the user sees it"),
      Declaration("max", "any", "the maximum"), Declaration("maxText", "string?", "the maximum as the user sees it"),
      Declaration("step", "number?", "the step size"), Declaration("options", "string[]", "the options"),
      Declaration("placeholder", "string?", "the text shown while it is empty"),
      Declaration("secure", "boolean", "whether its text is hidden"),
      Declaration(
        "mode", "string?",
        "of a date picker: `time`, `date`, `dateAndTime` or `countDownTimer`; of a web view: `html` or `url`"),
      Declaration("minImage?", "string", "the name of the image beside the minimum"),
      Declaration("maxImage?", "string", "the name of the image beside the maximum"),
      Declaration("width?", "number", "the width of a slider or a segmented control, in points"),
      Declaration("color?", "string", "the color of the cell, as `#rrggbb`"),
      Declaration("title?", "string", "the title over the options of a text picker"),
      Declaration("imageInfo?", "okit.ImageInfo", "the description of an image with bytes"),
      Declaration("error?", "string", "the message about its value, while that is not valid"),
      Declaration("focused?", "boolean", "whether the keyboard writes into it"),
    ] + accessibility.filter { $0.plainName != "value" })

  static let key = DeclaredClass(
    "okit.ShownKey", "A button above the keyboard.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("key", DeclaredType.choice(Keyboard.Key.allCases.map(\.rawValue)), "what it does"),
      Declaration("title", "string", "its text"),
      Declaration("enabled", "boolean", "whether it is enabled"),
      Declaration("image?", "string", "the name of the image beside the title"),
    ])

  static let field = DeclaredClass(
    "okit.ShownField", "A text field of a dialog.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("name", "string", "its name in the answer"),
      Declaration("placeholder", "string?", "the text shown while it is empty"),
      Declaration("text", "string?", "its text"),
      Declaration("secure", "boolean", "whether the text is hidden"),
    ] + accessibility)

  static let action = DeclaredClass(
    "okit.ShownAction", "A button of a dialog.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string", "its text"), Declaration("style", "okit.ActionStyle", "its style"),
      Declaration("enabled", "boolean", "whether it is enabled"),
    ] + accessibility)

  static let shownDialog = DeclaredClass(
    "okit.ShownDialog", "A dialog of a screen.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string?", "the title"), Declaration("message", "string?", "the text below it"),
      Declaration("fields", "okit.ShownField[]", "its text fields"),
      Declaration("actions", "okit.ShownAction[]", "its buttons"),
    ] + accessibility)

  static let barButton = DeclaredClass(
    "okit.ShownBarButton", "A bar button.",
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string", "its text"),
      Declaration("enabled?", "boolean", "whether it is enabled, if the script sets it"),
      Declaration("image?", "string", "the name of the image beside the title"),
      Declaration("style?", DeclaredType.choice(BarButton.Style.allCases.map(\.rawValue)), "the style"),
      Declaration("tintColor?", "string", "the color as `#rrggbb`"),
      Declaration("runs?", "okit.TextRun[]", "the runs of the attributed text of a label"),
    ] + accessibility)

  static let view = DeclaredClass(
    "okit.ShownView", "A label or a button that a script has placed.",
    [
      Declaration("id?", "string", "its identifier; nil for a label in a row"),
      Declaration("kind", DeclaredType.choice(ScreenView.Kind.allCases.map(\.rawValue)), "label or button"),
      Declaration("text", "string", "the text of a label, the title of a button"),
      Declaration("runs?", "okit.TextRun[]", "the runs of an attributed text"),
      Declaration("image?", "string", "the name of the image beside the title"),
      Declaration("enabled", "boolean", "whether it is enabled"),
    ] + accessibility)

  static let textRun = DeclaredClass(
    "okit.TextRun", "A part of an attributed text.",
    [
      Declaration("text", "string", "the text"), Declaration("bold?", "boolean", "whether it is bold"),
      Declaration("italic?", "boolean", "whether it is italic"), Declaration("color?", "string", "as `#rrggbb`"),
      Declaration("link?", "string", "a URL"),
    ])

  static let callout = DeclaredClass(
    "okit.ShownCallout", "An explanation on the help of a screen.",
    [
      Declaration("target", "string?", "the name of the element"), Declaration("text", "string", "its explanation"),
      Declaration("element", "string?", "the identifier of the element; nil if the screen does not show it"),
      Declaration("label", "string?", "its accessibility label"),
    ])

  /// What assistive technologies and locators know of an element.
  static let accessibility = [
    Declaration("role", DeclaredType.choice(AccessibilityRole.allCases.map(\.rawValue)), "its role"),
    Declaration("label", "string", "its accessibility label"),
    Declaration("value", "string?", "its value as the user sees it"),
    Declaration("hint?", "string", "its accessibility hint"),
    Declaration("identifier?", "string", "its accessibility identifier"),
  ]

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
