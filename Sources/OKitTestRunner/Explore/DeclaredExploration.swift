package import OKitExplore

/// An exploration that a test file declares with `it.explore`.
package struct DeclaredExploration {
  /// Its full name, with those of the blocks around it.
  package let name: String
  package let place: Diagnostic.Place?
  /// The script of the application as the test file has it.
  package let app: String
  private let options: LaunchOptions
  /// Declares the properties of the application with a number.
  let setUp: LuaFunction
  /// Gives the endpoint of the exploration its first documents.
  let reset: LuaFunction
  /// The number of steps as a test; nil for the standard number.
  let steps: Int?

  package let hasProperties: Bool

  init(
    name: String, place: Diagnostic.Place?, app: String, options: LaunchOptions, setUp: LuaFunction,
    reset: LuaFunction, steps: Int?, hasProperties: Bool
  ) {
    (self.name, self.place, self.app, self.options) = (name, place, app, options)
    (self.setUp, self.reset, self.steps, self.hasProperties) = (setUp, reset, steps, hasProperties)
  }

  package var fixture: JSONValue? { options.fixture?.value }

  /// Whether the application gets the endpoint only if it does not start without one.
  var endpointIsOptional = false

  /// Returns the options of a launch.
  ///
  /// - Parameters:
  ///   - fixture: In place of its own.
  ///   - hasEndpoint: Whether models on a server have an endpoint.
  func launchOptions(_ fixture: JSONValue?, hasEndpoint: Bool) -> LaunchOptions {
    var options = options
    if let fixture { options.fixture = AppliedData(fixture) }
    if !hasEndpoint { options.endpoint = nil }
    options.failsUncovered = true
    return options
  }

  /// Whether a test has to get answers and properties from the test file.
  package var needsFile: Bool { options.endpoint?.isEmpty == false || hasProperties }

  /// The options of `okit.launch` that have other values than without them, besides the answers to requests.
  package var launch: [String: JSONValue] {
    guard case .object(let given) = options.jsonValue, case .object(let standard) = LaunchOptions().jsonValue else {
      return [:]
    }
    return given.filter { $0.key != "endpoint" && standard[$0.key] != $0.value }
  }
}

/// Launches the application of an exploration.
package final class ExplorationLauncher: ExplorationHost {
  private let runner: TestFileRunner
  private let exploration: DeclaredExploration
  package private(set) var constants = ScriptConstants()
  /// The texts of the scripts; known after the first launch.
  package private(set) var scripts: [String] = []
  private var hasEndpoint: Bool
  /// That of the test file, if its coverage is measured.
  private let coverage: CoverageCollector
  package var countsCoverage = false {
    didSet {
      guard runner.options.coverage == nil else { return }
      runner.options.shared.scripts.counting = countsCoverage ? coverage : nil
    }
  }

  package init(_ exploration: DeclaredExploration, _ runner: TestFileRunner) {
    (self.exploration, self.runner) = (exploration, runner)
    hasEndpoint = !exploration.endpointIsOptional
    coverage = runner.options.coverage ?? CoverageCollector(isComplete: false)
  }

  package var fixture: JSONValue? { exploration.fixture }

  /// Launches the application once.
  ///
  /// - Throws: What launching throws; `explore.none` for a program, which has no screens.
  package func checkScreens() throws {
    let run = try launch(nil, [])
    defer { run.close() }
    guard run.session.process?.output == nil else {
      throw Diagnostic("explore.none", "\(exploration.app) defines no controller, so that there is nothing to explore")
    }
  }

  package func launch(_ fixture: JSONValue?, _ oracles: Set<Oracle>) throws -> ExploredRun {
    try repeatingInterrupted { (try start(fixture, oracles), false) }
  }

  private func start(_ fixture: JSONValue?, _ oracles: Set<Oracle>) throws -> ExploredRun {
    let (runner, exploration) = (runner, exploration)
    runner.state.renewTime()
    let coverage = countsCoverage ? coverage : nil
    let number = try runner.launch(exploration, fixture, hasEndpoint: &hasEndpoint, isExplored: true, coverage)
    let application = try runner.application(number)
    do { try runner.state.call(exploration.setUp, [.int(number)]) } catch {
      runner.end(application: number)
      throw error
    }
    if scripts.isEmpty {
      scripts = application.running?.scripts.map(\.text) ?? []
      constants = ScriptConstants(scripts: scripts)
    }
    return ExploredRun(
      application.session, oracles: oracles, covered: { coverage?.takeOutcomes() ?? [] },
      end: { runner.end(application: number) })
  }
}
