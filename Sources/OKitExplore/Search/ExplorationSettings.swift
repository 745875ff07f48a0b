/// How an application is explored.
package struct ExplorationSettings: Sendable {
  /// The number of steps, also of those that lead back to a state.
  package var steps = 20_000
  /// The time in place of a number of steps; nil for none.
  package var time: Duration?
  package var seed: UInt64 = 1
  /// The kinds of steps that are performed.
  package var kinds = Set(ExploredStep.Kind.allCases)
  package var oracles = Set(Oracle.allCases)
  /// The flows of earlier findings, which are performed first.
  package var corpus: [ExploredFlow] = []
  /// Whether the statements of the flows to all screens are needed.
  package var writesFlows = false
  /// Returns whether the exploration must end now.
  package var mustEnd: @Sendable () -> Bool = { false }

  package init() {}

  /// The steps of an exploration that runs as a test.
  package static let testSteps = 500
}

/// Steps from a launch with some data.
package struct ExploredFlow: Sendable, Hashable {
  package var steps: [ExploredStep]
  /// The data with which the application begins; nil for those of the exploration.
  package var fixture: JSONValue?

  package init(_ steps: [ExploredStep], fixture: JSONValue? = nil) { (self.steps, self.fixture) = (steps, fixture) }
}

/// What makes applications to explore. It belongs to one thread.
package protocol ExplorationHost: AnyObject {
  /// The data of the default model with which the application begins; nil for none.
  var fixture: JSONValue? { get }
  /// The constants of the scripts of the application; known after the first launch.
  var constants: ScriptConstants { get }
  /// Whether the scripts of the next launches count what they run.
  var countsCoverage: Bool { get set }

  /// Launches the application.
  ///
  /// - Parameter fixture: In place of its own.
  /// - Throws: What launching throws.
  func launch(_ fixture: JSONValue?, _ oracles: Set<Oracle>) throws -> ExploredRun
}

extension ExplorationHost {
  /// Runs what a signal may interrupt, which does so once per second until the process ends.
  ///
  /// - Throws: What the function throws, also for an interruption if there is one each time.
  package func repeatingInterrupted<Result>(_ body: () throws -> (Result, isInterrupted: Bool)) throws -> Result {
    for _ in 0..<3 {
      do {
        let (result, isInterrupted) = try body()
        if !isInterrupted { return result }
      } catch let diagnostic as Diagnostic where diagnostic.code == ExecutionBudget.interruptionCode {}
    }
    throw Diagnostic(ExecutionBudget.interruptionCode, ExecutionBudget.interruptionMessage)
  }
}
