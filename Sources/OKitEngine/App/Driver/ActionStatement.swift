/// An action in the terms of a test: its element, and the statement that performs it.
package struct ActionStatement {
  /// Without what a person types into secure fields.
  package let action: ScreenAction
  package let target: ActionTarget?
  /// A line of Lua, such as `app:row("Lamp"):quick()`.
  package let line: String

  /// - Parameters:
  ///   - screen: The screen with the element.
  ///   - isInvented: Whether no person has typed the text of the action, so that it is not a secret.
  package init(_ action: ScreenAction, on screen: Screen, isInvented: Bool = false) {
    self.action = isInvented ? action : screen.masked(action)
    target = screen.target(of: action)
    line = screen.statement(of: self.action)
  }

  /// How a test finds a row, or a cell to change it.
  ///
  /// - Parameter usesDetail: Whether the detail text may tell it from others.
  package static func element(_ row: RowID, isCell: Bool, usesDetail: Bool, on screen: Screen) -> String {
    screen.found(.id(row), isCell: isCell, byIdentifier: true, usesDetail: usesDetail)
  }

  /// The statement for a function of the application object; empty for what only a session can do.
  package static func line(call name: String, _ arguments: [JSONValue]) -> String {
    let given = arguments.map(LuaText.literal).joined(separator: ", ")
    return switch name {
    case "advance": "app.clock:advance(\(given))"
    case "setClock": "app.clock:set(\(given))"
    // The number of the window, which the test does not choose.
    case "window": "app:window()"
    case "eval", "reload", "store": ""
    default: "app:\(name)(\(given))"
    }
  }
}

extension Screen {
  /// The element of an action.
  fileprivate func target(of action: ScreenAction) -> ActionTarget? {
    guard let id = element(of: action) else { return nil }
    let row = id.row.flatMap(self.row(_:))
    let elements = row?.elements ?? dialogElements + ownElements + keyboardElements
    guard let found = elements.first(where: { $0.id == id })?.accessibility else { return nil }
    let place = id.row.flatMap { path(of: rowID(of: $0)) }
    let section = place.flatMap { sections[$0.section].header }
    var target = ActionTarget(
      role: found.role.rawValue, label: found.label, identifier: found.identifier, section: section, path: row?.path)
    let others =
      place.map { sections[$0.section].rows.flatMap(\.elements) } ?? dialogElements + ownElements + keyboardElements
    let equal = others.filter { $0.accessibility.role == found.role && $0.accessibility.label == found.label }
    if equal.count > 1 { target.index = equal.firstIndex { $0.id == id }.map { $0 + 1 } }
    return target
  }

  /// The identifier of the element of an action; nil for one on the screen as a whole.
  private func element(of action: ScreenAction) -> ElementID? {
    switch action {
    case .back, .close, .menu, .refresh: nil
    case .key(let key): .key(key)
    case .search, .filter: .search
    case .tapTitle: .title
    case .tapTab(let index): .tab(index)
    case .tapIndex(let title): .index(title)
    case .tapColumn(let index): .column(index)
    case .tapCover: .cover
    case .tapView(let number): .view(number)
    case .tapHelp: .help
    case .tapBarButton(let button): .barButton(button)
    case .tapAccessory(let row): .accessory(identified(row))
    case .edit(let row, _): .control(identified(row))
    case .tapRow(let row), .swipe(let row, _), .delete(let row), .more(let row), .quick(let row), .move(let row, _),
      .select(let row, _):
      .row(identified(row))
    case .typeInAlert(let dialog, let field, _): .dialogPart(DialogPartID(dialog, .field, field))
    case .answer(let dialog, let index): .dialogPart(DialogPartID(dialog, .action, index))
    }
  }

  private func identified(_ row: ScreenAction.RowTarget) -> ScreenAction.RowTarget {
    id(of: row).map { .id($0) } ?? row
  }

  /// The statement of a test that performs an action.
  fileprivate func statement(of action: ScreenAction) -> String {
    func call(_ name: String, _ arguments: JSONValue...) -> String { ActionStatement.line(call: name, arguments) }
    switch action {
    case .back: return call("back")
    case .close: return call("close")
    case .menu: return call("menu")
    case .refresh: return call("refresh")
    case .key(.done): return call("doneKey")
    case .key(.cancel): return call("cancelKey")
    case .key(let key): return call(key.rawValue)
    case .search(let text): return call("search", .string(text))
    case .filter(let scope):
      let scopes = search?.scopes ?? []
      return call("filter", .string(scopes.indices.contains(scope) ? scopes[scope] : ""))
    case .tapTitle: return "app:title():tap()"
    case .tapTab(let index):
      let title = tabs.indices.contains(index) ? tabs[index].title : ""
      return call("tab", tabs.count { $0.title == title } == 1 ? .string(title) : .int(index + 1))
    case .tapCover: return call("tap", ["kind": "cover"])
    case .tapIndex(let title): return call("tap", .string(title))
    case .answer, .typeInAlert: return dialogStatement(of: action)
    case .tapColumn, .tapView, .tapHelp, .tapBarButton:
      let target = target(of: action)
      if let identifier = target?.identifier { return "\(call("byIdentifier", .string(identifier))):tap()" }
      let label = target?.label ?? ""
      if case .tapBarButton(let id) = action, let button = barButtons.first(where: { $0.id == id })?.button {
        let isUnique = barButtons.count { $0.button.title == button.title } == 1
        return call("tap", isUnique ? .string(button.title) : ["kind": "button", "text": .string(button.title)])
      }
      return "\(call("byLabel", .string(label))):tap()"
    case .tapRow, .tapAccessory, .swipe, .delete, .more, .quick, .move, .select, .edit:
      let isCell = if case .edit = action { true } else { false }
      return action.row.map {
        found($0, isCell: isCell, byIdentifier: isCell || action.isTap) + Self.method(of: action, row($0))
      } ?? ""
    }
  }

