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
  package func typeInAlert(_ text: String, field: AlertField? = nil) throws {
    let screen = screen
    guard let alert = screen.alert else { throw noDialog("alert", screen) }
    try type(text, index(of: field, in: alert, screen), of: alert)
  }

  /// Fills in fields of the open alert, then taps an action. Nothing is typed unless all of them exist.
  ///
  /// - Parameter fields: What to type into which field; nil for the only one.
  /// - Throws: `locator.none` also when no alert is open, `locator.ambiguous`.
  package func answerAlert(_ fields: [(field: AlertField?, text: String)], _ action: Locator?) throws {
    let screen = screen
    guard let alert = screen.alert else { throw noDialog("alert", screen) }
    var indices: [Int] = []
    for (field, _) in fields {
      do {
        let index = try index(of: field, in: alert, screen)
        guard !indices.contains(index) else {
          throw Diagnostic(
            "locator.ambiguous", "the field \(PrintableText.quoted(alert.fields[index].shownName)) is given twice",
            hint: "quote a text with commas")
        }
        indices.append(index)
      } catch let failure as Diagnostic {
        // The name may be the end of a secret with a comma.
        guard failure.code == "locator.none", indices.contains(where: { alert.fields[$0].isSecure }) else {
          throw failure
        }
        let names = PrintableText.list(alert.fields.map(\.shownName))
        throw Diagnostic(
          "locator.none", "the \(screen.dialogName ?? "alert") has only the fields \(names)",
          hint: "quote a text with commas")
      }
    }
    if let action { _ = try index(ofAction: action, in: screen) }
    for (index, field) in zip(indices, fields) { try type(field.text, index, of: alert) }
    if let action { try tapAlert(action) }
  }

  /// The field of the open alert that a name means; nil when there is none.
  package func alertField(_ locator: Locator) -> AlertField? {
    guard let alert = screen.alert, let text = locator.text else { return nil }
    let fits = TextMatches<Void>(text)
    return alert.fields.contains { fits.fits($0.name) || fits.fits($0.placeholder) } ? .named(text) : nil
  }

  private func type(_ text: String, _ index: Int, of alert: Alert) throws {
    let shown = alert.fields[index].isSecure ? "••••••" : text
    try perform(
      .typeInAlert(alert.id, field: index, text: text),
      "type \"\(shown)\" into alert field \"\(alert.fields[index].shownName)\"")
  }

  private func index(of field: AlertField?, in alert: Alert, _ screen: Screen) throws -> Int {
    let names = alert.fields.map(\.shownName)
    var locator = Locator()
    var matches = TextMatches<Int>(nil)
    switch field {
    case .named(let name):
      locator.text = name
      matches = TextMatches(name)
      for (index, field) in alert.fields.enumerated() {
        // Its name and its placeholder may differ only in case.
        let names = [field.name, field.placeholder].compactMap(\.self)
        matches.add(index, named: names.contains(name) ? name : names.first(where: matches.fits))
      }
    case .number(let number):
      locator.index = number
      for index in alert.fields.indices { matches.add(index, named: nil) }
    case nil:
      for index in alert.fields.indices { matches.add(index, named: nil) }
    }
    let failure = LocatorFailure(locator, "field", in: "in the \(screen.dialogName ?? "alert")", screen)
    return try failure.one(of: matches.best, all: names) { "field \(PrintableText.quoted(names[$0]))" }
  }

  /// Taps an action of the open alert.
  package func tapAlert(_ locator: Locator) throws {
    let screen = screen
    guard screen.alert != nil else { throw noDialog("alert", screen) }
    try answer(locator, "tap \(locator) of the alert", in: screen)
  }

  /// Taps an action of the open sheet.
  package func tapSheet(_ locator: Locator) throws {
    let screen = screen
    guard screen.sheet != nil else { throw noDialog("sheet", screen) }
    try answer(locator, "tap \(locator) of the sheet", in: screen)
  }

  func answer(_ locator: Locator, _ text: String, in screen: Screen) throws {
    guard let id = screen.dialogID else { throw noDialog("alert or sheet", screen) }
    try perform(.answer(id, index(ofAction: locator, in: screen)), text)
  }

  private func index(ofAction locator: Locator, in screen: Screen) throws -> Int {
    let actions = screen.dialogActions
    var matches = TextMatches<Int>(locator.text)
    for (index, action) in actions.enumerated() { matches.add(index, named: action.title) }
    let failure = LocatorFailure(locator, "action", in: "in the \(screen.dialogName ?? "dialog")", screen)
    return try failure.one(of: matches.best, all: actions.map(\.title)) { "action \($0 + 1)" }
  }

  /// - Throws: `action.impossible` when a dialog, the help or the cover of the application covers the screen.
  package func checkUncovered(_ screen: Screen) throws {
    if screen.cover != nil { throw Diagnostic.covered }
    guard let dialog = screen.dialogName else {
      if screen.help != nil { throw Diagnostic.coveredByHelp }
      return
    }
    throw Diagnostic(
      "action.impossible", "the \(dialog) is open and covers the screen",
      hint: DialogAction.answerHint(screen.dialogActions),
      notes: [.screen(of: screen)])
  }

  private func noDialog(_ kind: String, _ screen: Screen) -> Diagnostic {
    let other = screen.dialogName.map { ", but the \($0) is" } ?? ""
    return Diagnostic(
      "locator.none", "no \(kind) is open" + other, hint: DialogAction.answerHint(screen.dialogActions),
      notes: [.screen(of: screen)])
  }
}
