/// Makes the flow to a fault as short and simple as possible, with the oracle, the code and the place fixed.
package struct Shrinker {
  /// What a fault needs.
  package struct Flow: Sendable {
    package var steps: [ExploredStep]
    /// The data with which the application begins; nil for its own.
    package var fixture: JSONValue?
    /// The statements of a test.
    package var statements: [String] = []
    /// The requests that the application has sent.
    package var requests: [String] = []
    /// What is wrong at the end.
    package var fault: ExploredFault
    /// Whether everything was tried that could make it shorter: neither a signal nor the number of runs has ended that.
    package var isShortest = true
  }

  private let host: any ExplorationHost
  private let cause: ExploredFault.Cause
  private var best: Flow
  /// Whether steps are performed on other screens than before.
  private var crossesScreens = false
  /// The number of flows that were tried.
  package private(set) var runs = 0
  package static let maximumRuns = 2000
  private let mustEnd: @Sendable () -> Bool
  private var canContinue: Bool { runs < Self.maximumRuns && !mustEnd() }

  /// - Parameter fixture: The data with which the flow begins; nil for those of the host.
  /// - Throws: What launching the application throws.
  /// - Returns: Nil for a fault that does not happen again from a launch.
  package static func shrink(
    _ steps: [ExploredStep], _ fixture: JSONValue? = nil, to fault: ExploredFault, _ host: any ExplorationHost,
    mustEnd: @escaping @Sendable () -> Bool = { false }
  ) throws -> (flow: Flow, runs: Int)? {
    var shrinker = Shrinker(host, fault, Flow(steps: steps, fixture: fixture ?? host.fixture, fault: fault), mustEnd)
    guard try shrinker.confirm() else { return nil }
    try shrinker.shrink()
    return (try shrinker.finish(), shrinker.runs)
  }

  private init(
    _ host: any ExplorationHost, _ fault: ExploredFault, _ flow: Flow, _ mustEnd: @escaping @Sendable () -> Bool
  ) {
    (self.host, cause, best, self.mustEnd) = (host, fault.cause, flow, mustEnd)
  }

  /// Performs the flow from a launch.
  ///
  /// A fault can be in the last flow that the search has performed before its own: checks between the steps are left
  /// out.
  private mutating func confirm() throws -> Bool {
    guard let found = try attempt(best.steps, best.fixture) else { return false }
    best = found
    return true
  }

  private mutating func shrink() throws {
    var last: [ExploredStep] = []
    repeat {
      last = best.steps
      try removeSteps()
      try simplifyValues()
    } while best.steps != last && canContinue
    if best.fixture != nil { try shrinkFixture() }
    // With less data, steps may be superfluous that were not.
    try removeSteps()
    // A test finds its elements on any screen, so that a step may be superfluous that leads to another one.
    crossesScreens = true
    try removeSteps()
  }

  /// The flow with the statements of a test.
  private mutating func finish() throws -> Flow {
    let isShortest = canContinue
    var flow = try attempt(best.steps, best.fixture, writesStatements: true) ?? best
    flow.isShortest = isShortest
    return flow
  }

  // MARK: Steps

  private mutating func removeSteps() throws {
    var size = max(1, best.steps.count / 2)
    while true {
      var (start, isSmaller) = (max(0, best.steps.count - size), false)
      // The last steps first: those before them are what leads there.
      while canContinue, !best.steps.isEmpty {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        if let found = try attempt(steps, best.fixture), found.steps.count < best.steps.count {
          best = found
          isSmaller = true
        }
        if start == 0 { break }
        start = min(max(0, start - size), max(0, best.steps.count - 1))
      }
      if size > 1 { size /= 2 } else if !isSmaller || !canContinue { break }
    }
    try removePairs()
    try joinClocks()
  }

  /// Moves the clock once instead of twice.
  private mutating func joinClocks() throws {
    func seconds(_ step: ExploredStep) -> Double? {
      switch step.value["seconds"] {
      case .double(let number)? where step.kind == .clock: number
      case .int(let number)? where step.kind == .clock: Double(number)
      default: nil
      }
    }
    var place = 1
    while place < best.steps.count, canContinue {
      defer { place += 1 }
      guard let own = seconds(best.steps[place]),
        let other = best.steps[..<place].lastIndex(where: { $0.kind == .clock }),
        let before = seconds(best.steps[other])
      else { continue }
      var steps = best.steps
      steps[place].value["seconds"] = .double(own + before)
      steps.remove(at: other)
      if let found = try attempt(steps, best.fixture), found.steps.count < best.steps.count {
        best = found
        place -= 1
      }
    }
  }

  /// Removes two steps at a time, such as Edit and Done, of which none can be left out alone.
  private mutating func removePairs() throws {
    guard best.steps.count <= 20 else { return }
    var last = best.steps.count - 1
    while last > 0 {
      var first = last - 1
      while first >= 0, last < best.steps.count, canContinue {
        var steps = best.steps
        steps.remove(at: last)
        steps.remove(at: first)
        if let found = try attempt(steps, best.fixture), found.steps.count < best.steps.count { best = found }
        first -= 1
      }
      last -= 1
    }
  }

  private mutating func simplifyValues() throws {
    var place = 0
    while place < best.steps.count {
      for simpler in Self.simpler(best.steps[place]) where canContinue {
        var steps = best.steps
        steps[place] = simpler
        guard let found = try attempt(steps, best.fixture), found.steps.count <= best.steps.count else { continue }
        best = found
        break
      }
      place += 1
    }
  }

  /// Steps with simpler values, the simplest first.
  private static func simpler(_ step: ExploredStep) -> [ExploredStep] {
    if step.kind == .swipe {
      // What a full swipe does, by its name.
      var named = step
      (named.kind, named.value) = (step.value["edge"] == "leading" ? .quick : .delete, [:])
      return [named]
    }
    var values: [[String: JSONValue]] = []
    func replace(_ key: String, _ candidates: [JSONValue]) {
      guard let value = step.value[key] else { return }
      for candidate in candidates.prefix(while: { $0 != value }) {
        values.append(step.value.merging([key: candidate]) { $1 })
      }
    }
    replace("text", ["", "a", "1"])
    replace("steps", [1, -1])
    replace("option", [0, 1])
    replace("to", [0, 1])
    if case .double(let seconds)? = step.value["seconds"] {
      values += [1, 60, 3600].filter { $0 < seconds }.map { ["seconds": .double($0)] }
    }
    if case .string(let text)? = step.value["text"], text.count > 8 {
      values.append(step.value.merging(["text": .string(String(text.prefix(text.count / 2)))]) { $1 })
    }
    return values.map { value in
      var simpler = step
      simpler.value = value
      return simpler
    }
  }

  // MARK: The fixture

  private mutating func shrinkFixture() throws {
    guard let fixture = best.fixture else { return }
    for path in Self.lists(in: fixture, []) {
      var index = 0
      while canContinue, let current = best.fixture,
        let smaller = Self.removing(index, from: current, path[...])
      {
        if let found = try attempt(best.steps, smaller) { best = found } else { index += 1 }
      }
    }
  }

  /// The paths of the lists, outer ones first.
  private static func lists(in value: JSONValue, _ path: [String]) -> [[String]] {
    guard case .object(let members) = value else { return [] }
    return members.keys.sorted().flatMap { key -> [[String]] in
      switch members[key] {
      case .array: [path + [key]]
      case .object?: lists(in: members[key] ?? .null, path + [key])
      default: []
      }
    }
  }

  /// Returns the value without an element of a list; nil if it has none with that index.
  private static func removing(_ index: Int, from value: JSONValue, _ path: ArraySlice<String>) -> JSONValue? {
    switch value {
    case .array(var elements) where path.isEmpty:
      guard elements.indices.contains(index) else { return nil }
      elements.remove(at: index)
      return .array(elements)
    case .object(var members):
      guard let key = path.first, let member = members[key],
        let smaller = removing(index, from: member, path.dropFirst())
      else { return nil }
      members[key] = smaller
      return .object(members)
    default: return nil
    }
  }

  // MARK: Attempts

  /// Performs steps from a launch.
  ///
  /// - Returns: The flow that was performed, up to the fault; nil if the fault does not happen.
  private mutating func attempt(
    _ steps: [ExploredStep], _ fixture: JSONValue?, writesStatements: Bool = false
  ) throws -> Flow? {
    runs += 1
    do {
      return try host.repeatingInterrupted { () -> (Flow?, isInterrupted: Bool) in
        let run = try host.launch(fixture, [cause.oracle])
        defer { run.close() }
        (run.writesStatements, run.crossesScreens) = (writesStatements, crossesScreens)
        guard let fault = try find(steps, run) else { return (nil, run.isInterrupted) }
        let flow = Flow(
          steps: run.steps, fixture: fixture, statements: run.statements, requests: run.session.process?.sent ?? [],
          fault: fault)
        return (flow, false)
      }
    } catch let diagnostic as Diagnostic {
      // Data that an application cannot begin with, or with which it does not start again.
      if diagnostic.code == ExecutionBudget.interruptionCode { throw diagnostic }
      return nil
    }
  }

  private func find(_ steps: [ExploredStep], _ run: ExploredRun) throws -> ExploredFault? {
    func found() -> ExploredFault? { run.takeFaults().first { $0.cause == cause } }
    if let fault = found() { return fault }
    for (place, step) in steps.enumerated() {
      run.checksHistory = (cause.oracle == .undo || cause.oracle == .redo) && place == steps.count - 1
      try run.perform(step)
      if let fault = found() { return fault }
      guard run.isRunning else { return nil }
    }
    switch cause.oracle {
    case .stale: run.checkStale()
    case .property: run.checkEventualities()
    case .deadEnd:
      let end = ExploredRun(run.session, oracles: [.deadEnd])
      if let fault = try DeadEnd(run: end).find(), fault.cause == cause { return fault }
    case .error, .redo, .store, .undo: break
    }
    return found()
  }
}
