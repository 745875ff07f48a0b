/// Rows and cells: finding them, acting on them, reading them.
extension DriverModule {
  /// `driver.lua` makes objects of what these find.
  static let finders: [Function] = [
    .init("row", "(what: okit.Locator): okit.Row", "Returns a row of the screen.") {
      .value($0.elements.value(.row(try $1.driver.row(locator($1, $2, 1))), of: $1))
    },
    .init("cell", "(what: okit.Locator): okit.CellElement", "Returns a cell, by its text, placeholder or path.") {
      .value($0.elements.value(.cell(try $1.driver.cell(locator($1, $2, 1))), of: $1))
    },
  ]

  /// `fields(app, row)`: what the row shows now.
  func rowFields(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(session.bridge.lua(try elements.row(call.object(1)).row().plainObject))
  }

  /// `accessibility(app, row)`: what the row shows now to assistive technologies.
  func rowAccessibility(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(session.bridge.lua(try elements.row(call.object(1)).row().accessibilityObject))
  }

  static let why = Function(
    Declaration(
      "why",
      "(row: okit.Row|okit.CellElement 'as returned by `app:row` or `app:cell`', "
        + "property: string 'a property of the cell (`detailPath`), or the field of the screen that shows it "
        + "(`detail`)'): okit.BindingReport",
      "Returns what the binding of a property of a row or cell read last, when it ran, and which write made it run. "
        + "Without a property, returns a list of all bindings of the row that have run.",
      or: "(row: okit.Row|okit.CellElement): okit.BindingReport[]")
  ) { try $0.why($1, $2) }

  private func why(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let row = try elements.row(call.object(1))
    if call.isNull(2) { return .value(session.bridge.lua(.array(try row.why().map(\.jsonValue)))) }
    return .value(session.bridge.lua(try row.why(call.string(2)).jsonValue))
  }

  /// `name(app, row)`: what it was called when it was found.
  func name(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    switch try elements.found(call.object(1)) {
    case .row(let row): .value(.string(row.name))
    case .cell(let cell): .value(.string(cell.target.name))
    case .element(let element): .value(.string(element.name))
    }
  }

  typealias RowAction = TargetAction<RowDriver>
  typealias CellAction = TargetAction<CellDriver>

  static let rowActions: [RowAction] = [
    .init("tap", "(): okit.App", "Taps the row.") { row, _, _ in try row.tap() },
    .init("quick", "(): okit.App", "Swipes the row and runs its quick action.") { row, _, _ in try row.quick() },
    .init("delete", "(): okit.App", "Swipes the row and deletes it.") { row, _, _ in try row.delete() },
    .init("select", "(): okit.App", "Selects the row in edit mode.") { row, _, _ in try row.select() },
    .init("deselect", "(): okit.App", "Deselects the row in edit mode.") { row, _, _ in try row.deselect() },
    .init(
      "more", "(action?: okit.Locator): okit.App",
      "Opens the More... sheet and taps an action; without an action, only opens it."
    ) { try $0.more($2.isNull(2) ? nil : locator($1, $2, 2)) },
    .init(
      "swipe", "(edge: okit.Edge): okit.App", "Swipes the row fully, which runs the first action of that edge."
    ) { try $0.swipe(edge($2, 2)) },
    .init(
      "move", "(place: okit.Locator 'a place in the section, or the row that is there'): okit.App",
      "Moves the row to a position in its section, or to the position of another row."
    ) {
      if case .int(let place) = try $2[2] { return try $0.move(to: place) }
      try $0.move(before: locator($1, $2, 2))
    },
  ]

  /// Performs the call of the field `accessory`.
  static let tapAccessory = RowAction("accessory", "(): okit.App", "Taps the accessory.") { row, _, _ in
    try row.accessory()
  }

  var rowBodies: [(Declaration, Body)] {
    bodies(Self.rowActions + [Self.tapAccessory]) { try $0.elements.row($1.object(1)) }
  }

  private static func edge(_ call: borrowing LuaCall, _ index: Int) throws -> Action.Edge {
    let name = try call.string(index)
    if let edge = Action.Edge(rawValue: name) { return edge }
    throw Diagnostic(
      "lua.argument", "an edge must be \"leading\" or \"trailing\", got \"\(name)\"",
      hint: NearestName.hint(for: name, in: Action.Edge.allCases.map(\.rawValue)))
  }

  static let cellActions: [CellAction] = [
    .init("type", "(text: string): okit.App", "Replaces the text.") { try $0.type($2.string(2)) },
    .init("clear", "(): okit.App", "Clears the text.") { cell, _, _ in try cell.clear() },
    .init(
      "set", "(value: any): okit.App",
      """
      Sets the value of a switch, slider, stepper, date or text field, or selects an option by title or by index from \
      0; numbers and dates may be texts as a user types them.
      """
    ) { try $0.set($1.bridge.value($2[2])) },
    .init("slide", "(number: number): okit.App", "Moves the slider.") { try $0.slide($2.double(2)) },
    .init(
      "step", "(count?: integer): okit.App", "Taps the stepper; a negative count steps down. The count defaults to 1."
    ) {
      try $0.step($2.isNull(2) ? 1 : $2.int(2))
    },
    .init(
      "pick", "(date: okit.DateLike): okit.App",
      "Selects a date; a text is a date as a user types it, in a form of the locale or of ISO 8601."
    ) {
      if case .string(let text) = try $2[2] { return try $0.pick(text) }
      if let day = $1.bridge.dates.days.moment($2.object(2)) { return try $0.pick(day) }
      try $0.pick(date($1, $2, 2))
    },
    .init("choose", "(option: string|integer): okit.App", "Selects an option by title or by number from 1.") {
      if case .int(let number) = try $2[2] { return try $0.choose(number: number) }
      try $0.choose($2.string(2))
    },
    .init("tap", "(): okit.App", "Taps the row.") { cell, _, _ in try cell.target.tap() },
  ]

  static let tapCellAccessory = CellAction("accessory", "(): okit.App", "Taps the accessory.") { cell, _, _ in
    try cell.target.accessory()
  }

  /// Returns what a control shows.
  static let cellError = Function(
    "error", "(): string?", "Returns the message about the value of the control; nil for a valid one."
  ) { module, _, call in
    .value(try module.cell(call).error().map(LuaValue.string) ?? .null)
  }

  var cellBodies: [(Declaration, Body)] {
    bodies(Self.cellActions + [Self.tapCellAccessory]) { try $0.cell($1) }
  }

  private func cell(_ call: borrowing LuaCall) throws -> CellDriver {
    guard case .cell(let cell) = try elements.found(call.object(1)) else { throw call.mismatch(1, "cell") }
    return cell
  }
}
