/// The names on the screen, for completion.
extension CommandRunner {
  /// The rows, then the properties of one whose bindings have run; before any row, those of the screen.
  func whyNames(_ name: CompletedName) -> [String] {
    guard let (row, _) = name.previous else { return driver.rowNames(name.beginning) }
    let isRow = !row.text.isEmpty || row.isQuoted
    let reports = driver.found { try isRow ? cell(row, as: "row or cell").target.why() : driver.why() }
    return reports?.map(\.property) ?? []
  }

  /// The names that `expect` takes: rows, then the fields of one, or of the screen.
  func expectNames(_ name: CompletedName) -> [String] {
    guard let (row, _) = name.previous else { return driver.rowNames(name.beginning) + cellNames }
    let isRow = !row.text.isEmpty || row.isQuoted
    let fields = driver.found {
      try isRow ? cell(row, as: "row or cell").target.row().jsonValue : driver.screen.jsonValue
    }
    guard case .object(let members)? = fields else { return [] }
    return members.keys.sorted()
  }

  /// The names of the cells with a control; of an open alert, those of its fields.
  var cellNames: [String] {
    let screen = screen.topmost
    return screen.kind == .grid && screen.dialogName == nil ? gridCellNames(screen) : driver.cellNames
  }

  /// The cells of a grid that have a control, by the text of the row, or its number where a name would need quotes.
  private func gridCellNames(_ screen: Screen) -> [String] {
    let first = (screen.window?.from ?? 0) + 1
    return screen.sections.flatMap(\.rows).enumerated().flatMap { place, row in
      let text = row.text.flatMap { text in
        let isNumber = Argument(text: text).rowNumber != nil
        return isNumber || text.contains(",") || CommandCompletion.quotedIfNeeded(text) != text ? nil : text
      }
      return zip(row.cells, screen.columns).filter { $0.0.control != nil }.map { _, column in
        "\(text ?? String(first + place)), \(column.title)"
      }
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
