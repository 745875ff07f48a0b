/// Work of the model that may have to end before it is done.
extension ModelStore {
  /// Takes steps of work that reads and cannot throw. Returns true when the budget is used up and the work has to end
  /// as it is; whatever depends on it is then evaluated again as soon as there is time.
  @inline(__always)
  func isOver(after count: Int = 1) -> Bool {
    guard budget.isOver(after: count) else { return false }
    graph.read(sources.budget)
    return true
  }

  /// Takes steps of work that reads and can throw.
  ///
  /// - Throws: As `ExecutionBudget.step`.
  @inline(__always)
  func readStep(_ count: Int = 1) throws(Diagnostic) {
    if isOver(after: count) { throw budget.failure }
  }

  /// Makes what was cut short before stale, so that it is evaluated again.
  func forgetCut() {
    if budget.takeCuts() { graph.changed(sources.budget) }
  }
}
