/// A part of a search: some steps with the states that are known when it begins. The result depends on nothing else, so
/// that parts can run at the same time.
package struct Lane: Sendable {
  /// A fault with the flow that led to it.
  package struct Found: Sendable {
    package let fault: ExploredFault
    package let steps: [ExploredStep]
    /// The data with which it begins; nil for those of the exploration.
    package var fixture: JSONValue?
    /// The number of steps of the search until then.
    package let after: Int
    /// The causes of further faults with the same code that the same step has had: most probably they follow from it.
    package var others: [ExploredFault.Cause] = []
  }

  package struct Result: Sendable {
    var archive: Archive
    package var found: [Found] = []
    package var statistics = ExplorationStatistics()
  }

  let settings: ExplorationSettings
  let archive: Archive
  let known: ExplorationStatistics
  let seed: UInt64
  let budget: Int

  /// - Throws: What launching the application throws.
  func run(_ host: any ExplorationHost) throws -> Result {
    let walker = Walker(self, host)
    try walker.run()
    return walker.result
  }
}

/// Performs the steps of a lane.
private final class Walker {
  private let lane: Lane
  private let host: any ExplorationHost
  private(set) var result: Lane.Result
  private var generator: SplitMix64
  private var choice = ValueChoice(ScriptConstants())
  /// The texts of the scripts.
  private var texts: Set<String> = []
  private var causes: Set<ExploredFault.Cause> = []
  /// The states in which an action has changed something, and the number of those that have not.
  private var exits: Set<String> = []
  private var idle: [String: Int] = [:]
  /// The way to the present state without detours, and for each action since the application was started that with it.
  private var direct = DirectFlow("")
  private var keeping: [(action: String, flow: DirectFlow)] = []
  private var loops: FlowLoops?
  /// The present state; nil if it has to be read.
  private var state: ExploredState?
  /// The last action, the way before it, and what was performed then.
  private var last = (action: "", before: [ExploredStep](), steps: [ExploredStep]())

  init(_ lane: Lane, _ host: any ExplorationHost) {
    (self.lane, self.host) = (lane, host)
    result = Lane.Result(archive: lane.archive)
    generator = SplitMix64(seed: lane.seed)
  }

  private var isOver: Bool { result.statistics.steps >= lane.budget || lane.settings.mustEnd() }

  private func chance(_ probability: Double) -> Bool { generator.nextFraction() < probability }

  func run() throws {
    while !isOver {
      let before = result.statistics.steps
      try episode()
      // An application without any action ends the search.
      if result.statistics.steps == before { result.statistics.steps += 1 }
    }
  }

  /// The choices of an episode: only some actions, so that others come together that seldom do.
  private struct Swarm {
    var salt: UInt64
    var share: Double
    var repeats: Double
    /// How often the last steps are repeated, several times.
    var series: Double
    var surroundings: Double
    /// The number of steps after the return to a state.
    var length: Int

    func has(_ key: String) -> Bool {
      share >= 1 || Double(XXHash64.checksum(Array("\(salt) \(key)".utf8)) >> 11) / Double(1 << 53) < share
    }
  }

  private func swarm() -> Swarm {
    Swarm(
      salt: generator.next(), share: [0.3, 0.5, 0.7, 1, 1].randomElement(using: &generator) ?? 1,
      repeats: [0, 0, 0.2, 0.6, 0.9].randomElement(using: &generator) ?? 0,
      series: [0, 0.02, 0.1].randomElement(using: &generator) ?? 0,
      surroundings: [0, 0.1, 0.3, 1].randomElement(using: &generator) ?? 0,
      length: [8, 15, 30, 60].randomElement(using: &generator) ?? 30)
  }

