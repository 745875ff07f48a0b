/// Collects the problems of one application that stopped nothing.
package final class DiagnosticLog {
  /// All diagnostics as they were collected.
  package private(set) var collected: [Diagnostic] = []
  /// The number of diagnostics that were collected before the application was covered.
  private var collectedBefore = 0
  /// Whether a protected application is covered: what diagnostics say of models is withheld then.
  package var isCovered = false {
    didSet {
      guard isCovered != oldValue else { return }
      if isCovered {
        collectedBefore = collected.count
      } else {
        collected[collectedBefore...].filter { WithheldReports.withheld($0) != $0 }.forEach(onReport)
      }
    }
  }
  /// The collected diagnostics, oldest first; each appears once per turn.
  package var all: [Diagnostic] { isCovered ? collected.map(WithheldReports.withheld) : collected }
  /// Receives each diagnostic when it is collected. None is lost without it: `all` has them.
  package var onReport: (Diagnostic) -> Void = { _ in }
  /// The diagnostics of this turn.
  private var reported: Set<Diagnostic> = []
  /// The mistakes that evaluations of bindings have reported in any turn. They are the same for each row and each
  /// screen.
  private var knownMistakes: Set<Diagnostic> = []
  /// The mistakes that the checks at the start have found, which are reported once.
  private var foundAtStart: Set<Finding> = []
  private let evaluator: Evaluator

  /// Creates the log of an evaluator, and of the environment that it has.
  init(_ evaluator: Evaluator, _ environment: RuntimeEnvironment) {
    self.evaluator = evaluator
    environment.log = self
  }

  /// Collects a diagnostic, unless this turn has reported it already. A note is passed on: it is not a mistake, and
  /// nobody has to read it.
  package func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity != .note else { return isCovered ? () : onReport(diagnostic) }
    // Each part of the work that a limit cuts short reports the limit. The turn reports it once, by `record`.
    if diagnostic.code != ExecutionBudget.code { record(diagnostic) }
  }

  /// Collects what the checks of definitions have found.
  func recordAtStart(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { report(diagnostic) }
    foundAtStart.formUnion(diagnostics.compactMap(Finding.init))
  }

  /// Collects a diagnostic as `report` does, also that of an exceeded limit.
  func record(_ diagnostic: Diagnostic) {
    // What happens while evaluations end without a result follows from that.
    guard !evaluator.store.budget.isUnwinding, !isFoundAtStart(diagnostic) else { return }
    let placed = placing(diagnostic)
    if placed.code.rawValue.hasPrefix("binding."), !knownMistakes.insert(placed).inserted { return }
    collect(placed)
  }

  /// Collects the failure that an action or a timer ended with, in each turn in which it fails.
  func recordFailure(_ diagnostic: Diagnostic) {
    if diagnostic.code == "selection.path", isFoundAtStart(diagnostic) { return }
    collect(placing(diagnostic))
  }

  private func isFoundAtStart(_ diagnostic: Diagnostic) -> Bool {
    guard !foundAtStart.isEmpty, let finding = Finding(diagnostic) else { return false }
    return foundAtStart.contains(finding)
  }

  private func placing(_ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.at(diagnostic.place == nil ? evaluator.host?.place : nil)
  }

  private func collect(_ placed: Diagnostic) {
    guard reported.insert(placed).inserted else { return }
    let completed = evaluator.store.secrets.masked(addingCalls(placed))
    collected.append(completed)
    onReport(isCovered ? WithheldReports.withheld(completed) : completed)
  }

  /// Returns the diagnostic with the bindings and calls that led to it.
  func addingCalls(_ diagnostic: Diagnostic) -> Diagnostic {
    var completed = evaluator.host?.complete(diagnostic) ?? diagnostic
    for note in evaluator.hostCalls.notes where !completed.notes.contains(note) { completed.notes.append(note) }
    return completed
  }

  /// Lets a new turn report again what an earlier one has reported, except for known mistakes in bindings.
  package func beginTurn() {
    reported.removeAll(keepingCapacity: true)
  }
}

/// The property that has a mistake: others that follow from it are not told.
private struct Finding: Hashable {
  private let origin: Diagnostic.Origin

  /// Nil for a diagnostic that is not about a property.
  init?(_ diagnostic: Diagnostic) {
    guard var origin = diagnostic.origin else { return nil }
    origin.binding = nil
    self.origin = origin
  }
}
