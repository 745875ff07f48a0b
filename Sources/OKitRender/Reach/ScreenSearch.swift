internal import OKitExplore
package import OKitLua

/// Finds the shortest way from the launch of an application to each of its controllers.
///
/// It goes through the screens in the order of their distance. Screens that permit the same actions count as one, so
/// that the number of steps depends on what the script defines and hardly on its data. What needs input that only some
/// values satisfy is left to explorations, whose flows are made shorter.
package struct ScreenSearch {
  /// Launches the application: each time in the same state.
  private let launch: () throws -> LuaApplication
  private let mustEnd: @Sendable () -> Bool
  /// The controllers that are looked for and not reached yet.
  private var wanted: Set<String>
  package private(set) var reached: [ReachedScreen] = []
  /// The first failure of an action, by the controller whose screen has it.
  private var failures: [String: Diagnostic] = [:]
  private var known: Set<String> = []
  private var flows: [[JSONValue]] = [[]]
  private var performed = 0

  /// The largest number of actions, also of those that lead back to a screen.
  private static let maximumActions = 20_000
  /// The number of rows on which the same action is tried in vain, before the others are left out.
  private static let idleRows = 3
  /// The largest number of rows with the same action that are tried.
  private static let maximumRows = 12
  private static let kinds: Set<ExploredStep.Kind> = [
    .tap, .swipe, .more, .quick, .edit, .back, .close, .menu, .key, .delete,
  ]

  /// - Parameters:
  ///   - controllers: The names of those that are looked for.
  ///   - launch: Launches the application with the same seed and clock each time.
  package init(
    _ controllers: [String], mustEnd: @escaping @Sendable () -> Bool = { false },
    launch: @escaping () throws -> LuaApplication
  ) {
    (wanted, self.launch, self.mustEnd) = (Set(controllers), launch, mustEnd)
  }

  /// Searches until all controllers are reached or nothing new is found.
  ///
  /// - Returns: Those that were not reached, in the order of their names.
  /// - Throws: What launching the application throws.
  package mutating func run() throws -> [UnreachedScreen] {
    while !wanted.isEmpty, !flows.isEmpty, performed < Self.maximumActions, !mustEnd() {
      try expand(flows.removeFirst())
    }
    if !wanted.isEmpty, !mustEnd() { try explore() }
    return try unreached()
  }

  // MARK: In the order of distance

  /// A launched application at the end of a flow.
  private struct Run {
    let application: LuaApplication
    let session: AppSession

    var driver: AppDriver { session.driver }
  }

  /// Launches the application and performs a flow; nil if it cannot be performed once more.
  private mutating func run(_ flow: [JSONValue]) throws -> Run? {
    let application = try launch()
    let run = Run(
      application: application,
      session: AppSession(driver: AppDriver(application.runtime), bridge: application.host.bridge))
    do {
      try ReachedScreen.uncover(application.runtime)
      for step in flow {
        performed += 1
        try ReachedScreen.perform(step, run.driver)
      }
    } catch is Diagnostic {
      // The action was possible before: the script does not do the same in each run.
      application.close()
      return nil
    }
    return run
  }

  /// Tries all actions at the end of a flow.
  private mutating func expand(_ flow: [JSONValue]) throws {
    guard var run = try run(flow) else { return }
    defer { run.application.close() }
    if flow.isEmpty {
      note(run.driver.screen, flow)
      known.insert(Self.key(run.session))
    }
    let screen = run.driver.screen
    var idle: [String: Int] = [:]
    for (kind, step) in Self.steps(PossibleActions(run.session)) where !wanted.isEmpty && !mustEnd() {
      if let kind, idle[kind, default: 0] >= Self.idleRows { continue }
      performed += 1
      let store = run.application.runtime.store
      let recorder = ChangeRecorder(store)
      store.startRecording(recorder)
      defer { store.stopRecording(recorder) }
      var hasEnded = false
      do { try ReachedScreen.perform(step, run.driver) } catch {
        let failure = error.asDiagnostic
        note(failure, on: screen)
        hasEnded = failure.code == "lua.exit" || failure.code == "lua.limit"
      }
      let shown = run.driver.screen
      let isKnown = !known.insert(Self.key(run.session)).inserted
      if let kind, isKnown { idle[kind, default: 0] += 1 }
      // What is refused has changed nothing, and a failure is rolled back.
      if shown == screen, recorder.isEmpty, !hasEnded { continue }
      note(shown, flow + [step])
      if !isKnown { flows.append(flow + [step]) }
      if recorder.isEmpty, !hasEnded, Self.goBack(run, to: screen), recorder.isEmpty { continue }
      let application = run.application
      guard let next = try self.run(flow) else { return }
      application.close()
      run = next
    }
  }

  /// Leaves a screen that was just opened. - Returns: Whether the screen before is shown as it was.
  private static func goBack(_ run: Run, to screen: Screen) -> Bool {
    let place = run.application.runtime.screenPlace(in: run.driver.window)
    guard run.driver.screen.dialogName == nil, place?.canGoBack == true || place?.canClose == true else { return false }
    do { try run.driver.perform(place?.canGoBack == true ? .back : .close) } catch { return false }
    return run.driver.screen == screen
  }

  private mutating func note(_ screen: Screen, _ flow: [JSONValue]) {
    guard screen.cover == nil, wanted.remove(screen.name) != nil else { return }
    reached.append(ReachedScreen(controller: screen.name, steps: flow))
  }

  private mutating func note(_ failure: Diagnostic, on screen: Screen) {
    guard !failure.code.rawValue.hasPrefix("action."), failures[screen.name] == nil else { return }
    failures[screen.name] = failure
  }

  /// What screens that count as one have in common.
  private static func key(_ session: AppSession) -> String {
    let place = FlowPlace(session.driver.screen)
    let actions = PossibleActions(session).all.filter { kinds.contains($0.kind) }.map { action in
      "\(action.key) \(ExploredStep.hasTitle(action.element) ? action.label : "")"
    }
    return ([place.id] + session.driver.window.stack + Set(actions).sorted()).joined(separator: "\n")
  }

  /// The actions that are tried, as JSON: of many rows with the same action only some. Those of rows have a kind.
  private static func steps(_ possible: PossibleActions) -> [(kind: String?, step: JSONValue)] {
    var counts: [String: Int] = [:]
    let permitted = possible.all.filter { action in
      guard kinds.contains(action.kind) else { return false }
      counts[action.key, default: 0] += 1
      return ExploredStep.hasTitle(action.element) || counts[action.key, default: 0] <= maximumRows
    }
    // What changes models comes last.
    let order: [ExploredStep.Kind] = [.tap, .menu, .more, .swipe, .back, .close, .key, .quick, .edit, .delete]
    return order.flatMap { kind in
      permitted.filter { $0.kind == kind }.flatMap { action -> [(String?, JSONValue)] in
        let kind = ExploredStep.hasTitle(action.element) ? nil : action.key
        switch action.input {
        case .none: return [(kind, action.json([:]))]
        case .choices(let member, let values): return values.map { (kind, action.json([member: $0])) }
        case .control(let control): return control.simpleValues.map { (kind, action.json($0)) }
        case .text, .seconds, .fault: return []
        }
      }
    }
  }
}