  private func episode() throws {
    let swarm = swarm()
    let isVaried = chance(0.4)
    var (flow, loop) = chance(0.15) ? ([], 0) : result.archive.choose(&generator, atRarePlace: isVaried) ?? ([], 0)
    // What leads to one state may also lead on from another one.
    if loop == 0, chance(0.2), let other = result.archive.choose(&generator), flow.count + other.steps.count <= 200 {
      flow += other.steps
    }
    let run = try host.launch(nil, lane.settings.oracles)
    defer { run.close() }
    result.statistics.launches += 1
    choice = ValueChoice(host.constants, prefersNumbers: chance(0.2))
    if texts.isEmpty { texts = Set(host.constants.texts) }
    (last, keeping) = (("", [], []), [])
    _ = run.takeCovered()
    take(run)
    let state = ExploredState(run, texts: texts)
    self.state = state
    direct = DirectFlow(state.text)
    loops = FlowLoops(at: state.place, run.facts)
    result.statistics.map.visit(state.place, flow: [])
    result.archive.note(state.text, .state, at: state.place.id, [], 0) { [] }
    let variations = isVaried && loop == 0 && !flow.isEmpty ? Int.random(in: 1...2, using: &generator) : 0
    try follow(flow, run, swarm, variations: variations)
    var (remaining, repeated) = (loop > 0 || variations > 0 ? 8 : swarm.length, ExploredStep?.none)
    var (series, hasSeries) = ([ExploredStep](), loop > 0)
    if loop > 0 { series = repetition(of: run.steps.suffix(loop), Int.random(in: 9...13, using: &generator)) }
    // Nine equal names may be one.
    let varies = Bool.random(using: &generator)
    while remaining > 0, !isOver, run.isRunning, !run.isOffPath {
      let next: ExploredStep
      if series.isEmpty {
        remaining -= isCommon ? 2 : 1
        if !hasSeries, chance(swarm.series) {
          let part = run.steps.suffix(Int.random(in: 2...4, using: &generator))
          (series, hasSeries) = (repetition(of: part, Int.random(in: 3...10, using: &generator)), true)
        }
      }
      if let step = series.popLast() {
        let action = run.possible.resolve(step)
        next = if varies, let action { self.step(action, run) } else { step }
        if action == nil { series = [] }
      } else if let step = repeated, chance(swarm.repeats), run.possible.resolve(step) != nil {
        next = step
      } else if let step = chooseStep(run, swarm) {
        next = step
      } else {
        break
      }
      repeated = next
      try perform(next, run, isReplay: false)
    }
    try finish(run)
  }

  /// Performs a flow from the launch, at some places another step before or in place of its own: what comes after an
  /// answer often does not depend on it. Or it enters something on half of the screens on the way: several answers
  /// together may be what matters.
  private func follow(_ flow: [ExploredStep], _ run: ExploredRun, _ swarm: Swarm, variations: Int) throws {
    let places = (0..<variations).map { _ in Int.random(in: flow.indices, using: &generator) }
    let answers = variations > 0 && chance(0.4)
    var isReplay = true
    for (place, step) in flow.enumerated() {
      guard !isOver, run.isRunning, !run.isOffPath else { return }
      let varies =
        answers
        ? step.kind != .edit && chance(0.5) && run.possible.all.contains { $0.kind == .edit } : places.contains(place)
      if varies, let other = chooseStep(run, swarm, prefersEdits: answers || chance(0.7)) {
        isReplay = false
        try perform(other, run, isReplay: false)
        if !answers, Bool.random(using: &generator) { continue }
        guard !isOver, run.isRunning, !run.isOffPath else { return }
      }
      try perform(step, run, isReplay: isReplay)
    }
  }

  /// Steps several times, such as Add, a name and OK; the next one last.
  private func repetition(of steps: some BidirectionalCollection<ExploredStep>, _ count: Int) -> [ExploredStep] {
    (0..<count).flatMap { _ in steps.reversed() }
  }

  /// Asks the oracles that look at the end of a flow.
  private func finish(_ run: ExploredRun) throws {
    guard run.isRunning, !isOver, !run.isOffPath else { return }
    if chance(0.5) {
      run.checkStale()
      take(run)
    }
    // What still waits may not expect what has happened meanwhile.
    if lane.settings.kinds.contains(.clock), let clock = run.possible.all.first(where: { $0.kind == .clock }),
      case .seconds(let due?) = clock.input, due < 1e7, chance(0.5)
    {
      try perform(step(clock, run), run, isReplay: false)
    }
    guard run.isRunning, !run.isOffPath else { return }
    if lane.settings.kinds.contains(.relaunch), chance(0.3) {
      try perform(ExploredStep(.relaunch), run, isReplay: false)
    }
    // It moves the clock, so that it comes last.
    guard !run.isOffPath, chance(0.5) else { return }
    run.checkEventualities()
    take(run)
  }

