/// Steps of reads, which may be abandoned when the execution budget is exhausted.
extension ModelStore {
  /// Takes steps for a read that cannot throw. Returns true when the budget is exhausted: the read must return at once,
  /// and its readers are evaluated again in the next turn.
  @inline(__always)
  @inlinable
  package func isBudgetExhausted(after count: Int = 1) -> Bool {
    guard budget.isExhausted(after: count) else { return false }
    graph.read(sources.budget)
    return true
  }

  /// Takes steps for a read that can throw.
  ///
  /// - Throws: As `ExecutionBudget.step`.
  @inline(__always)
  func readStep(_ count: Int = 1) throws(Diagnostic) {
    if isBudgetExhausted(after: count) { throw budget.error }
  }

  /// Marks the readers of abandoned reads as stale, and resets the budget.
  package func retryAbandonedReads(of budget: ExecutionBudget) {
    if budget.reset() { graph.changed(sources.budget) }
  }
}
