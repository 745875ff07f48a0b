/// The application object as scripts see it, with what it gives.
enum AppTypes {
  static let all = [app, reference, title, clock, alert, sheet, row, cell, element] + ScreenTypes.all

  static let aliases = [
    DeclaredAlias(
      "okit.Locator", "string|integer|okit.LocatorFields",
      "Identifies an element: a string, a number from 1, or a table."),
    DeclaredAlias("okit.Condition", "fun(): boolean", "Returns whether something holds."),
    DeclaredAlias("okit.Edge", DeclaredType.choice(Action.Edge.allCases.map(\.rawValue)), "An edge of a row."),
  ]

  static let app = DeclaredClass(
    "okit.App", "An application that a script drives as a user would: one launched by a test, or `okit.app`.",
    DriverModule.fields.map(\.declaration) + [
      Declaration("alert", "okit.Alert?", "The open alert."), Declaration("sheet", "okit.Sheet?", "The open sheet."),
      Declaration("clock", "okit.Clock", "The application's clock."),
      Declaration("title", "(): okit.Title", "Returns the title of the screen."),
    ] + DriverModule.finders.map(\.declaration) + DriverModule.elementFinders.map(\.declaration)
      + DriverModule.actions.map(\.declaration) + DriverModule.modelActions.map(\.declaration)
      + DriverModule.history.map(\.declaration)
      + DriverModule.steps.map(\.declaration) + DriverModule.windows.map(\.declaration)
      + DriverModule.values.map(\.declaration)
      + [DriverModule.why, DriverModule.changes, DriverModule.shows, DriverModule.transaction, DriverModule.step].map(
        \.declaration) + ([DriverModule.check] + DriverModule.properties).map(\.declaration))

  static let reference = DeclaredClass(
    "okit.ReferenceModel", "A model of a test with which an application must agree.",
    [
      Declaration("model", "any", "the state of the model at the launch"),
      Declaration("step", "fun(model: any, action: table)", "does to the model what an action should do"),
      Declaration("check", "fun(model: any): boolean", "compares the application with the model"),
    ])

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
    "okit.Alert", "The open alert.", ScreenTypes.shownDialog.members + DriverModule.alertActions.map(\.declaration))

  static let sheet = DeclaredClass(
    "okit.Sheet", "The open action sheet.",
    ScreenTypes.shownDialog.members + DriverModule.sheetActions.map(\.declaration))

  static let element = DeclaredClass(
    "okit.Element", "An element of the screen, found by its role, label or identifier.",
    [
      Declaration("id", "string", "its identifier"), Declaration("enabled", "boolean", "whether it is enabled"),
    ] + ScreenTypes.accessibility + DriverModule.elementActions.map(\.declaration))

  static let rowFields = ScreenTypes.declarations(of: Screen.Row.self) + ScreenTypes.accessibility

  static let row = DeclaredClass(
    "okit.Row", "A row of the screen. It refers to the same row after the row moves.",
    foundFields + methods(DriverModule.rowActions))

  static let cell = DeclaredClass(
    "okit.CellElement", "A cell of the screen.",
    foundFields + methods(DriverModule.cellActions) + [DriverModule.cellError.declaration])

  /// The functions of a row that was found. One with the name of a field calls the field.
  private static func methods<Target>(_ actions: [DriverModule.TargetAction<Target>]) -> [Declaration] {
    actions.map(\.declaration).filter { action in !rowFields.contains { $0.name == action.name } }
  }

  private static let foundFields = rowFields.map { field in
    guard RowDriver.actions.contains(where: { $0.name == field.name }) else { return field }
    return Declaration(field.name, "\(field.type)|fun(self: any): okit.App", "\(field.meaning); a call taps it")
  }
}
