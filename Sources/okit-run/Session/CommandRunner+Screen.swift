import OKitEngine

/// Commands that show the screen, and the names on it for completion.
extension CommandRunner {
  func showScreen() throws {
    shownScreen = try screenText
    output.line(shownScreen)
  }

  /// Shows the screen if it differs from the one that was shown last.
  func showChangedScreen() throws {
    if try screenText != shownScreen { try showScreen() }
  }

  private var screenText: String {
    get throws {
      output.format == .json ? try driver.screen.jsonValue.json(pretty: false) : driver.dump(width: width)
    }
  }

  func showStack() throws {
    if output.format == .json { return try output.json(.array(runtime.stack.map(JSONValue.string))) }
    for name in runtime.stack { output.line(name) }
  }

  func showWhy(_ argument: Argument?, _ property: String?) throws {
    let row = try argument.map { try driver.cell(locator($0), as: "row or cell").target }
    if let property {
      let report = try row?.why(property) ?? driver.why(property)
      return output.format == .json ? try output.json(report.jsonValue) : output.line(report.text)
    }
    let reports = try row?.why() ?? driver.why()
    if output.format == .json { return try output.json(.array(reports.map(\.jsonValue))) }
    for report in reports { output.line(report.text) }
    if reports.isEmpty { output.line("no bindings") }
  }

  /// The names that can follow a verb now.
  func names(after verb: Command.Verb) -> [String] {
    let screen = driver.screen
    let rows = screen.sections.flatMap(\.rows)
    switch verb {
    case .tap:
      if let actions = screen.alert?.actions ?? screen.sheet?.actions { return actions.map(\.title) }
      return (screen.left + screen.right + screen.toolbar).map(\.title) + rows.compactMap(\.text)
        + rows.compactMap { $0.button?.title }
    case .row, .more, .quick, .delete, .why: return rows.compactMap(\.text)
    case .type, .set, .choose:
      return rows.filter { $0.control != nil }.compactMap { row in
        [row.text, row.control?.placeholder, row.path].compactMap(\.self).first { !$0.isEmpty }
      }
    case .alert:
      guard let alert = screen.alert else { return [] }
      return alert.fields.map(\.shownName) + alert.actions.map(\.title)
    case .filter: return screen.search?.scopes ?? []
    default: return []
    }
  }
}