extension Control {
  /// Values that need no knowledge of the application: the other state of a switch, each option of a few.
  fileprivate var simpleValues: [[String: JSONValue]] {
    switch value {
    case .bool(let isOn) where kind.edits != nil: [["value": .bool(!isOn)]]
    default: options.count <= 12 ? options.indices.map { ["option": .int($0)] } : []
    }
  }
}

extension ScreenSearch {
  // MARK: Explorations

  /// The number of explorations, each with other choices, and of the steps of each.
  private static let (explorations, explorationSteps): (UInt64, Int) = (3, 1000)

  /// Looks for what needs input.
  private mutating func explore() throws {
    let host = SearchHost(launch)
    for seed in 1...Self.explorations where !wanted.isEmpty && !mustEnd() {
      var settings = ExplorationSettings()
      (settings.steps, settings.seed, settings.oracles) = (Self.explorationSteps, seed, [])
      settings.kinds.subtract([.relaunch, .fault, .background, .authenticate])
      settings.mustEnd = mustEnd
      let report = try Exploration.run(settings, SingleWorker(host))
      for (_, screen) in report.statistics.map.sortedScreens {
        guard let flow = screen.flow, wanted.contains(screen.place.controller) else { continue }
        let controller = screen.place.controller
        var shortest = ShortestFlow(host, mustEnd: mustEnd) { $0.controller == controller }
        if let steps = try recorded(shortest.shortened(flow), to: controller) {
          wanted.remove(controller)
          reached.append(ReachedScreen(controller: controller, steps: steps))
        }
      }
    }
  }

