/// The names on the screen, for completion.
extension CommandRunner {
  /// The texts of rows; of rows outside of the window, those that begin with a text. None while a dialog covers them.
  func rowNames(_ beginning: String) -> [String] {
    let screen = screen.topmost
    guard screen.dialogName == nil else { return [] }
    return screen.sections.flatMap(\.rows).compactMap(\.text) + driver.rowTexts(beginningWith: beginning)
  }

  func tappableNames(_ beginning: String) -> [String] {
    let screen = screen.topmost
    if screen.isCovered { return ["cover"] }
    if let actions = screen.alert?.actions ?? screen.sheet?.actions { return actions.map(\.title) }
    return (screen.left + screen.right + screen.toolbar).map(\.title) + screen.tabs.map(\.title) + rowNames(beginning)
      + screen.sections.flatMap(\.rows).compactMap { $0.button?.title }
  }

  /// The rows, then `before` and `after`, then the rows after these.
  func moveNames(_ name: CompletedName) -> [String] {
    guard name.previous != nil else { return rowNames(name.beginning) }
    let sides = Command.Move.Side.allCases.map(\.rawValue)
    guard let side = sides.first(where: { name.beginning.lowercased().hasPrefix($0 + " ") }) else { return sides }
    return rowNames(String(name.beginning.dropFirst(side.count + 1))).map { "\(side) \($0)" }
  }

  /// The rows, then the actions in the sheet of one.
  func moreNames(_ name: CompletedName) -> [String] {
    guard let (row, _) = name.previous else { return rowNames(name.beginning) }
    // Where no row has the name, or several have, there is nothing to propose.
    do { return try driver.row(locator(row)).moreNames } catch { return [] }
  }

  /// The rows, then the properties of one whose bindings have run; before any row, those of the screen.
  func whyNames(_ name: CompletedName) -> [String] {
    guard let (row, _) = name.previous else { return rowNames(name.beginning) }
    do {
      let isRow = !row.text.isEmpty || row.isQuoted
      let cell = isRow ? try driver.cell(locator(row), as: "row or cell") : nil
      return try (cell?.target.why() ?? driver.why()).map(\.property)
    } catch { return [] }
  }

  /// The names of the cells with a control; of an open alert, those of its fields.
  var cellNames: [String] {
    let screen = screen.topmost
    if let alert = screen.alert { return alert.fields.map(\.shownName) }
    guard screen.dialogName == nil else { return [] }
    return screen.sections.flatMap(\.rows).filter { $0.control != nil }.compactMap { row in
      [row.text, row.control?.placeholder, row.path].compactMap(\.self).first { !$0.isEmpty }
    }
  }

  /// The fields and the buttons of the open alert that can follow.
  func alertNames(_ name: CompletedName) -> [String] {
    guard let alert = screen.topmost.alert else { return [] }
    switch name.previous?.separator {
    case nil: return alert.fields.map(\.shownName) + alert.actions.map(\.title)
    case ",": return alert.fields.map(\.shownName)
    case ">": return alert.actions.map(\.title)
    default: return []
    }
  }
}
