import OKitEngine

/// The application object as scripts see it, with what it gives.
enum AppTypes {
  static let all = [app, title, clock, alert, sheet, row, cell, element] + ScreenTypes.all

  static let aliases = [
    DeclaredAlias(
      "okit.Locator", "string|integer|okit.LocatorFields",
      "Identifies an element: a string, a number from 1, or a table."),
    DeclaredAlias("okit.Edge", DeclaredType.choice(Action.Edge.allCases.map(\.rawValue)), "An edge of a row."),
  ]

  static let app = DeclaredClass(
    "okit.App", "An application that a script drives as a user would: one launched by a test, or `okit.app`.",
    DriverModule.fields.map(\.declaration) + [
      Declaration("alert", "okit.Alert?", "The open alert."), Declaration("sheet", "okit.Sheet?", "The open sheet."),
      Declaration("clock", "okit.Clock", "The application's clock."),
      Declaration("title", "(): okit.Title", "Returns the title of the screen."),
    ] + DriverModule.finders.map(\.declaration) + DriverModule.elementFinders.map(\.declaration)
      + DriverModule.actions.map(\.declaration)
      + DriverModule.steps.map(\.declaration) + DriverModule.values.map(\.declaration)
      + [DriverModule.why, DriverModule.changes, DriverModule.transaction].map(\.declaration))

  static let title = DeclaredClass(
    "okit.Title", "The title of the screen.",
    [
      Declaration("prompt", "string?", "the line above it"), Declaration("title", "string", "its text"),
      Declaration("subtitle", "string?", "the line below it"),
    ] + DriverModule.titleActions.map(\.declaration))

  static let clock = DeclaredClass(
    "okit.Clock", "The clock of an application.",
    [Declaration("now", "okit.Date", "the current time")] + DriverModule.clockActions.map(\.declaration))

  static let alert = DeclaredClass(
    "okit.Alert", "The open alert.", dialogFields + DriverModule.alertActions.map(\.declaration))

  static let sheet = DeclaredClass(
    "okit.Sheet", "The open action sheet.", dialogFields + DriverModule.sheetActions.map(\.declaration))

  static let element = DeclaredClass(
    "okit.Element", "An element of the screen, found by its role, label or identifier.",
    [
      Declaration("id", "string", "its identifier"), Declaration("enabled", "boolean", "whether it is enabled"),
    ] + ScreenTypes.accessibility + DriverModule.elementActions.map(\.declaration))

  private static let dialogFields =
    [
      Declaration("id", "string", "its identifier"),
      Declaration("title", "string?", "the title"), Declaration("message", "string?", "the text below it"),
      Declaration("fields", "okit.ShownField[]", "its text fields; empty for a sheet"),
      Declaration("actions", "okit.ShownAction[]", "its buttons"),
    ] + ScreenTypes.accessibility

  /// The fields of a row.
  static let rowFields =
    [
      Declaration("id", "string", "its identifier, which stays the same while the row exists"),
      Declaration("text", "string?", "the text"), Declaration("detail", "string?", "the detail text"),
      Declaration("image", "string?", "the name of its image: of one with bytes, its label"),
      Declaration("imageInfo?", "okit.ImageInfo", "the description of an image with bytes"),
      Declaration("ribbon", "string?", "the color of its ribbon"),
      Declaration(
        "accessory", DeclaredType.choice(Screen.Row.Accessory.allCases.map(\.rawValue)), "the accessory at its end"),
      Declaration("button", "okit.ShownButton?", "the button in it"),
      Declaration("leading", "string[]", "the actions of a swipe from the leading edge"),
      Declaration("trailing", "string[]", "the actions of a swipe from the trailing edge"),
      Declaration("control", "okit.Control?", "the control in it"),
      Declaration("selected", "boolean", "whether it is selected"),
      Declaration("height", "number?", "its height in points"),
      Declaration("textRuns?", "okit.TextRun[]", "the runs of an attributed text"),
      Declaration("detailRuns?", "okit.TextRun[]", "the runs of an attributed detail text"),
      Declaration("view?", "okit.ShownView", "the label in place of the accessory"),
      Declaration("leadingImage?", "string", "the name of the image of the quick action"),
      Declaration(
        "accent?", "boolean", "whether it is shown in the accent color, while the row that it selects is open"),
      Declaration("enabled?", "boolean", "false while `enabledPath` disables the cell"),
      Declaration("color?", "string", "the color of the cell, as `#rrggbb`"),
    ] + ScreenTypes.accessibility

  static let row = DeclaredClass(
    "okit.Row", "A row of the screen. It refers to the same row after the row moves.",
    foundFields + DriverModule.rowActions.map(\.declaration))

  static let cell = DeclaredClass(
    "okit.CellElement", "A cell of the screen.",
    foundFields + DriverModule.cellActions.map(\.declaration) + [DriverModule.cellError.declaration])

  /// The accessory of a row that was found can be called, too.
  private static let foundFields = rowFields.map { field in
    guard field.name == DriverModule.tapAccessory.name else { return field }
    return Declaration(field.name, "\(field.type)|fun(self: any): okit.App", field.meaning + "; a call taps it")
  }
}
