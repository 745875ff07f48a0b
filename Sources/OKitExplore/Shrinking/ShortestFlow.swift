/// Leaves out the steps without which a flow leads to the same screen, too.
package struct ShortestFlow {
  /// The number of flows that are tried for a screen.
  private static let limit = 200

  private let host: any ExplorationHost
  private let isReached: (FlowPlace) -> Bool
  private let mustEnd: @Sendable () -> Bool
  private var runs = 0

  /// - Parameter isReached: Whether a place is the one that the flow leads to.
  package init(
    _ host: any ExplorationHost, mustEnd: @escaping @Sendable () -> Bool, to isReached: @escaping (FlowPlace) -> Bool
  ) {
    (self.host, self.mustEnd, self.isReached) = (host, mustEnd, isReached)
  }

  /// Returns the steps that are left: none of them can be left out alone, as far as the limit is enough.
  ///
  /// - Throws: What launching the application throws.
  package mutating func shortened(_ steps: [ExploredStep]) throws -> [ExploredStep] {
    var (steps, size) = (steps, max(1, steps.count / 2))
    while true {
      let count = steps.count
      var end = count
      while end > 0, runs < Self.limit, !mustEnd() {
        let start = max(0, end - size)
        let shorter = Array(steps[..<start] + steps[end...])
        if try leads(shorter) { steps = shorter }
        end = start
      }
      if size > 1 { size /= 2 } else if steps.count == count { return steps }
    }
  }

  private mutating func leads(_ steps: [ExploredStep]) throws -> Bool {
    runs += 1
    let run = try host.launch(nil, [])
    defer { run.close() }
    for step in steps where run.isRunning { try run.perform(step) }
    return run.isRunning && isReached(FlowPlace(run.session.driver.screen))
  }
}