  private func dialogStatement(of action: ScreenAction) -> String {
    let name = "app." + (alert == nil ? "sheet" : "alert")
    switch action {
    case .answer(_, let index):
      let actions = alert?.actions ?? sheet?.actions ?? []
      return "\(name):tap(\(LuaText.quoted(actions.indices.contains(index) ? actions[index].title : "")))"
    case .typeInAlert(_, let index, let text):
      let fields = alert?.fields ?? []
      let field = fields.count > 1 && fields.indices.contains(index) ? ", " + LuaText.quoted(fields[index].name) : ""
      return "\(name):type(\(LuaText.quoted(text))\(field))"
    default: return ""
    }
  }

  /// How a test finds a row: by what tells it from the others, its index last.
  fileprivate func found(
    _ target: ScreenAction.RowTarget, isCell: Bool, byIdentifier: Bool, usesDetail: Bool = true
  ) -> String {
    guard let path = path(of: target) ?? id(of: target).flatMap({ self.path(of: rowID(of: $0)) }) else {
      return "app:row(1)"
    }
    let (section, row) = (sections[path.section], sections[path.section].rows[path.row])
    if let id = id(of: target), case .gridCell(_, let column) = id {
      let index = row.cells.firstIndex { $0.id == id } ?? column
      let title = columns.indices.contains(index) ? columns[index].title : ""
      return "app:cell(\(LuaText.literal(locator(of: row, in: section) { $0.text })), \(LuaText.quoted(title)))"
    }
    if let identifier = row.element.identifier, byIdentifier {
      return "app:byIdentifier(\(LuaText.quoted(identifier)))"
    }
    let locator = locator(of: row, in: section, usesDetail) { isCell ? $0.cellName : $0.text }
    return "app:\(isCell ? "cell" : "row")(\(LuaText.literal(locator)))"
  }

  private func rowID(of id: RowID) -> RowID {
    if case .gridCell(let entity, _) = id { .entity(entity) } else { id }
  }

  private func locator(
    of row: Row, in section: Section, _ usesDetail: Bool = true, by name: (Row) -> String?
  ) -> JSONValue {
    let rows = sections.flatMap(\.rows)
    guard let text = name(row), !text.isEmpty else {
      let number = rows.firstIndex { $0.id == row.id } ?? 0
      return .int((window?.from ?? 0) + number + 1)
    }
    var fields: [String: JSONValue] = ["text": .string(text)]
    var equal = rows.filter { name($0) == text }
    if equal.count == 1 { return .string(text) }
    if usesDetail, let detail = row.detail, equal.contains(where: { $0.detail != detail }) {
      fields["detail"] = .string(detail)
      equal.removeAll { $0.detail != detail }
    }
    if equal.count > 1, let header = section.header, sections.count > 1 {
      fields["section"] = .string(header)
      let own = section.rows.map(\.id)
      equal.removeAll { !own.contains($0.id) }
    }
    if equal.count > 1 { fields["index"] = .int((equal.firstIndex { $0.id == row.id } ?? 0) + 1) }
    return .object(fields)
  }

  /// The call on the row that a test has found.
  private static func method(of action: ScreenAction, _ row: Row?) -> String {
    func call(_ name: String, _ arguments: JSONValue...) -> String {
      ":\(name)(\(arguments.map(LuaText.literal).joined(separator: ", ")))"
    }
    switch action {
    case .tapAccessory: return call("accessory")
    case .swipe(_, let edge): return call("swipe", .string(edge.rawValue))
    case .delete: return call("delete")
    case .more: return call("more")
    case .quick: return call("quick")
    case .move(_, let place): return call("move", .int(place + 1))
    case .select(_, let isOn): return call(isOn ? "select" : "deselect")
    case .edit(_, .text(let text)) where row?.control?.kind == .date: return call("pick", .string(text))
    case .edit(_, .text(let text)): return text.isEmpty ? call("clear") : call("type", .string(text))
    case .edit(_, .option(let index)):
      let options = row?.control?.options ?? []
      return call("choose", options.indices.contains(index) ? .string(options[index]) : .int(index + 1))
    case .edit(_, .steps(let count)): return call("step", .int(count))
    case .edit(_, .value(.date(let date))): return call("pick", .string(ISO8601.text(of: date) ?? ""))
    case .edit(_, .value(.day(let day))): return call("pick", .string(day.text))
    case .edit(_, .value(let value)): return call("set", value.jsonValue ?? .null)
    default: return call("tap")
    }
  }
}