  // MARK: Choosing

  private func chooseStep(_ run: ExploredRun, _ swarm: Swarm, prefersEdits: Bool = false) -> ExploredStep? {
    let possible = run.possible
    let permitted = possible.all.filter { lane.settings.kinds.contains($0.kind) }
    var groups: [(key: String, weight: Double, actions: [PossibleAction])] = []
    var places: [String: Int] = [:]
    for action in permitted {
      if let place = places[action.key] {
        groups[place].actions.append(action)
      } else {
        places[action.key] = groups.count
        groups.append((action.key, weight(action, possible.screen, swarm), [action]))
      }
    }
    for group in groups {
      let action = group.actions[0]
      result.statistics.notePossible(
        action, on: possible.screen, isInSheet: possible.isSheet && action.element.hasPrefix("action:"),
        number: BarButtonID(action.element).flatMap {
          run.session.runtime.declaredNumber(of: $0, in: run.session.driver.window)
        })
    }
    let chosen = groups.filter { swarm.has($0.key) && $0.weight > 0 }
    let edits = prefersEdits ? groups.filter { $0.actions[0].kind == .edit } : []
    let candidates = !edits.isEmpty ? edits : chosen.contains { $0.actions[0].kind.isOfPerson } ? chosen : groups
    let total = candidates.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var wanted = generator.nextFraction() * total
    guard
      let group = candidates.first(where: {
        wanted -= $0.weight
        return wanted <= 0
      }) ?? candidates.last, let action = group.actions.randomElement(using: &generator)
    else { return nil }
    return step(action, run)
  }

  /// Returns the step of an action with a value.
  private func step(_ action: PossibleAction, _ run: ExploredRun) -> ExploredStep {
    let value = choice.value(for: action.input, now: run.session.runtime.clock.now, &generator)
    if case .string(let text)? = value["text"] { choice.note(text) }
    return run.possible.step(action, value: value)
  }

  /// Actions that were tried less often are preferred.
  private func weight(_ action: PossibleAction, _ screen: String, _ swarm: Swarm) -> Double {
    let key = ExplorationStatistics.ActionKey(screen: screen, action: action.key)
    let count = (lane.known.performed[key] ?? 0) + (result.statistics.performed[key] ?? 0)
    let weight = 0.2 + 1 / (1 + Double(count)).squareRoot()
    switch action.kind {
    case .clock:
      guard case .seconds(let due?) = action.input else { return weight * 0.1 * swarm.surroundings }
      return due < 1e7 ? weight * (0.3 + swarm.surroundings) : 0
    case .background: return weight * 0.1 * swarm.surroundings
    case .relaunch: return weight * 0.2 * swarm.surroundings
    case .fault: return weight * (0.2 + 0.5 * swarm.surroundings)
    // What is entered differs each time.
    case .edit: return weight * 2
    default: return weight
    }
  }

  // MARK: Performing

  private func perform(_ step: ExploredStep, _ run: ExploredRun, isReplay: Bool) throws {
    result.statistics.steps += 1
    let (before, performed) = (state ?? ExploredState(run, texts: texts), run.steps.count)
    let wantsHistory = !isReplay && step.kind.isOfPerson && chance(0.15)
    // Checks of a flow that was performed before find what they have found before.
    run.checksStore = !isReplay
    run.checksHistory = wantsHistory && !lane.settings.oracles.isDisjoint(with: [.undo, .redo])
    let key = ExplorationStatistics.ActionKey(screen: step.kind.isOfPerson ? step.screen : "", action: step.key)
    guard case .performed(let isChanged) = try run.perform(step) else {
      result.statistics.notePerformed(key, isChanged: false)
      state = nil
      return
    }
    run.checksHistory = false
    result.statistics.notePerformed(key, isChanged: isChanged)
    take(run)
    guard run.isRunning else { return }
    if isChanged { exits.insert(before.text) } else { try suspect(before, run) }
    note(run, since: performed, before, "\(key.screen) \(key.action)", step)
    guard !isReplay, chance(isRare ? 0.3 : 0.05) else { return }
    run.checkStale()
    take(run)
  }

