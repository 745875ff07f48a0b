/// Collects the problems of one application that stopped nothing.
package final class DiagnosticLog {
  /// The number of diagnostics that are kept: the last ones.
  package static let limit = 1000
  /// The last diagnostics as they were collected.
  package var collected: ArraySlice<Diagnostic> { kept.suffix(Self.limit) }
  private var kept: [Diagnostic] = []
  /// The number of all diagnostics that were collected.
  package private(set) var count = 0
  /// The number of diagnostics that were collected before the application was covered.
  private var collectedBefore = 0
  /// Whether a protected application is covered: what diagnostics say of models is withheld then.
  package var isCovered = false {
    didSet {
      guard isCovered != oldValue else { return }
      if isCovered {
        collectedBefore = count
      } else {
        diagnostics(from: collectedBefore).filter { WithheldReports.withheld($0) != $0 }.forEach(onReport)
      }
    }
  }
  /// The last diagnostics, oldest first; each appears once per turn.
  package var all: [Diagnostic] { diagnostics(from: 0) }

  /// Returns the diagnostics from a number on, as far as they are kept.
  package func diagnostics(from number: Int) -> [Diagnostic] {
    let diagnostics = collected.suffix(max(0, count - number))
    return isCovered ? diagnostics.map(WithheldReports.withheld) : Array(diagnostics)
  }
  /// Receives each diagnostic when it is collected. None is lost without it: `all` has them.
  package var onReport: (Diagnostic) -> Void = { _ in }
  /// The diagnostics of this turn.
  // Unchecked because every turn passes: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var reported: Set<Diagnostic> = []
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
    if placed.code.rawValue.hasPrefix("binding."), !isNew(placed) { return }
    collect(placed)
  }

  private func isNew(_ mistake: Diagnostic) -> Bool {
    // Messages with values of models make more and more of them.
    if knownMistakes.count >= 10 * Self.limit { knownMistakes = [] }
    return knownMistakes.insert(mistake).inserted
  }

  /// Collects the failure that an action or a timer ended with, in each turn in which it fails.
  ///
  /// - Returns: The failure with its place, and the calls that led to it.
  @discardableResult
  func recordFailure(_ diagnostic: Diagnostic) -> Diagnostic {
    let placed = placing(diagnostic)
    if diagnostic.code == "selection.path", isFoundAtStart(diagnostic) { return placed }
    return collect(placed) ?? completed(placed)
  }

  private func isFoundAtStart(_ diagnostic: Diagnostic) -> Bool {
    guard !foundAtStart.isEmpty, let finding = Finding(diagnostic) else { return false }
    return foundAtStart.contains(finding)
  }

  private func placing(_ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.at(diagnostic.place == nil ? evaluator.host?.place : nil)
  }

  /// - Returns: Nil for a diagnostic that this turn has reported already.
  @discardableResult
  private func collect(_ placed: Diagnostic) -> Diagnostic? {
    guard reported.insert(placed).inserted else { return nil }
    let completed = completed(placed)
    count += 1
    kept.append(completed)
    if kept.count >= 2 * Self.limit { kept.removeFirst(Self.limit) }
    onReport(isCovered ? WithheldReports.withheld(completed) : completed)
    return completed
  }

  private func completed(_ diagnostic: Diagnostic) -> Diagnostic {
    evaluator.store.secrets.masked(addingCalls(diagnostic))
  }

  /// Returns the diagnostic with the bindings and calls that led to it.
  func addingCalls(_ diagnostic: Diagnostic) -> Diagnostic {
    var completed = evaluator.host?.complete(diagnostic) ?? diagnostic
    for note in evaluator.hostCalls.notes where !completed.notes.contains(note) { completed.notes.append(note) }
    return completed
  }

  /// Lets a new turn report again what an earlier one has reported, except for known mistakes in bindings.
  package func beginTurn() {
    if !reported.isEmpty { reported.removeAll(keepingCapacity: true) }
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
