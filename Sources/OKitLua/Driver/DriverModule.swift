/// Gives scripts the object of an application: the prelude `driver` with its host functions.
package struct DriverModule {
  let state: LuaState
  let elements: FoundElements
  /// The application with a number.
  let session: (Int) throws -> AppSession

  package init(state: LuaState, elements: FoundElements, session: @escaping (Int) throws -> AppSession) {
    (self.state, self.elements, self.session) = (state, elements, session)
  }

  typealias Body = @Sendable (DriverModule, AppSession, borrowing LuaCall) throws -> LuaOutcome
  typealias Function = HostMember<Body>
  /// One that gives nothing back.
  typealias TargetAction<Target> = HostMember<@Sendable (Target, AppSession, borrowing LuaCall) throws -> Void>
  typealias DeclaredAction = TargetAction<DriverModule>

  /// - Returns: a Lua function that makes the object for an application's number, and one that gives the names of the
  ///   members that a declared class has.
  package func install() throws -> (object: LuaFunction, members: LuaFunction, screenSource: LuaFunction) {
    var host: LuaTable = [
      "actions": try table(
        bodies(Self.actions, on: { _, session, _ in session.driver }) + acting(Self.modelActions)
          + acting(Self.steps, checked: false), "app:"),
      "history": try table(Self.history.map { ($0.declaration, $0.body) }, "app:"),
      "clock": try table(acting(Self.clockActions), "clock:"),
      "title": try table(acting(Self.titleActions), "title:"),
      "values": try table(Self.values.map { ($0.declaration, $0.body) }, "app:"),
      "readers": try table(Self.fields.map { ($0.declaration, $0.body) }, "app."),
      "find": try table((Self.finders + Self.elementFinders).map { ($0.declaration, $0.body) }, "app:"),
      "peek": try table(internals.map { (Declaration($0, "any"), $1) }, "app."),
      "row": try table(
        bodies(Self.rowActions) { module, _, call in try module.elements.row(call.object(1)) }, "row:", hidden: 2),
      "cell": try table(bodies(Self.cellActions) { module, _, call in try module.cell(call) }, "cell:", hidden: 2),
      "cell_error": try function(Self.cellError.declaration, "cell:", hidden: 2, Self.cellError.body),
      "element": try table(
        bodies(Self.elementActions) { module, _, call in try module.element(call) }, "element:", hidden: 2),
      "dialogs": [
        "alert": try table(acting(Self.alertActions), "alert:"),
        "sheet": try table(acting(Self.sheetActions), "sheet:"),
      ],
      "shown": .table(LuaTable(pairs: ScreenTypes.shown.map(names(of:)))),
      "row_fields": .table(LuaTable(array: AppTypes.rowFields.map { .string($0.plainName) })),
      "accessibility": .table(LuaTable(array: Accessibility.fields.map { .string($0.key) })),
      "row_accessibility": try function(Declaration("accessibility", "any"), "row.") {
        try $0.rowAccessibility($1, $2)
      },
      "element_fields": try function(Declaration("fields", "any"), "element.") { try $0.elementFields($1, $2) },
      "fields": try function(Declaration("fields", "any"), "row.") { try $0.rowFields($1, $2) },
      "name": try function(Declaration("name", "any"), "row.") { try $0.name($1, $2) },
      "why": try function(Self.why.declaration, "app:", Self.why.body),
      "changes": try function(Self.changes.declaration, "app:", Self.changes.body),
      "claims": try table(claims, "app:"),
      "transaction": try function(Self.transaction.declaration, "app:", Self.transaction.body),
      "check": try function(Self.check.declaration, "app:", Self.check.body),
      "properties": try table(Self.properties.map { ($0.declaration, $0.body) }, "app:"),
      "windows": try table(Self.windows.map { ($0.declaration, $0.body) }, "app:"),
      "step": try function(Self.step.declaration, "app:", Self.step.body),
      "end_step": try function(Declaration("end_step", "any"), "app:") { _, session, call in
        session.steps.end(hasFailed: try call.bool(1))
        session.observer?.endStep()
        return .nothing
      },
      "parts": try table(screenParts, "screen.", hidden: 2),
      "unknown": .function(try state.makeFunction("unknown", Self.unknown)),
      "fail": .function(try state.makeFunction("fail", Self.fail)),
    ]
    host.pairs += [
      try state.setter("set_text_call") { try $0.setTextCall($1) },
      try state.setter("set_filler") { try $0.setFiller($1) },
    ]
    host.pairs.append(.init(key: "screens", value: .function(try prelude("screens"))))
    let make = try prelude("driver")
    let functions = try state.call(make, [.table(host)])
    guard functions.count == 3, case .function(let object) = functions[0], case .function(let members) = functions[1],
      case .function(let source) = functions[2]
    else { throw Self.incomplete }
    return (object, members, source)
  }

  /// Runs a prelude and returns the function that it returns.
  private func prelude(_ name: String) throws -> LuaFunction {
    let result = try state.call(state.loadPrelude(name)).first
    guard case .function(let function)? = result else { throw Self.incomplete }
    return function
  }

  private func names(of declared: DeclaredClass) -> LuaTable.Pair {
    .init(
      key: .string(String(declared.plainName)),
      value: .table(LuaTable(array: declared.members.map { .string($0.plainName) })))
  }

  private static var incomplete: Diagnostic {
    Diagnostic("lua.module", "the prelude of the driver returned no functions")
  }

  // MARK: Functions

  private func acting(_ actions: [DeclaredAction], checked: Bool = true) -> [(Declaration, Body)] {
    bodies(actions, checked: checked) { driver, _, _ in driver }
  }

  /// Returns the functions for actions on what `target` finds.
  ///
  /// - Parameter checked: Whether they are actions of a person, which fail while a function of the application runs.
  func bodies<Target>(
    _ actions: [TargetAction<Target>], checked: Bool = true,
    on target: @escaping @Sendable (DriverModule, AppSession, borrowing LuaCall) throws -> Target
  ) -> [(Declaration, Body)] {
    actions.map { action in
      let (name, body) = (action.name, action.body)
      return (
        action.declaration,
        { module, session, call in
          // The call cannot be captured by the closure that checks, so the check stands alone.
          if checked { try session.act(name) {} }
          try body(target(module, session, call), session, call)
          return .nothing
        }
      )
    }
  }

  /// - Parameter hidden: How many arguments `driver.lua` puts before those of the script.
  private func table(_ functions: [(Declaration, Body)], _ prefix: String, hidden: Int = 1) throws -> LuaValue {
    .table(
      LuaTable(
        pairs: try functions.map { declaration, body in
          .init(key: .string(declaration.name), value: try function(declaration, prefix, hidden: hidden, body))
        }))
  }

  /// The functions that work while the application is not running.
  private static let always: Set = [
    "relaunch", "diagnostics", "log", "name", "now", "shown_row", "shown_accessibility", "output", "exitCode",
    "requests", "endpoint", "offline", "step", "end_step",
  ]

  /// A host function whose argument 0 is the application's number, and above bit 32 that of its window, from 0.
  private func function(_ declaration: Declaration, _ prefix: String, hidden: Int = 1, _ body: @escaping Body) throws
    -> LuaValue
  {
    let (module, session) = (self, session)
    // A screen that was read before has its parts.
    let isAlways = Self.always.contains(declaration.name) || prefix == "screen."
    return .function(
      try state.makeFunction(declaration, prefix: prefix, hiddenArguments: hidden) { call in
        let number = try call.int(0)
        let session = try session(number & 0xffff_ffff)
        let driven = try session.enter(window: number >> 32 + 1)
        defer { session.driver.drive(driven) }
        session.calls += 1
        let recorder = session.observer
        recorder?.enter()
        do {
          if !isAlways { try session.process?.checkRunning() }
          let outcome = try body(module, session, call)
          if let failure = session.process?.takeRequestFailure() { throw failure }
          try session.process?.finishStep()
          recorder?.leave(nil, session.driver) { ("", [], "") }
          return outcome
        } catch {
          recorder?.leave(error, session.driver) { Self.failedCall(declaration.name, prefix, hidden, session, call) }
          throw error
        }
      })
  }

  /// A call that has failed before it performed an action, as a trace has it. What it would have typed may be a secret.
  private static func failedCall(
    _ name: String, _ prefix: String, _ hidden: Int, _ session: AppSession, _ call: borrowing LuaCall
  ) -> (name: String, arguments: [JSONValue], line: String) {
    let isHidden = ["type", "set", "answer"].contains(name)
    let arguments = (hidden..<max(hidden, call.count)).map { index -> JSONValue in
      // A function, or an object, has no data.
      isHidden ? .string(Secrets.mask) : (try? session.bridge.jsonValue(call[index])) ?? .null
    }
    // No statement tells which element it was about.
    return (name, arguments, prefix == "app:" ? ActionStatement.line(call: name, arguments) : "")
  }

  // MARK: Errors

  /// `fail(code, message)`.
  static func fail(_ call: borrowing LuaCall) throws -> LuaOutcome {
    throw Diagnostic(Diagnostic.Code(rawValue: try call.string(0)), try call.text(1))
  }

  /// `unknown(what, name, candidates)`, or with the kind of member before the name. The candidates are a list of names,
  /// or the name of a declared class.
  package static func unknown(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let last = call.count - 1
    let (what, name) = (try call.text(0), try call.text(last - 1))
    let kind = last == 3 ? try call.text(1) : "member"
    let names: [String] =
      switch try call[last] {
      case .table(let table): table.array.compactMap { if case .string(let name) = $0 { name } else { nil } }
      case .string(let name): Declarations.names(of: name)
      default: throw call.mismatch(last, "table or string")
      }
    throw Diagnostic(
      "lua.unknownMember", "\(what) has no \(kind) \"\(name)\"", hint: NearestName.hint(for: name, in: names)
    ).about(name)
  }

  /// The members of `okit` in scripts of applications.
  package static let applicationMembers = Set(
    Declarations.names(of: "okit") + ModelTypes.classes.map(\.name) + ComponentDescriptor.all.map(\.name))

  // MARK: Arguments

  /// Returns the locator for a string, a number or a table.
  static func locator(_ session: AppSession, _ call: borrowing LuaCall, _ index: Int) throws -> Locator {
    if call.isNull(index) {
      throw Diagnostic("locator.form", "a locator must be a string, a number or a table, got nil")
    }
    return try Locator(session.bridge.jsonValue(call[index]))
  }

  /// A moment: a date, an ISO 8601 text, or seconds since 1970.
  static func date(_ session: AppSession, _ call: borrowing LuaCall, _ index: Int) throws -> DateValue {
    if let date = session.bridge.dates.moment(call.object(index)) { return date }
    if let day = session.bridge.dates.days.moment(call.object(index)),
      let date = session.runtime.evaluator.date(.day(day))
    {
      return date
    }
    switch try call[index] {
    case .string(let text):
      if let date = ISO8601.parse(text) { return date }
      throw Diagnostic(
        "function.date", "\"\(text)\" is not a date", hint: "use 2020-01-31 or 2020-01-31T12:00:00Z")
    case .int(let seconds): return DateValue(secondsSince1970: Double(seconds))
    case .double(let seconds): return DateValue(secondsSince1970: seconds)
    default: throw call.mismatch(index, "date or string")
    }
  }
}
