/// Launching, entering and leaving the background, terminating.
extension AppRuntime {
  /// Shows the first screen, after the script has run.
  ///
  /// - Parameter fixture: data that is applied to the default model first; it cannot be undone.
  /// - Throws: `controller.none`, `controller.unknown`, `model.unregistered`; what applying the fixture throws.
  package func launch(fixture: JSONValue? = nil) throws {
    try launch(fixture: fixture.map(AppliedData.init), restoring: [])
  }

  /// - Parameter states: the screens to show instead of the first one, as far as they exist.
  package func launch(fixture: AppliedData?, restoring states: [WindowState]) throws {
    if let coverage, coverage.isComplete { definition.add(to: coverage) }
    startApplication()
    let show = { [self] in try showFirstScreen(fixture, restoring: states) }
    if try !waitForInitialization(show) { try show() }
  }

  private func showFirstScreen(_ fixture: AppliedData?, restoring states: [WindowState]) throws {
    try outbox.openIfNeeded()
    let mistakes = mistakesAtStart()
    diagnosticLog.recordAtStart(mistakes)
    try apply(fixture)
    let home = try definition.home()
    let models = ModelCheck(definition, evaluator)
    try models.check(from: home)
    // An action that begins at the default model is among the mistakes in definitions already.
    for diagnostic in models.readersOfDefault(from: home)
    where !mistakes.contains(where: { $0.code == diagnostic.code && $0.origin == diagnostic.origin }) {
      report(diagnostic)
    }
    for diagnostic in ModelCheck.plainSecrets(evaluator) { report(diagnostic) }
    followSettings()
    if let coverage, coverage.isComplete { RequiredBindings(definition, evaluator).mark(coverage) }
    if coveredWindows == nil { try turn { try restoreWindows(states) } }
    undoService.clear()
    state = .foreground
  }

  /// Applies data to the default model, once. It cannot be undone.
  ///
  /// - Throws: `app.fixture` without a default model; what applying the data throws.
  package func apply(_ fixture: AppliedData?) throws {
    if let fixture, !hasFixture {
      guard let root = defaultModel else {
        throw Diagnostic("app.fixture", "a fixture needs a default model; the application registers none")
      }
      try turn { try store.apply(fixture, to: root) }
      hasFixture = true
    }
    undoService.clear()
  }

  private func mistakesAtStart() -> [Diagnostic] {
    if let (known, scripts) = checkedDefinitions { return known.mistakes(in: definition, evaluator, scripts) }
    guard checksLater else { return DefinitionCheck(definition, evaluator).diagnostics }
    let first = DefinitionCheck.first(of: definition)
    uncheckedControllers = Set(definition.controllers.map(ObjectIdentifier.init)).subtracting(
      first.map(ObjectIdentifier.init))
    return DefinitionCheck(definition, evaluator, only: first).diagnostics
  }

  /// Checks the definition of a controller that is about to be shown, unless that was done before.
  func checkDefinition(of controller: ComponentClass) {
    guard uncheckedControllers.remove(ObjectIdentifier(controller)) != nil else { return }
    diagnosticLog.recordAtStart(DefinitionCheck(definition, evaluator, only: [controller]).diagnostics)
  }

  /// Checks the definitions of the controllers that were not shown yet, while nobody waits.
  package func checkRemainingDefinitions() {
    guard !uncheckedControllers.isEmpty else { return }
    let rest = definition.controllers.filter { uncheckedControllers.contains(ObjectIdentifier($0)) }
    uncheckedControllers = []
    diagnosticLog.recordAtStart(DefinitionCheck(definition, evaluator, only: rest).diagnostics)
  }

  /// The context of the content: that of the application, unless it belongs to another model than the default one, such
  /// as the settings.
  var contentContext: EntityID? {
    guard let context = applicationContext() else { return defaultModel }
    return defaultModel == nil || store.model(of: context) == defaultModel ? context : defaultModel
  }

  /// The context of controllers that are opened without one.
  var defaultContext: ControllerContext { ControllerContext(entity: contentContext, origin: .content) }

  /// The entity to which the application's `contextPath` leads; nil without one.
  func applicationContext() -> EntityID? {
    let key = ComponentDescriptor.applicationKeys.contextPath
    guard case .binding(let program)? = definition.application?.values[key] else { return nil }
    return evaluator.resolve(program, defaultModel)
  }

  /// Enters the background, stores the state, and covers a protected application. In the background, stores what has
  /// changed since.
  ///
  /// - Throws: What storing throws; the application is in the background all the same, and its models stay pending.
  package func background() throws {
    guard state == .foreground || state == .background else { return }
    let isEntering = state == .foreground
    state = .background
    defer { if isEntering { protect() } }
    if isEntering { acceptInput() }
    try registry.storeState()
    try registry.waitUntilStored()
  }

  /// Writes the valid input of fields, each screen in a turn of its own. What is not valid stays in the fields, and so
  /// does the input of a screen whose turn fails. A function of a field may close its own screen or another one, which
  /// writes the input of that.
  package func acceptInput() {
    var asked: Set<RuntimeHandle> = []
    while let controller = containers.controllers.first(where: {
      $0.fields?.hasInput == true && !asked.contains($0.handle)
    }) {
      asked.insert(controller.handle)
      do { try turn { try controller.fields?.endAll() } } catch { report(error.asDiagnostic) }
    }
  }

  /// Returns to the foreground. A protected application asks the authenticator if its secure store was closed
  /// meanwhile.
  package func foreground() {
    guard state == .background else { return }
    state = .foreground
    unprotect()
  }

  /// Terminates at once, as when the process is killed: what was not stored is lost.
  package func terminate() {
    state = .terminated
    // The properties of the controller hold the runtime, and what waits holds the script.
    (application.controller, application.initialization, application.question) = (nil, nil, nil)
    application.closing = nil
    removeScreens()
    timers.stop()
    patches.cancelAll()
  }
}
