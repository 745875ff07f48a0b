internal import OKitExplore

/// Explores an application, or what a test file declares, and writes what was found.
struct ExploreSession {
  private let command: ExploreCommand
  private let output: Output

  init(_ command: ExploreCommand, _ output: Output) { (self.command, self.output) = (command, output) }

  /// - Returns: The number of findings.
  /// - Throws: What is wrong with the path, the test file or the application; `file.write`.
  func run() throws -> Int {
    let file = try ExplorationFile(command.path)
    let (runner, explorations) = try file.explorations(try command.runnerOptions())
    defer { runner.close() }
    let files = FindingFiles(folder: command.output, source: file, options: try command.runnerOptions())
    for exploration in explorations { try ExplorationLauncher(exploration, runner).checkScreens() }
    // What is wrong with a file later is a failure of the exploration.
    do { try check(files, explorations) } catch let diagnostic as Diagnostic { throw CommandFailure.usage(diagnostic) }
    var results: [ExploreResult] = []
    for (place, exploration) in explorations.enumerated() {
      let corpus = ExplorationCorpus(folder: command.corpus, exploration)
      var settings = try command.settings()
      settings.corpus = try corpus.flows()
      let report = try Exploration.run(settings, team(exploration, at: place, file, runner))
      var result = ExploreResult(exploration: exploration, report: report)
      try result.declare(exploration, runner, settings.kinds)
      for finding in report.findings where finding.flow != nil {
        let number = results.reduce(0) { $0 + $1.written.count } + result.written.count + 1
        result.written.append(try files.write(finding, of: exploration, number: number))
      }
      try corpus.add(report.findings)
      results.append(result)
      if ShutdownSignal.number != nil { break }
    }
    output.write(try ExploreReport(results).text(command.format), to: .standard)
    try writeMaps(results)
    return results.reduce(0) { $0 + $1.written.count }
  }

  /// Checks that the results can be written.
  private func check(_ files: FindingFiles, _ explorations: [DeclaredExploration]) throws {
    try files.check()
    try command.map.check()
    if let path = command.mapTests { try MapTests.check(path) }
    for exploration in explorations { try ExplorationCorpus(folder: command.corpus, exploration).check() }
  }

  /// What runs the jobs: each further thread reads the file once more.
  private func team(
    _ exploration: DeclaredExploration, at place: Int, _ file: ExplorationFile, _ runner: TestFileRunner
  ) -> any ExplorationTeam {
    guard command.jobs > 1 else { return SingleWorker(ExplorationLauncher(exploration, runner)) }
    let makeOptions = Unshared { [command] in try command.runnerOptions() }
    return ThreadTeam(command.jobs) {
      let (runner, explorations) = try file.explorations(try makeOptions.body())
      return ExplorationLauncher(explorations[place], runner)
    }
  }

  private func writeMaps(_ results: [ExploreResult]) throws {
    var map = FlowMap()
    for result in results { map.merge(result.map) }
    try command.map.write(map)
    guard let path = command.mapTests else { return }
    var tests = MapTests(try ExplorationFile(command.path), path: path)
    for result in results { tests.add(result.map, result.exploration) }
    try tests.write()
  }

  /// A function that only reads the arguments of the command.
  private struct Unshared: @unchecked Sendable {
    let body: () throws -> TestFileRunner.Options
  }
}

/// What one exploration has found.
struct ExploreResult {
  let exploration: DeclaredExploration
  let report: ExplorationReport
  /// The files of the findings that happened again from a launch, in their order.
  var written: [FindingFiles.Written] = []
  /// The names of the controllers that the script defines.
  private(set) var sources: [String] = []
  /// The map with what the script declares.
  private(set) var map = FlowMap()
  /// The declared actions that never were possible.
  private(set) var neverPossible: [NeverPossible] = []

  init(exploration: DeclaredExploration, report: ExplorationReport) {
    (self.exploration, self.report) = (exploration, report)
  }

  /// Notes what the application declares.
  ///
  /// - Parameter kinds: The kinds of steps that were performed.
  mutating func declare(
    _ exploration: DeclaredExploration, _ runner: TestFileRunner, _ kinds: Set<ExploredStep.Kind>
  ) throws {
    let launcher = ExplorationLauncher(exploration, runner)
    let run = try launcher.launch(nil, [])
    defer { run.close() }
    let runtime = run.session.runtime
    let declared = runtime.definition.declaredActions(translate: runtime.texts.text)
    sources = runtime.definition.controllerNames.sorted()
    map = report.statistics.map
    map.declare(runtime.definition)
    var texts = ScriptTexts()
    texts.add(scripts: launcher.scripts, declared, translate: runtime.texts.text)
    map.keepTitles(texts)
    neverPossible = report.statistics.neverPossible(declared, performing: kinds)
  }
}
