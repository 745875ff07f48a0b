/// The names of what a screen shows: for completion, and for the message that nothing has a name.
extension AppDriver {
  /// The number of rows that are read for a message, and that of the texts that it can have.
  private static let proposedRows = (read: 5000, found: 12)

  /// The texts of the rows of a long list that contain the text of a locator; empty for a list that the screen holds as
  /// a whole.
  func rowTexts(like locator: Locator, on screen: Screen) -> [String] {
    rowTexts(locator.text ?? "", on: screen) { $0.contains($1) }
  }

  /// The texts of the rows of a long list that begin with a text, for completion; empty without a text.
  private func rowTexts(beginningWith text: String) -> [String] { rowTexts(text, on: screen) { $0.hasPrefix($1) } }

  private func rowTexts(_ text: String, on screen: Screen, where fits: (String, String) -> Bool) -> [String] {
    let wanted = text.lowercased()
    guard screen.window != nil, !wanted.isEmpty else { return [] }
    var texts: [String] = []
    var count = 0
    eachPage(of: screen) { page in
      texts += page.compactMap(\.row.text).filter { fits($0.lowercased(), wanted) }
      count += page.count
      return count < Self.proposedRows.read && texts.count < Self.proposedRows.found
    }
    return texts
  }

  // MARK: Completion

  /// The texts of rows; of rows outside of the window, those that begin with a text. None while a dialog covers them.
  package func rowNames(_ beginning: String) -> [String] {
    let screen = visibleScreen.topmost
    guard screen.dialogName == nil else { return [] }
    return screen.sections.flatMap(\.rows).compactMap(\.text) + rowTexts(beginningWith: beginning)
  }

  func tappableNames(_ beginning: String) -> [String] {
    let screen = visibleScreen.topmost
    if screen.isCovered { return ["cover"] }
    if let actions = screen.alert?.actions ?? screen.sheet?.actions { return actions.map(\.title) }
    return (screen.left + screen.right + screen.toolbar).map(\.title) + screen.tabs.map(\.title) + rowNames(beginning)
      + screen.columns.filter(\.isSortable).map(\.title)
      + screen.sections.flatMap(\.rows).compactMap { $0.button?.title }
  }

  /// The names of the actions in the More... sheet of a row; none where no row has the name, several have, or a script
  /// shows the sheet.
  func moreNames(_ locator: Locator) -> [String] {
    found { try row(locator) }.flatMap { top?.moreNames(of: $0.id) } ?? []
  }

  /// Returns what is found by a name; nil where nothing has the name, or several elements have. Any other failure, such
  /// as that of a script, is reported.
  package func found<Result>(_ find: () throws -> Result) -> Result? {
    do { return try find() } catch {
      if !Self.isAboutName(error) { runtime.report(error.asDiagnostic) }
      return nil
    }
  }

  /// Whether a failure says that a name means no element, or several.
  static func isAboutName(_ failure: any Error) -> Bool {
    guard let code = (failure as? Diagnostic)?.code else { return false }
    return code.rawValue.hasPrefix("locator.") || code == "row.gone" || code == "action.impossible"
  }

  /// `before` and `after`, then the rows after these.
  func placeNames(_ beginning: String) -> [String] {
    let sides = RowDriver.Side.allCases.map(\.rawValue)
    guard let side = sides.first(where: { beginning.lowercased().hasPrefix($0 + " ") }) else { return sides }
    return rowNames(String(beginning.dropFirst(side.count + 1))).map { "\(side) \($0)" }
  }

  /// The names of the cells with a control; of an open alert, those of its fields.
  package var cellNames: [String] {
    let screen = visibleScreen.topmost
    if let alert = screen.alert { return alert.fields.map(\.shownName) }
    guard screen.dialogName == nil else { return [] }
    return screen.sections.flatMap(\.rows).filter { $0.control != nil }.compactMap(\.cellName)
  }
}
