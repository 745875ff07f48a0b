/// Screens as tables. `driver.lua` reads their parts when a script reads them, so that a title does not wait for a
/// hundred rows.
extension DriverModule {
  /// Returns the plain fields of a screen, and the object from which its parts are read.
  func screen(_ session: AppSession) -> LuaOutcome {
    let screen = session.driver.visibleScreen
    return .values([session.bridge.lua(.object(screen.plainMembers)), elements.value(screen)])
  }

  /// The functions by the names of the parts, `part(app, screen)`, and `shown_row(app, screen, section, place)`.
  var screenParts: [(Declaration, Body)] {
    var parts = Screen.lazyFields.filter { $0.key != "sections" && $0.key != "menu" }.map { field in
      (
        Declaration(field.key, "any"),
        { module, session, call in try module.part(session, call) { field.value($0) ?? .null } } as Body
      )
    }
    // A screen of its own, read in the same way.
    parts.append(
      (
        Declaration("menu", "any"),
        { module, session, call in
          guard let menu = module.elements.screen(call.object(1))?.menu else { return .value(.null) }
          return .values([session.bridge.lua(.object(menu.plainMembers)), module.elements.value(menu)])
        }
      ))
    // The number of rows stands for them.
    parts.append(
      (
        Declaration("sections", "any"),
        { module, session, call in
          try module.part(session, call) { .array($0.sections.map(\.outline)) }
        }
      ))
    parts.append(
      (
        Declaration("shown_row", "any"),
        { module, session, call in
          let path = RowPath(section: try call.int(2) - 1, row: try call.int(3) - 1)
          return try module.part(session, call) { $0[path]?.plainObject ?? .null }
        }
      ))
    parts.append(
      (
        Declaration("shown_accessibility", "any"),
        { module, session, call in
          let path = RowPath(section: try call.int(2) - 1, row: try call.int(3) - 1)
          return try module.part(session, call) { $0[path]?.accessibilityObject ?? .null }
        }
      ))
    return parts
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
