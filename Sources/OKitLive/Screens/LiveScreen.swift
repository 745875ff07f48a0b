/// A screen with what only someone who operates it needs.
package struct LiveScreen: Sendable, Hashable {
  /// What can be done on the screen as a whole, besides its elements.
  package struct Actions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let back = Actions(rawValue: 1)
    package static let close = Actions(rawValue: 2)
    package static let menu = Actions(rawValue: 4)
    package static let refresh = Actions(rawValue: 8)
    package static let title = Actions(rawValue: 16)
    package static let undo = Actions(rawValue: 32)
    package static let redo = Actions(rawValue: 64)
    package static let mark = Actions(rawValue: 128)

    private static let names: [(action: Actions, name: String)] = [
      (back, "back"), (close, "close"), (menu, "menu"), (refresh, "refresh"), (title, "title"), (undo, "undo"),
      (redo, "redo"), (mark, "mark"),
    ]

    package var jsonValue: JSONValue { .array(Self.names.filter { contains($0.action) }.map { .string($0.name) }) }
  }

  package var screen: Screen
  package var place: NavigationPlace
  package var actions: Actions
  /// The names of what the controls of rows edit, which are the same after a restart.
  package var fields: [RowID: String]
  /// The rows for which a tap does nothing.
  package var inert: Set<RowID>
  /// The rows that have other ids for the renderer, which knows those before a hot reload.
  package var renamed: Set<RowID> = []

  /// - Parameter actions: Besides those that the screen itself says.
  package init(
    _ screen: Screen, place: NavigationPlace, actions: Actions = [], fields: [RowID: String] = [:],
    inert: Set<RowID> = []
  ) {
    (self.screen, self.place, self.fields, self.inert) = (screen, place, fields, inert)
    var actions = actions
    if screen.gestures.contains(.refresh) { actions.insert(.refresh) }
    if screen.gestures.contains(.titleTap) { actions.insert(.title) }
    self.actions = actions
  }

  /// The screen as JSON data: with the members of `Screen.jsonValue`.
  package var jsonValue: JSONValue {
    var members = screen.members(Self.screenFields)
    members["sections"] = .array(
      screen.sections.map { section in
        guard case .object(var members) = section.head.jsonValue else { return .null }
        members["rows"] = .array(section.rows.map(json))
        return .object(members)
      })
    members["instance"] = instanceJSON
    members["actions"] = actions.jsonValue
    return .object(members)
  }

  private static let screenFields = Screen.fields.filter { $0.key != "sections" }

  var instanceJSON: JSONValue { place.instance.map(JSONValue.int) ?? .null }

  /// Returns a row as JSON data.
  func json(_ row: Screen.Row) -> JSONValue {
    guard case .object(var members) = row.jsonValue else { return .null }
    if row.isMovable { members["movable"] = true }
    if inert.contains(row.id) { members["tappable"] = false }
    members["field"] = fields[row.id].map(JSONValue.string)
    if !row.cells.isEmpty { members["cells"] = .array(row.cells.map(json)) }
    return .object(members)
  }

  /// Whether a tap on a row does something as on another screen, and its id, its fields, and those of its cells, are
  /// those that they were there.
  func hasSameFields(_ row: Screen.Row, as old: LiveScreen) -> Bool {
    !old.renamed.contains(row.id) && fields[row.id] == old.fields[row.id]
      && inert.contains(row.id) == old.inert.contains(row.id)
      && row.cells.allSatisfy { fields[$0.id] == old.fields[$0.id] }
  }
}
