/// The diagnostics of the runtimes that reloads have replaced.
struct EarlierDiagnostics {
  /// The number of all of them, also of those that are not kept.
  private(set) var count = 0
  private var kept: [Diagnostic] = []

  /// Adds the diagnostics of a runtime that is replaced.
  mutating func add(_ log: DiagnosticLog) {
    count += log.count
    kept = Array((kept + log.collected).suffix(DiagnosticLog.limit))
  }

  /// Returns the last diagnostics, with those of the present runtime, oldest first.
  func before(_ log: DiagnosticLog) -> [Diagnostic] {
    let earlier = log.isCovered ? kept.map(WithheldReports.withheld) : kept
    return Array((earlier + log.all).suffix(DiagnosticLog.limit))
  }
}