  /// Whether the present state was seldom reached, so that checks that take long are worth it.
  private var isRare: Bool { state.map { result.archive.visits(of: $0.text) <= 3 } ?? true }

  /// Whether the search is in the present state so often that it seldom finds something new there.
  private var isCommon: Bool { state.map { 20 * result.archive.visits(of: $0.text) > result.archive.visits } ?? false }

  /// Notes the state that an application has after an action.
  ///
  /// - Parameter performed: The number of steps before the action.
  private func note(
    _ run: ExploredRun, since performed: Int, _ before: ExploredState, _ action: String, _ step: ExploredStep
  ) {
    let state = ExploredState(run, texts: texts)
    self.state = state
    result.statistics.map.visit(state.place, flow: run.steps)
    if before.place != state.place, run.isRunning {
      result.statistics.map.add(
        before.place, state.place, action: step.key, label: run.title, isAutomatic: step.kind == .clock)
    }
    let (steps, place, new) = (run.steps, state.place.id, Array(run.steps[performed...]))
    func note(_ key: String, _ reason: Archive.Reason, after flow: DirectFlow) {
      result.archive.note(key, reason, at: place, steps, flow.count + new.count) { flow.steps + new }
    }
    note(state.text, .state, after: direct)
    for item in run.takeCovered() { note(item, .coverage, after: direct) }
    // The action before is a part of a pair, also if its effect is invisible.
    let pair = last.before + last.steps + new
    result.archive.note("\(last.action) / \(action) > \(place)", .pair, at: place, steps, pair.count) { pair }
    last = (action, direct.steps, new)
    if let loop = loops?.add(steps, at: state.place, run.facts, after: last.before) {
      let flow = loop.before + loop.steps
      result.archive.note(
        loop.key, .loop, at: place, steps, flow.count, loop: loop.steps.count, worth: loop.worth
      ) { flow }
    }
    // Variables of the script begin again.
    if step.kind == .relaunch { keeping = [] }
    for (earlier, flow) in keeping { note("\(earlier) … \(place)", .history, after: flow) }
    for index in keeping.indices { keeping[index].flow.add(new, state.text) }
    if !keeping.contains(where: { $0.action == action }) {
      note("\(action) … \(place)", .history, after: direct)
      keeping.append((action, DirectFlow(after: direct.steps + new, state.text)))
    }
    direct.add(new, state.text)
  }

  /// Keeps the faults that were found, each cause once.
  private func take(_ run: ExploredRun) {
    var places: [Diagnostic.Code: Int] = [:]
    for fault in run.takeFaults() where causes.insert(fault.cause).inserted {
      if let place = places[fault.diagnostic.code] {
        result.found[place].others.append(fault.cause)
        continue
      }
      places[fault.diagnostic.code] = result.found.count
      result.found.append(Lane.Found(fault: fault, steps: run.steps, after: result.statistics.steps))
    }
  }

  /// Looks whether a screen has no exit, if several actions there have changed nothing.
  private func suspect(_ state: ExploredState, _ run: ExploredRun) throws {
    guard lane.settings.oracles.contains(.deadEnd), !exits.contains(state.text) else { return }
    idle[state.text, default: 0] += 1
    // The actions that it tries are steps of the search.
    let count = run.possible.all.count { $0.kind.isOfPerson }
    guard idle[state.text] == 3, result.statistics.steps + count <= lane.budget else { return }
    let steps = run.steps
    let fault = try DeadEnd(run: run).find()
    self.state = nil
    result.statistics.steps += run.steps.count - steps.count
    guard let fault else {
      exits.insert(state.text)
      return
    }
    if causes.insert(fault.cause).inserted {
      result.found.append(Lane.Found(fault: fault, steps: steps, after: result.statistics.steps))
    }
  }
}
