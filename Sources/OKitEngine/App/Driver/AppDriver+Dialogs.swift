/// Alerts and sheets.
extension AppDriver {
  /// A field of an alert: by its name or placeholder, or by its number from 1.
  public enum AlertField: Sendable, Hashable {
    case named(String)
    case number(Int)
  }

  /// Types into a field of the open alert, in place of what is there.
  ///
  /// - Parameter field: nil for the only one.
  /// - Throws: `locator.none` also when no alert is open, `locator.ambiguous`.
  public func typeInAlert(_ text: String, field: AlertField? = nil) throws {
    let screen = screen
    guard let alert = screen.alert else { throw noDialog("alert", screen) }
    let names = alert.fields.map(\.shownName)
    var locator = Locator()
    var matches = TextMatches<Int>(nil)
    switch field {
    case .named(let name):
      locator.text = name
      matches = TextMatches(name)
      for (index, field) in alert.fields.enumerated() {
        matches.add(index, named: field.name)
        if field.placeholder != field.name { matches.add(index, named: field.placeholder) }
      }
    case .number(let number):
      locator.index = number
      for index in alert.fields.indices { matches.add(index, named: nil) }
    case nil:
      for index in alert.fields.indices { matches.add(index, named: nil) }
    }
    let failure = LocatorFailure(locator, "alert field", screen)
    let index = try failure.one(of: matches.best, all: names) { "field \"\(names[$0])\"" }
    let shown = alert.fields[index].isSecure ? "••••••" : text
    try perform(
      .typeInAlert(alert.id, field: index, text: text), "type \"\(shown)\" into alert field \"\(names[index])\"")
  }

  /// Taps an action of the open alert.
  public func tapAlert(_ locator: Locator) throws {
    let screen = screen
    guard screen.alert != nil else { throw noDialog("alert", screen) }
    try answer(locator, "tap \(locator) of the alert", in: screen)
  }

  /// Taps an action of the open sheet.
  public func tapSheet(_ locator: Locator) throws {
    let screen = screen
    guard screen.sheet != nil else { throw noDialog("sheet", screen) }
    try answer(locator, "tap \(locator) of the sheet", in: screen)
  }

  func answer(_ locator: Locator, _ text: String, in screen: Screen) throws {
    guard let actions = screen.alert?.actions ?? screen.sheet?.actions, let dialog = screen.dialogName,
      let id = screen.dialogID
    else {
      throw noDialog("alert or sheet", screen)
    }
    var matches = TextMatches<Int>(locator.text)
    for (index, action) in actions.enumerated() { matches.add(index, named: action.title) }
    let failure = LocatorFailure(locator, "action", in: "in the \(dialog)", screen)
    let index = try failure.one(of: matches.best, all: actions.map(\.title)) { "action \($0 + 1)" }
    try perform(.answer(id, index), text)
  }

  /// - Throws: `action.impossible` when a dialog, the help or the cover of the application covers the screen.
  func checkUncovered(_ screen: Screen) throws {
    if screen.cover != nil { throw Diagnostic.covered }
    guard let dialog = screen.dialogName else {
      if screen.help != nil { throw Diagnostic.coveredByHelp }
      return
    }
    throw Diagnostic(
      "action.impossible", "the \(dialog) is open and covers the screen",
      hint: DialogAction.answerHint(screen.alert?.actions ?? screen.sheet?.actions ?? []),
      notes: [.screen(of: screen)])
  }

  private func noDialog(_ kind: String, _ screen: Screen) -> Diagnostic {
    Diagnostic("locator.none", "no \(kind) is open", notes: [.screen(of: screen)])
  }
}

extension Screen {
  /// The name of the open dialog in messages: `alert "New Book"`.
  var dialogName: String? {
    if let alert { return "alert" + Self.quoted(alert.title ?? alert.message) }
    if let sheet { return "sheet" + Self.quoted(sheet.title ?? sheet.message) }
    return nil
  }

  /// The identifier of the open dialog.
  var dialogID: DialogID? { alert?.id ?? sheet?.id }

  private static func quoted(_ title: String?) -> String { title.map { " \"\($0)\"" } ?? "" }
}
