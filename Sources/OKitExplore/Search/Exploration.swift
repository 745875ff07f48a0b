/// A piece of work of an exploration, whose result depends on nothing else.
package enum ExplorationJob: Sendable {
  case lane(Lane)
  case shrink(ExploredFault, ExploredFlow, mustEnd: @Sendable () -> Bool)
  /// Performs the flow of an earlier finding.
  case replay(ExploredFlow)
  /// Makes the flow to a screen of a map shorter, and gives its statements.
  case write([ExploredStep], to: String, mustEnd: @Sendable () -> Bool)

  package enum Outcome: Sendable {
    case written([String], sendsRequests: Bool)
    case searched(Lane.Result)
    /// Nil for a fault that did not happen again from a launch.
    case shrunk(Shrinker.Flow?, runs: Int)
  }

  /// - Throws: What launching the application throws.
  package func run(_ host: any ExplorationHost) throws -> Outcome {
    // Only the search needs it, and a test runs without it.
    host.countsCoverage = if case .lane = self { true } else { false }
    defer { host.countsCoverage = false }
    switch self {
    case .lane(let lane): return .searched(try lane.run(host))
    case .shrink(let fault, let flow, let mustEnd):
      let found = try Shrinker.shrink(flow.steps, flow.fixture, to: fault, host, mustEnd: mustEnd)
      return .shrunk(found?.flow, runs: found?.runs ?? 1)
    case .write(let steps, let place, let mustEnd):
      var shortest = ShortestFlow(host, mustEnd: mustEnd) { $0.id == place }
      let steps = try shortest.shortened(steps)
      return try host.repeatingInterrupted {
        let run = try host.launch(nil, [.error])
        defer { run.close() }
        run.writesStatements = true
        for step in steps where run.isRunning { try run.perform(step) }
        let hasProblems = !run.takeFaults().isEmpty
        let outcome = Outcome.written(
          run.statements + (hasProblems ? ["local _ = app.diagnostics -- reported on the way"] : []),
          sendsRequests: run.session.process?.sent.isEmpty == false)
        return (outcome, run.isInterrupted)
      }
    case .replay(let flow): return .searched(try Lane.replay(flow, host))
    }
  }
}

/// Runs jobs, some of them at the same time.
package protocol ExplorationTeam: AnyObject {
  /// - Returns: The outcomes in the order of the jobs.
  /// - Throws: The first error in the order of the jobs.
  func run(_ jobs: [ExplorationJob]) throws -> [ExplorationJob.Outcome]
}

/// Runs one job after the other.
package final class SingleWorker: ExplorationTeam {
  private let host: any ExplorationHost

  package init(_ host: any ExplorationHost) { self.host = host }

  package func run(_ jobs: [ExplorationJob]) throws -> [ExplorationJob.Outcome] { try jobs.map { try $0.run(host) } }
}

/// A fault with the shortest flow to it.
package struct ExploredFinding: Sendable {
  package var fault: ExploredFault
  /// The number of steps after which the search has found it, and of those of the flow then.
  package var after: Int
  package var length: Int
  /// Nil if the fault did not happen again from a launch.
  package var flow: Shrinker.Flow?
  /// The number of flows that were tried to make it shorter.
  package var runs = 0
}

package struct ExplorationReport: Sendable {
  package var findings: [ExploredFinding] = []
  package var statistics = ExplorationStatistics()
  /// Whether a signal has ended the exploration.
  package var isPartial = false
}

