/// What the last step of a test has changed, and what of it the test has claimed (`exhaustive` of `okit.launch`).
///
/// A step ends where the next one begins, or the test: then each change must be claimed.
package final class StepClaims: DriverObserver {
  /// The changes of a step that the test has not claimed.
  package struct Unclaimed: Sendable {
    package let step: String
    package let place: Diagnostic.Place?
    /// The number of the step among those that the same line has performed one after the other, from 0.
    package let number: Int
    package let changes: [String]
    /// The calls that claim them, such as `:changes { … }`.
    package let claims: [String]
  }

  private final class Step {
    let name: String
    let place: Diagnostic.Place?
    /// The number of the window.
    let window: Int
    let screen: Screen
    weak var top: Controller?
    let stack: [String]
    let sent: Int
    /// The call of the driver that performs it, which may be several actions.
    let call: Int
    let models = SessionChanges()
    /// Nil until someone asks.
    var changes: [StepChange]?

    init(_ name: String, _ session: AppSession) {
      self.name = name
      place = session.driver.placeOfStep()
      let window = session.driver.window
      (self.window, screen) = (window.number, session.driver.visibleScreen)
      (top, stack) = (window.top, window.stack)
      (sent, call) = (session.process?.sent.count ?? 0, session.calls)
    }
  }

  private unowned let session: AppSession  // Safe: it owns the claims.
  private let ignored: [ChangePattern]
  private var step: Step?
  /// The number of the step, which screens have that were read after it.
  private(set) var number = 0
  /// The line of the step before, and the number of steps there so far.
  private var last: Diagnostic.Place?
  private var numberOnLine = 0
  /// Greater than 0 while `app:changes(fn)` claims the changes of models.
  private var claimingModels = 0
  package private(set) var unclaimed: [Unclaimed] = []

  init(_ session: AppSession, ignoring ignored: [ChangePattern]) { (self.session, self.ignored) = (session, ignored) }

  // MARK: Steps

  /// Ends the last step and begins another one. Actions inside a turn, and further actions of the same call, belong to
  /// the step that runs.
  package func willPerform(_ action: DriverObservation, _ text: String, of driver: AppDriver) {
    guard !session.runtime.turns.isInTurn, !session.runtime.store.isInTransaction, step?.call != session.calls else {
      return
    }
    // Who acts on a screen or a dialog has seen it.
    if case .action = action, isInWindow { mark { $0.subject == .screen || $0.isOpening } }
    end()
    let next = Step(text, session)
    numberOnLine = next.place == last ? numberOnLine + 1 : 0
    last = next.place
    number += 1
    step = next
    next.models.begin(session.runtime)
    session.recordings.append(next.models)
  }

  /// Ends the last step: what it has changed and nobody has claimed is kept in `unclaimed`.
  package func end() {
    guard let step else { return }
    let missing = changes.filter { !$0.isClaimed }
    if !missing.isEmpty {
      unclaimed.append(
        Unclaimed(
          step: step.name, place: step.place, number: numberOnLine, changes: missing.map(\.text),
          claims: ChangeClaims(missing).calls))
    }
    self.step = nil
  }

  /// The changes of the last step. They are found when someone asks first.
  private var changes: [StepChange] {
    guard let step else { return [] }
    if let changes = step.changes { return changes }
    step.models.end()
    session.recordings.removeAll { $0 === step.models }
    var changes = step.models.patches.map(StepChange.init)
    if claimingModels > 0 { for index in changes.indices { changes[index].isClaimed = true } }
    changes += (session.process?.sent ?? []).dropFirst(step.sent).map(StepChange.init(request:))
    // The step may have closed its window.
    if session.process?.isRunning ?? true, let window = session.runtime.window(numbered: step.window) {
      let screen = session.runtime.screen(in: window, window: window.scrolledRows)
      let isSame = step.top.map { $0 === window.top } ?? false && window.stack == step.stack
      changes += StepChange.all(from: step.screen, to: screen, isSame ? nil : (step.stack, window.stack))
    }
    changes.removeAll { change in ignored.contains { $0.fits(change.path) } }
    step.changes = changes
    return changes
  }

  // MARK: Claims

  /// Whether the test means the window of the last step.
  private var isInWindow: Bool { step?.window == session.driver.window.number }

  private func mark(_ isMeant: (StepChange) -> Bool) {
    let changes = changes
    for (index, change) in changes.enumerated() where isMeant(change) { step?.changes?[index].isClaimed = true }
  }

  /// Claims what a part of the screen shows, such as `sections.1.rows.2.text`.
  ///
  /// - Parameter number: That of the step after which the screen was read.
  func claim(shown part: String, after number: Int) {
    guard number == self.number, isInWindow else { return }
    mark { $0.subject == .screen || $0.isShown(in: part) }
  }

  /// Claims what a row shows in a field; in all fields without a name.
  func claim(row: RowID, _ field: String?) {
    guard let path = session.driver.visibleScreen.path(of: row) else { return }
    let part = StepChange.part(path)
    claim(shown: field.map { "\(part).\($0)" } ?? part, after: number)
  }

  /// Claims changes by what they are about.
  func claim(subject isMeant: (StepChange.Subject) -> Bool) {
    mark { isMeant($0.subject) && (isInWindow || !$0.isOfScreen) }
  }

  /// A snapshot shows everything.
  package func claimAll() { mark { _ in true } }

  /// Claims the changes of models that a binding has read.
  func claim(read paths: [String]) {
    mark { change in
      guard case .model(let patch) = change.subject else { return false }
      return paths.contains { patch.isSeen(at: $0) }
    }
  }

  /// Claims the changes of models that a function causes.
  func claimingModels<Result>(_ body: () throws -> Result) rethrows -> Result {
    end()
    claimingModels += 1
    defer {
      _ = changes
      claimingModels -= 1
    }
    return try body()
  }

  /// Whether the last step has changed a part of the screen, or has opened the screen.
  func hasChanged(shown part: String) -> Bool {
    isInWindow && changes.contains { $0.subject == .screen || $0.isShown(in: part) }
  }

  /// The changes of models, and the requests, of the last step.
  var made: [StepChange] {
    changes.filter { !$0.isOfScreen }
  }

  /// Claims one of `made`.
  func claimMade(_ index: Int) {
    let made = made
    guard made.indices.contains(index) else { return }
    let subject = made[index].subject
    mark { $0.subject == subject }
  }

  /// - Returns: The error for a claim of something that the last step has not changed.
  func noChange(_ claim: String) -> Diagnostic {
    let made = changes.map(\.text)
    let what = step.map { "the step \"\($0.name)\"" } ?? "no step before it"
    return Diagnostic(
      "test.claim", "claims \(claim), but \(what) changed " + (made.isEmpty ? "nothing" : made.joined(separator: ", ")))
  }
}
