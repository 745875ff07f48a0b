/// What a test expects of an application after each step, as `app:always`, `app:eventually` and `app:reference` declare
/// it.
package final class SessionProperties {
  package enum Kind: Sendable, Hashable {
    case always
    /// At some moment, at most so many seconds later.
    case eventually(within: Double)
    /// The function gets each action, and compares the application with its own model.
    case reference
  }

  package struct Property {
    package let kind: Kind
    package let name: String
    package let place: Diagnostic.Place?
    /// Returns whether the property holds; nil for yes.
    package let holds: ([LuaValue]) throws -> Bool
  }

  package private(set) var all: [Property] = []

  func add(_ property: Property) { all.append(property) }
}

extension DriverModule {
  static let check = Function(
    "check", "(name: string, fn?: fun()): okit.App",
    """
    Checks the application as an exploration does, and fails if something is wrong: `"stale"` (the screen differs from \
    one that is built from scratch), `"store"` (a relaunch loses something), `"deadEnd"` (no action changes anything), \
    `"undo"` and `"redo"` (of the step that the function performs), `"property"` (of `app:always`).
    """
  ) { module, session, call in
    guard let checks = session.checks else {
      throw Diagnostic("action.impossible", "an application cannot check itself", hint: "call app:check in a test")
    }
    let name = try call.text(1)
    guard !call.isNull(2) else {
      try checks.check(name, of: session, nil)
      return .nothing
    }
    struct Abandoned: Error {}
    let (body, state) = (try call.function(2), module.state)
    // The function reports its own error when the check has ended.
    do {
      try checks.check(name, of: session) { if try state.call(body).first == .bool(false) { throw Abandoned() } }
    } catch is Abandoned {}
    return .nothing
  }

  static let properties: [Function] = [
    .init(
      "always", "(name: string, fn: okit.Condition): okit.App",
      "Expects that the function returns true after each step of an exploration."
    ) { module, session, call in try module.add(.always, session, call) },
    .init(
      "eventually", "(name: string, fn: okit.Condition, options?: { within: number }): okit.App",
      "Expects that the function returns true at some moment within so many seconds (60) after each step."
    ) { module, session, call in
      var seconds = 60.0
      if case .table(let options) = try call[3] {
        switch options["within"] {
        case .int(let number): seconds = Double(number)
        case .double(let number): seconds = number
        default: throw Diagnostic("lua.argument", "app:eventually needs { within = seconds }")
        }
      }
      return try module.add(.eventually(within: seconds), session, call)
    },
    .init(
      "reference", "(reference: okit.ReferenceModel): okit.App",
      "Expects that the application agrees with a model of the test: `step` does to it what each action should do, and "
        + "`check` compares the two."
    ) { module, session, call in try module.add(.reference, session, call) },
  ]

  private func add(
    _ kind: SessionProperties.Kind, _ session: AppSession, _ call: borrowing LuaCall
  ) throws -> LuaOutcome {
    let (function, state) = (try call.function(2), state)
    session.properties.add(
      .init(kind: kind, name: try call.text(1), place: call.place) { arguments in
        switch try state.call(function, arguments).first {
        case .bool(let holds)?: holds
        case nil, .null?: kind == .reference
        default: true
        }
      })
    return .nothing
  }
}
