/// The claims of tests that launch an application with `exhaustive`.
extension DriverModule {
  /// `driver.lua` reads `fn` as claims when it is a table.
  static let shows = Function(
    "shows", "(screen: table 'fields as those of `app.screen`'): okit.App",
    "Claims what the last step has changed on the screen, for an application launched with `exhaustive`."
  ) { _, _, _ in .nothing }

  /// The functions of the application object, and of what it gives, that are steps.
  package static let stepNames: Set<String> = Set(
    (modelActions + steps + clockActions + titleActions + alertActions + sheetActions).map(\.name)
      + AppDriver.actions.map(\.name) + RowDriver.actions.map(\.name) + CellDriver.actions.map(\.name)
      + elementActions.map(\.name) + history.map(\.name) + ["call", "transaction", "window", "closeWindow"])

  /// The functions from which the prelude makes claims.
  var claims: [(Declaration, Body)] {
    let functions: [(String, Body)] = [
      (
        "shown",
        { _, session, call in
          session.claims?.claim(shown: try call.string(2), after: try call.int(1))
          return .nothing
        }
      ),
      (
        "screen",
        { module, session, _ in
          _ = try Self.claims(of: session)
          return module.screen(session)
        }
      ),
      (
        "has_changed",
        { _, session, call in
          .value(.bool(try Self.claims(of: session).hasChanged(shown: call.string(1))))
        }
      ),
      (
        "made",
        { _, session, _ in
          let made = try Self.claims(of: session).made
          return .value(.table(LuaTable(array: made.map { session.bridge.lua($0.jsonValue) })))
        }
      ),
      (
        "made_one",
        { _, session, call in
          try Self.claims(of: session).claimMade(call.int(1) - 1)
          return .nothing
        }
      ),
      (
        "fail",
        { _, session, call in
          throw try Self.claims(of: session).noChange(
            call.isNull(1) ? "a change without a path" : call.text(1))
        }
      ),
      (
        "differs",
        { _, session, call in
          _ = try Self.claims(of: session)
          func text(_ value: LuaValue) -> String { (try? session.bridge.jsonValue(value).json()) ?? value.typeName }
          let (part, shown, wanted) = (try call.text(1), text(try call[2]), text(try call[3]))
          let name = part.isEmpty ? "screen" : "screen.\(part)"
          throw Diagnostic("test.claim", "claims that \(name) is \(wanted), but it is \(shown)")
        }
      ),
    ]
    return functions.map { (Declaration($0, "any"), $1) }
  }

  /// - Throws: `app.claims` for an application that was launched without `exhaustive`.
  private static func claims(of session: AppSession) throws -> StepClaims {
    if let claims = session.claims { return claims }
    throw Diagnostic(
      "app.claims", "the application was launched without exhaustive, so that no changes can be claimed",
      hint: "pass exhaustive = true to okit.launch, or use app:changes(function)")
  }
}
