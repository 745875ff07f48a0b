package import OKitExplore

/// An exploration that a test file declares with `it.explore`.
package struct DeclaredExploration {
  /// Its full name, with those of the blocks around it.
  package let name: String
  package let place: Diagnostic.Place?
  /// The script of the application as the test file has it.
  package let app: String
  let options: LaunchOptions
  /// Declares the properties of the application with a number.
  let setUp: LuaFunction
  /// Gives the endpoint of the exploration its first documents.
  let reset: LuaFunction
  /// The number of steps as a test; nil for the standard number.
  let steps: Int?

  package let hasProperties: Bool
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
  private var isKnown = false
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
    coverage = runner.options.coverage ?? CoverageCollector()
  }

  package var fixture: JSONValue? { exploration.options.fixture?.value }

  package func launch(_ fixture: JSONValue?, _ oracles: Set<Oracle>) throws -> ExploredRun {
    let (runner, exploration) = (runner, exploration)
    runner.state.renewTime()
    var options = exploration.options
    if let fixture { options.fixture = AppliedData(fixture) }
    // No request leaves the process.
    options.endpoint = options.endpoint ?? []
    let coverage = countsCoverage ? coverage : nil
    try runner.state.call(exploration.reset)
    let number = try runner.launch(exploration.app, options, from: exploration.place, isExplored: true, coverage)
    let application = try runner.application(number)
    do { try runner.state.call(exploration.setUp, [.int(number)]) } catch {
      runner.end(application: number)
      throw error
    }
    if !isKnown {
      isKnown = true
      // A script that was removed meanwhile has no constants.
      let scripts = (application.running?.files.sorted() ?? []).filter { $0.hasSuffix(".lua") }
      constants = ScriptConstants(scripts: scripts.compactMap { try? ScriptFile.read($0) })
    }
    return ExploredRun(
      application.session, oracles: oracles, covered: { coverage?.takeOutcomes() ?? [] },
      end: { runner.end(application: number) })
  }
}
