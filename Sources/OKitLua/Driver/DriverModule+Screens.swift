/// Screens as tables. `driver.lua` reads their parts when a script reads them, so that a title does not wait for a
/// hundred rows.
extension DriverModule {
  /// Returns the plain fields of a screen, and the object from which its parts are read; where a test must claim what
  /// a step has changed, also the number of the step.
  func screen(_ session: AppSession) -> LuaOutcome {
    let screen = session.driver.visibleScreen
    let fields = elements.fields(of: screen, session.runtime.store.budget) {
      session.bridge.lua(.object(screen.plainMembers))
    }
    let parts = [fields, elements.value(screen)]
    return .values(session.claims.map { parts + [.int($0.number)] } ?? parts)
  }

  /// The functions by the names of the parts, `part(app, screen)`, and `shown_row(app, screen, section, place)`.
  var screenParts: [(Declaration, Body)] {
    let fields: [(Declaration, Body)] = Screen.lazyFields.filter { $0.key != "sections" && $0.key != "menu" }.map {
      field in
      (Declaration(field.key, "any"), { try $0.part($1, $2) { field.value($0) ?? .null } })
    }
    let others: [(String, Body)] = [
      // A screen of its own, read in the same way.
      (
        "menu",
        { module, session, call in
          guard let menu = module.elements.screen(call.object(1))?.menu else { return .value(.null) }
          return .values([session.bridge.lua(.object(menu.plainMembers)), module.elements.value(menu)])
        }
      ),
      // The number of rows stands for them.
      ("sections", { try $0.part($1, $2) { .array($0.sections.map(\.outline)) } }),
      ("shown_row", { try $0.shownRow($1, $2) { $0.plainObject } }),
      ("shown_accessibility", { try $0.shownRow($1, $2) { $0.accessibilityObject } }),
    ]
    return fields + others.map { (Declaration($0, "any"), $1) }
  }

  private func shownRow(
    _ session: AppSession, _ call: borrowing LuaCall, _ value: (Screen.Row) -> JSONValue
  ) throws -> LuaOutcome {
    let path = RowPath(section: try call.int(2) - 1, row: try call.int(3) - 1)
    return try part(session, call) { $0[path].map(value) ?? .null }
  }

  private func part(_ session: AppSession, _ call: borrowing LuaCall, _ value: (Screen) -> JSONValue) throws
    -> LuaOutcome
  {
    guard let screen = elements.screen(call.object(1)) else {
      throw Diagnostic("row.gone", "the screen belongs to an application that has ended")
    }
    return .value(session.bridge.lua(value(screen)))
  }
}
