/// Work that may have to end before it is done.
extension ModelStore {
  /// A step of work that reads, and cannot throw: true when it has to end as it is. Whatever depends on it is looked at
  /// again as soon as there is time.
  @inline(__always)
  func isOver(after count: Int = 1) -> Bool {
    guard work.isOver(after: count) else { return false }
    graph.read(workSource)
    return true
  }

  /// A step of work that reads and can throw; as `ExecutionBudget.step`.
  @inline(__always)
  func readStep(_ count: Int = 1) throws(Diagnostic) {
    if isOver(after: count) { throw work.failure }
  }

  /// What was cut short before is to be looked at again.
  func forgetCut() {
    if work.takeCuts() { graph.changed(workSource) }
  }
}
