internal import OKitExplore

extension TestFileRunner {
  /// `declare(name, app, options, setUp, reset, steps, hasProperties)`. - Returns: The number of the exploration.
  func declare(_ call: borrowing LuaCall) throws -> Int {
    explorations.append(
      DeclaredExploration(
        name: try call.text(0), place: call.place, app: try call.text(1),
        options: try LaunchOptions(call, 2, pool.reader, options.shared.fixtures), setUp: try call.function(3),
        reset: try call.function(4), steps: call.isNull(5) ? nil : try call.int(5), hasProperties: try call.bool(6)))
    return explorations.count
  }

  /// Launches the application of an exploration that another file declares, or a script as `okit-run explore` does.
  ///
  /// - Parameters:
  ///   - name: Nil for the first exploration.
  ///   - overrides: Options in place of those that are declared: the fixture.
  /// - Returns: The number of the application, and what declares its properties.
  /// - Throws: `explore.unknown` with the nearest name.
  func explored(
    _ file: String, _ name: String?, _ overrides: LuaValue, from place: Diagnostic.Place?
  ) throws -> (Int, LuaFunction) {
    let first = explorations.count
    let path = WorkingDirectory.relative(resolve(file, place))
    let script = ExplorationFile.declaration(of: path)
    try declareTests(script?.text ?? ScriptFile.read(path), of: script?.file ?? path)
    let declared = explorations[first...]
    guard let found = name.map({ name in declared.first { $0.name == name } }) ?? declared.first else {
      throw Diagnostic(
        "explore.unknown", "\(file) declares no exploration" + (name.map { " \"\($0)\"" } ?? ""),
        hint: name.flatMap { NearestName.hint(for: $0, in: declared.map(\.name)) })
    }
    var fixture: JSONValue?
    if case .table(let table) = overrides, table["fixture"] != .null {
      fixture = try pool.reader.jsonObject(table["fixture"])
    }
    var hasEndpoint = script == nil
    return (try launch(found, fixture, hasEndpoint: &hasEndpoint), found.setUp)
  }

  /// Launches the application of an exploration.
  ///
  /// - Parameters:
  ///   - fixture: In place of its own.
  ///   - hasEndpoint: Whether models on a server have an endpoint; becomes true for an application that needs one.
  ///   - coverage: What counts; nil for that of the test file.
  func launch(
    _ exploration: DeclaredExploration, _ fixture: JSONValue?, hasEndpoint: inout Bool, isExplored: Bool = false,
    _ coverage: CoverageCollector? = nil
  ) throws -> Int {
    try state.call(exploration.reset)
    do {
      return try launch(
        exploration.app, exploration.launchOptions(fixture, hasEndpoint: hasEndpoint), from: exploration.place,
        isExplored: isExplored, coverage)
    } catch let diagnostic as Diagnostic where diagnostic.code == "http.endpoint" && !hasEndpoint {
      hasEndpoint = true
      return try launch(exploration, fixture, hasEndpoint: &hasEndpoint, isExplored: isExplored, coverage)
    }
  }

  /// Explores an application for the test that runs.
  ///
  /// - Throws: The first fault, with the flow to it.
  func explore(_ number: Int) throws {
    let exploration = explorations[number - 1]
    var settings = ExplorationSettings()
    settings.steps = exploration.steps ?? ExplorationSettings.testSteps
    let report = try Exploration.run(settings, SingleWorker(ExplorationLauncher(exploration, self)))
    let found = report.findings.filter { $0.flow != nil }
    guard let flow = found.first?.flow else { return }
    var diagnostic = flow.fault.diagnostic
    diagnostic.message +=
      "\nafter:" + ExplorationText.statements(of: flow).map { "\n  \($0)" }.joined()
      + (found.count > 1 ? "\n(\(found.count - 1) more)" : "")
    throw diagnostic
  }

  /// Returns the first mistake in the declarations of the file; nil for none.
  func mistake() throws -> Diagnostic? {
    var selection = Selection()
    selection.isListing = true
    var failure: TestFailure?
    _ = try run(selection) { event in if event.kind == .fail, failure == nil { failure = event.failures.first } }
    return failure.map { Diagnostic("explore.file", $0.message, place: $0.place, hint: $0.hint) }
  }
}
