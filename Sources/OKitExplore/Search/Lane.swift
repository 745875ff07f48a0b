/// A part of a search: some steps with the states that are known when it begins. The result depends on nothing else, so
/// that parts can run at the same time.
package struct Lane: Sendable {
  /// A fault with the flow that led to it.
  package struct Found: Sendable {
    package let fault: ExploredFault
    package let steps: [ExploredStep]
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
  private var causes: Set<ExploredFault.Cause> = []
  /// The states in which an action has changed something, and the number of those that have not.
  private var exits: Set<String> = []
  private var idle: [String: Int] = [:]
  /// The last action, and all actions since the application was started, by their keys.
  private var last = ""
  private var performed: [String] = []

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
    var surroundings: Double

    func has(_ key: String) -> Bool {
      share >= 1 || Double(XXHash64.checksum(Array("\(salt) \(key)".utf8)) >> 11) / Double(1 << 53) < share
    }
  }

  private func swarm() -> Swarm {
    Swarm(
      salt: generator.next(), share: [0.3, 0.5, 0.7, 1, 1].randomElement(using: &generator) ?? 1,
      repeats: [0, 0, 0.2, 0.6, 0.9].randomElement(using: &generator) ?? 0,
      surroundings: [0, 0.1, 0.3, 1].randomElement(using: &generator) ?? 0)
  }

  private func episode() throws {
    let swarm = swarm()
    var flow = chance(0.15) ? [] : result.archive.choose(&generator) ?? []
    // What leads to one state may also lead on from another one.
    if chance(0.2), let other = result.archive.choose(&generator), flow.count + other.count <= 200 { flow += other }
    let run = try host.launch(nil, lane.settings.oracles)
    defer { run.close() }
    result.statistics.launches += 1
    choice = ValueChoice(host.constants)
    (last, performed) = ("", [])
    take(run)
    note(run)
    for step in flow {
      guard !isOver, run.isRunning else { break }
      try perform(step, run, isReplay: true)
    }
    var remaining = Int.random(in: 10...50, using: &generator)
    var repeated: ExploredStep?
    while remaining > 0, !isOver, run.isRunning, !run.isOffPath {
      remaining -= 1
      let next: ExploredStep
      if let step = repeated, chance(swarm.repeats), run.possible.resolve(step) != nil {
        next = step
      } else if let step = chooseStep(run, swarm) {
        next = step
      } else {
        break
      }
      repeated = next
      if try perform(next, run, isReplay: false) { remaining += 15 }
    }
    try finish(run)
  }

  /// Asks the oracles that look at the end of a flow.
  private func finish(_ run: ExploredRun) throws {
    guard run.isRunning, !isOver, !run.isOffPath else { return }
    run.checkStale()
    take(run)
    if lane.settings.kinds.contains(.relaunch), chance(0.3) {
      try perform(ExploredStep(.relaunch), run, isReplay: false)
    }
    // It moves the clock, so that it comes last.
    guard !run.isOffPath, chance(0.5) else { return }
    run.checkEventualities()
    take(run)
  }

  // MARK: Choosing

  private func chooseStep(_ run: ExploredRun, _ swarm: Swarm) -> ExploredStep? {
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
    for group in groups { result.statistics.notePossible(group.actions[0], on: possible.screen) }
    let chosen = groups.filter { swarm.has($0.key) && $0.weight > 0 }
    let candidates = chosen.contains { $0.actions[0].kind.isOfPerson } ? chosen : groups
    let total = candidates.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var wanted = generator.nextFraction() * total
    guard
      let group = candidates.first(where: {
        wanted -= $0.weight
        return wanted <= 0
      }) ?? candidates.last, let action = group.actions.randomElement(using: &generator)
    else { return nil }
    let value = choice.value(for: action.input, now: run.session.runtime.clock.now, &generator)
    if case .string(let text)? = value["text"] { choice.note(text) }
    return possible.step(action, value: value)
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
    default: return weight
    }
  }

  // MARK: Performing

  /// - Returns: Whether it has led to a state that was not known.
  @discardableResult
  private func perform(_ step: ExploredStep, _ run: ExploredRun, isReplay: Bool) throws -> Bool {
    result.statistics.steps += 1
    let before = ExploredState(run)
    let wantsHistory = !isReplay && step.kind.isOfPerson && chance(0.15)
    run.checksHistory = wantsHistory && !lane.settings.oracles.isDisjoint(with: [.undo, .redo])
    let key = ExplorationStatistics.ActionKey(screen: step.kind.isOfPerson ? step.screen : "", action: step.key)
    guard case .performed(let isChanged) = try run.perform(step) else {
      result.statistics.notePerformed(key, isChanged: false)
      return false
    }
    run.checksHistory = false
    result.statistics.notePerformed(key, isChanged: isChanged)
    take(run)
    guard run.isRunning else { return false }
    if !isReplay, chance(0.15) {
      run.checkStale()
      take(run)
    }
    if isChanged { exits.insert(before.text) } else { try suspect(before, run) }
    let after = note(run)
    if before.place != after.state.place, run.isRunning {
      result.statistics.map.add(
        before.place, after.state.place, action: step.key, label: step.title, isAutomatic: step.kind == .clock)
    }
    let (action, place) = ("\(key.screen) \(key.action)", after.state.place.id)
    var isNew = result.archive.note("\(last) / \(action) > \(place)", run.steps, .pair)
    last = action
    // Variables of the script begin again.
    if step.kind == .relaunch { performed = [] }
    if !performed.contains(action) { performed.append(action) }
    for earlier in performed where result.archive.note("\(earlier) … \(place)", run.steps, .history) { isNew = true }
    return after.isNew || isNew
  }

  /// Notes the state that an application has.
  @discardableResult
  private func note(_ run: ExploredRun) -> (state: ExploredState, isNew: Bool) {
    let state = ExploredState(run)
    result.statistics.map.visit(state.place, flow: run.steps)
    return (state, result.archive.note(state.text, run.steps))
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
    guard idle[state.text] == 3 else { return }
    let steps = run.steps
    let fault = try DeadEnd(run: run).find()
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
