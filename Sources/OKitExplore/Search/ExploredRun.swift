/// An application that an exploration drives, from its launch to its end.
package final class ExploredRun {
  package enum Outcome: Sendable {
    /// - Parameter isChanged: Whether the models or the screen differ from before.
    case performed(isChanged: Bool)
    /// The application has refused it, as a person would see.
    case refused
    /// Its element is not there.
    case impossible
  }

  package let session: AppSession
  private let oracles: Set<Oracle>
  /// Ends the application.
  private let end: () -> Void
  /// Returns what the scripts have run since the last call.
  private let covered: () -> [String]
  /// The steps that were performed.
  package private(set) var steps: [ExploredStep] = []
  /// What the element of the last step has shown, which the step may have found in place of another one; empty for
  /// data.
  private(set) var title = ""
  /// The faults since `takeFaults`.
  private var faults: [ExploredFault] = []
  /// The statements of a test that perform the steps.
  package private(set) var statements: [String] = []
  /// Whether statements are made.
  package var writesStatements = false
  /// Whether the next step is undone and repeated.
  package var checksHistory = false
  /// Whether a step that names an element is also performed on another screen that has it, as a test does.
  package var crossesScreens = false
  /// Whether a relaunch compares the models before and after it.
  package var checksStore = true
  private var hasEnded = false
  /// Whether a limit or a signal has stopped the script.
  private var isStopped = false
  /// Whether a signal that ends the exploration has stopped the script.
  private(set) var isInterrupted = false
  /// Whether a person had to answer the authenticator after the last relaunch.
  private var wasCovered = false
  /// Whether a check has left the application in a state to which its steps do not lead.
  package private(set) var isOffPath = false
  private(set) lazy var facts = ModelFacts(session.runtime.store)

  /// - Parameters:
  ///   - covered: Returns what the scripts have run since the last call; see `takeCovered`.
  ///   - end: Ends the application.
  package init(
    _ session: AppSession, oracles: Set<Oracle> = [.error], covered: @escaping () -> [String] = { [] },
    end: @escaping () -> Void = {}
  ) {
    (self.session, self.oracles, self.covered, self.end) = (session, oracles, covered, end)
    noteProblems()
  }

  deinit { close() }

  package func close() {
    guard !hasEnded else { return }
    hasEnded = true
    end()
  }

  /// Whether it shows screens and performs actions.
  package var isRunning: Bool {
    !hasEnded && !isStopped && session.process?.isRunning != false
  }

  /// What can be done now.
  package var possible: PossibleActions {
    if let knownPossible { return knownPossible }
    let possible = PossibleActions(session)
    knownPossible = possible
    return possible
  }

  /// The possible actions until something happens.
  private var knownPossible: PossibleActions?

  /// Returns the faults since the last call.
  package func takeFaults() -> [ExploredFault] {
    defer { faults = [] }
    return faults
  }

  /// Returns the outcomes of conditions and bindings, the lines and functions that were reached since the last call, by
  /// names that are the same in every process, sorted; nothing where the host does not count them.
  func takeCovered() -> [String] { covered() }

  package func add(_ fault: ExploredFault) {
    if fault.diagnostic.code == ExecutionBudget.interruptionCode { return note(fault.diagnostic) }
    if oracles.contains(fault.oracle) { faults.append(fault) }
  }

  // MARK: Steps

  /// Performs a step on the present screen.
  ///
  /// - Throws: What ending a step throws.
  @discardableResult
  package func perform(_ step: ExploredStep) throws -> Outcome {
    guard isRunning else { return .impossible }
    let possible = possible
    var step = step
    if crossesScreens, !step.screen.isEmpty, possible.hasElement(of: step) { step.screen = possible.screen }
    guard let action = possible.resolve(step) else { return .impossible }
    title = action.title
    defer { knownPossible = nil }
    let (before, due) = (session.driver.screen, session.runtime.timers.nextDue)
    let (store, relaunches) = (session.runtime.store, step.kind == .relaunch)
    let recorder = ChangeRecorder(store)
    store.startRecording(recorder)
    defer { store.stopRecording(recorder) }
    let statement = writesStatements ? statement(of: action, step, on: before) : ""
    do { try act(action, step) } catch let fault as ExploredFault {
      isOffPath = true
      add(fault)
    } catch {
      let diagnostic = error.asDiagnostic
      if relaunches {
        // It does not start again with what it has stored.
        note(diagnostic)
        (isStopped, steps) = (true, steps + [step])
        if !statement.isEmpty { statements.append(statement) }
        return .performed(isChanged: true)
      }
      if Self.refusals.contains(diagnostic.code) {
        _ = session.process?.takeRequestFailure()
        return .refused
      }
      note(diagnostic)
    }
    // A request that no answer covers fails in the application, which is tested with that.
    _ = session.process?.takeRequestFailure()
    try session.process?.finishStep()
    steps.append(step)
    if !statement.isEmpty {
      statements.append(relaunches && wasCovered ? statement + ":authenticate(true)" : statement)
    }
    let after = isRunning ? session.driver.screen : before
    noteProblems()
    let isChanged =
      relaunches || !recorder.isEmpty || after != before || isRunning && session.runtime.timers.nextDue != due
    if relaunches || !recorder.isEmpty { facts = ModelFacts(session.runtime.store) }
    if oracles.contains(.property) { checkProperties(after: action.json(step.value)) }
    return .performed(isChanged: isChanged)
  }

  private static let refusals: Set<Diagnostic.Code> = [
    "action.impossible", "action.stale", "action.json", "app.clock", "cell.value", "cell.kind",
  ]

  private func act(_ action: PossibleAction, _ step: ExploredStep) throws {
    let (driver, runtime) = (session.driver, session.runtime)
    switch step.kind {
    case .clock:
      guard case .double(let seconds)? = step.value["seconds"].map(Self.number) else { return }
      driver.remember("advance", call: "advance", [.double(seconds)])
      try session.reportingFailures { try runtime.advance(seconds: seconds) }
    case .background:
      driver.remember("background")
      try session.reportingFailures { try runtime.background() }
      driver.remember("foreground")
      runtime.foreground()
    case .relaunch:
      let checks = OracleChecks(session)
      wasCovered = try checksStore && oracles.contains(.store) ? checks.checkStore() : checks.relaunch()
    case .authenticate:
      let isOK = step.value["ok"] == true
      driver.remember("authenticate", call: "authenticate", [.bool(isOK)])
      try runtime.authenticate(isOK)
    case .fault:
      let answer = step.value["answer"] ?? .null
      driver.remember("fault", call: "fault", [answer])
      try session.process?.fault(LuaValue(answer))
    default:
      let action = Action(try ScreenAction(json: action.json(step.value)))
      guard checksHistory else { return try driver.perform(remote: action) }
      let wanted = oracles.intersection([.undo, .redo])
      try OracleChecks(session).checkHistory(wanted) { try driver.perform(remote: action) }
    }
  }

  private static func number(_ value: JSONValue) -> JSONValue {
    if case .int(let number) = value { .double(Double(number)) } else { value }
  }

  /// The statement of a test that performs a step.
  private func statement(of action: PossibleAction, _ step: ExploredStep, on screen: Screen) -> String {
    switch step.kind {
    case .clock: return ActionStatement.line(call: "advance", [step.value["seconds"] ?? 0])
    case .background: return "app:background():foreground()"
    case .relaunch: return "app:background():relaunch()"
    case .authenticate: return ActionStatement.line(call: "authenticate", [step.value["ok"] ?? true])
    case .fault: return ActionStatement.line(call: "fault", [step.value["answer"] ?? .null])
    default:
      guard let action = try? ScreenAction(json: action.json(step.value)) else { return "" }  // Then it is refused.
      return ActionStatement(action, on: screen, isInvented: true).line
    }
  }

  // MARK: Oracles

  /// Takes the problems that the application has reported since the last step.
  private func noteProblems() {
    for diagnostic in session.takeUnreadDiagnostics() { note(diagnostic) }
  }

  private func note(_ diagnostic: Diagnostic) {
    if diagnostic.code == ExecutionBudget.interruptionCode {
      (isStopped, isInterrupted) = (true, true)
      return
    }
    if diagnostic.code == "lua.limit" { isStopped = true }
    if let fault = ExploredFault(reported: diagnostic) { add(fault) }
  }

  /// Asks the properties of the test.
  package func checkProperties(after action: JSONValue? = nil) {
    guard !session.properties.all.isEmpty else { return }
    do { try OracleChecks(session).checkProperties(after: action) } catch { add(error) }
  }

  /// Compares the screen with one that is built from scratch.
  package func checkStale() {
    guard oracles.contains(.stale), isRunning else { return }
    knownPossible = nil
    do { try OracleChecks(session).checkStale() } catch { add(error) }
    noteProblems()
  }

  /// Waits for what must hold at some moment.
  package func checkEventualities() {
    guard oracles.contains(.property), isRunning, !session.properties.all.isEmpty else { return }
    isOffPath = true
    do { try OracleChecks(session).checkEventualities() } catch { add(error) }
    noteProblems()
  }
}
