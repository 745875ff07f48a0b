/// The names on the screen, for completion.
extension CommandRunner {
  /// The rows, then the properties of one whose bindings have run; before any row, those of the screen.
  func whyNames(_ name: CompletedName) -> [String] {
    guard let (row, _) = name.previous else { return driver.rowNames(name.beginning) }
    do {
      let isRow = !row.text.isEmpty || row.isQuoted
      let cell = isRow ? try driver.cell(locator(row), as: "row or cell") : nil
      return try (cell?.target.why() ?? driver.why()).map(\.property)
    } catch { return [] }
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