/// The search for faults of one application.
///
/// It runs in rounds of several lanes, whose results are joined in their order: the findings do not depend on how many
/// lanes run at the same time.
package struct Exploration {
  private let settings: ExplorationSettings
  private let team: any ExplorationTeam
  private var archive = Archive()
  private var report = ExplorationReport()
  private var causes: Set<ExploredFault.Cause> = []
  private var round: UInt64 = 0

  private static let lanes = 4
  /// The number of steps of a lane in a round.
  private static let laneSteps = 500

  package init(_ settings: ExplorationSettings, _ team: any ExplorationTeam) {
    (self.settings, self.team) = (settings, team)
  }

  /// - Throws: What launching the application throws.
  package static func run(_ settings: ExplorationSettings, _ team: any ExplorationTeam) throws -> ExplorationReport {
    var exploration = Exploration(settings, team)
    try exploration.search()
    try exploration.shrink()
    if settings.writesFlows { try exploration.writeFlows() }
    exploration.report.isPartial = settings.mustEnd()
    return exploration.report
  }

  private mutating func search() throws {
    var settings = settings
    let end = settings.time.map { ContinuousClock.now + $0 }
    if let end { settings.mustEnd = { [mustEnd = settings.mustEnd] in mustEnd() || ContinuousClock.now >= end } }
    if !settings.corpus.isEmpty { join(try team.run(settings.corpus.map { .replay($0) })) }
    while !settings.mustEnd() {
      var remaining = settings.steps - report.statistics.steps
      if end != nil { remaining = Self.lanes * Self.laneSteps }
      guard remaining > 0 else { return }
      // The first round is one lane, which the others build on.
      let count = round == 0 ? 1 : min(Self.lanes, (remaining + Self.laneSteps - 1) / Self.laneSteps)
      let jobs = (0..<count).map { lane in
        ExplorationJob.lane(
          Lane(
            settings: settings, archive: archive, known: report.statistics,
            seed: SplitMix64.mixed(SplitMix64.mixed(settings.seed, round), UInt64(lane)),
            budget: min(Self.laneSteps, remaining / count + (lane < remaining % count ? 1 : 0))))
      }
      join(try team.run(jobs))
      round += 1
    }
  }

  private mutating func join(_ outcomes: [ExplorationJob.Outcome]) {
    let copy = archive
    for case .searched(let result) in outcomes {
      for found in result.found where causes.insert(found.fault.cause).inserted {
        causes.formUnion(found.others)
        report.findings.append(
          ExploredFinding(
            fault: found.fault, after: report.statistics.steps + found.after, length: found.steps.count))
        flows.append(ExploredFlow(found.steps, fixture: found.fixture))
      }
      archive.merge(result.archive, since: copy)
      report.statistics.merge(result.statistics)
    }
  }

  /// The flows of the findings before they were made shorter.
  private var flows: [ExploredFlow] = []

  /// Writes the statements of the flows to screens.
  private mutating func writeFlows() throws {
    let screens = report.statistics.map.sortedScreens.compactMap { id, screen in screen.flow.map { (id, $0) } }
    let jobs = screens.map { ExplorationJob.write($1, to: $0, mustEnd: settings.mustEnd) }
    for (screen, outcome) in zip(screens, try team.run(jobs)) {
      guard case .written(let lines, let sendsRequests) = outcome else { continue }
      report.statistics.map.set(lines: lines, sendsRequests: sendsRequests, of: screen.0)
    }
  }

  private mutating func shrink() throws {
    let jobs = zip(report.findings, flows).map { ExplorationJob.shrink($0.fault, $1, mustEnd: settings.mustEnd) }
    for (place, outcome) in try team.run(jobs).enumerated() {
      guard case .shrunk(let flow, let runs) = outcome else { continue }
      (report.findings[place].flow, report.findings[place].runs) = (flow, runs)
      if let flow { report.findings[place].fault = flow.fault }
    }
  }
}

extension Lane {
  /// Performs the flow of an earlier finding with all oracles.
  fileprivate static func replay(_ flow: ExploredFlow, _ host: any ExplorationHost) throws -> Result {
    let steps = flow.steps
    var result = Result(archive: Archive())
    for checksHistory in [false, true] {
      let run = try host.launch(flow.fixture, Set(Oracle.allCases))
      defer { run.close() }
      for (place, step) in steps.enumerated() where run.isRunning {
        result.statistics.steps += 1
        run.checksHistory = checksHistory && place == steps.count - 1
        try run.perform(step)
      }
      run.checkStale()
      run.checkEventualities()
      if !checksHistory, let fault = try DeadEnd(run: ExploredRun(run.session, oracles: [.deadEnd])).find() {
        run.add(fault)
      }
      for fault in run.takeFaults() {
        result.found.append(
          Found(fault: fault, steps: steps, fixture: flow.fixture, after: result.statistics.steps))
      }
    }
    // They are no steps of the search.
    result.statistics.steps = 0
    return result
  }
}