  /// Performs a flow until it shows a controller.
  ///
  /// - Returns: Its steps; nil if it does not lead there.
  private mutating func recorded(_ flow: [ExploredStep], to controller: String) throws -> [JSONValue]? {
    guard let run = try run([]) else { return nil }
    defer { run.application.close() }
    var steps: [JSONValue] = []
    for step in flow {
      if run.driver.screen.name == controller { break }
      performed += 1
      guard let action = PossibleActions(run.session).resolve(step) else { continue }
      let written = step.kind == .clock ? ["clock": step.value["seconds"] ?? 0] : action.json(step.value)
      do { try ReachedScreen.perform(written, run.driver) } catch {
        note(error.asDiagnostic, on: run.driver.screen)
        continue
      }
      steps.append(written)
    }
    return run.driver.screen.name == controller ? steps : nil
  }

  // MARK: Reasons

  private func unreached() throws -> [UnreachedScreen] {
    guard !wanted.isEmpty else { return [] }
    let application = try launch()
    defer { application.close() }
    let definition = application.runtime.definition
    let segues = DefinitionCheck.segues(of: definition)
    return wanted.sorted().map { name in
      let sources = Set(segues.filter { $0.to == name }.map(\.from)).sorted()
      return UnreachedScreen(controller: name, reason: reason(name, sources, definition))
    }
  }

  private func reason(_ name: String, _ sources: [String], _ definition: AppDefinition) -> String {
    func names(_ names: [String]) -> String { PrintableText.list(names) }
    let closed = sources.filter(wanted.contains)
    let open = sources.filter { !wanted.contains($0) }
    if let source = open.first(where: { failures[$0] != nil }), let failure = failures[source] {
      return "an action on \"\(source)\", which leads to it, fails with \(failure.code.rawValue): "
        + PrintableText.line(failure.message)
    }
    if !open.isEmpty {
      return "\(names(open)) has a segue to it, which no action that was tried has followed"
    }
    if !closed.isEmpty { return "it is opened from \(names(closed)), which was not reached either" }
    if definition.namesOpenedByOKit.contains(name) { return "the application does not open it" }
    if let (source, failure) = failures.sorted(by: { $0.key < $1.key }).first {
      return "no segue opens it, and no action that was tried; one on \"\(source)\" fails with "
        + "\(failure.code.rawValue): \(PrintableText.line(failure.message))"
    }
    return "no segue opens it, and no action that was tried"
  }
}

/// Launches the application for explorations.
private final class SearchHost: ExplorationHost {
  private let make: () throws -> LuaApplication
  private(set) var constants = ScriptConstants()
  private var isKnown = false

  init(_ make: @escaping () throws -> LuaApplication) { self.make = make }

  var fixture: JSONValue? { nil }
  /// Ways to screens are found by states alone.
  var countsCoverage = false

  func launch(_ fixture: JSONValue?, _ oracles: Set<Oracle>) throws -> ExploredRun {
    let application = try make()
    try ReachedScreen.uncover(application.runtime)
    if !isKnown {
      isKnown = true
      constants = ScriptConstants(scripts: application.scripts.map(\.text))
    }
    let session = AppSession(driver: AppDriver(application.runtime), bridge: application.host.bridge)
    return ExploredRun(session, oracles: oracles, end: { application.close() })
  }
}
