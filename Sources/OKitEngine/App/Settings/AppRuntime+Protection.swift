/// Protection: the cover, the time-out of the secure store, and the question of the authenticator.
///
/// What a script can override runs as a turn, in which the secure store can be neither opened nor closed. The built-in
/// functions therefore only note what is due; `continueProtection` does it between turns.
extension AppRuntime {
  /// Whether the cover hides everything.
  package var isCovered: Bool {
    coveredWindows != nil || application.isCoverShown || application.initialization != nil
  }

  /// Whether nothing but the cover can be reached: the application is covered, and has a controller, which can protect
  /// it.
  package var isGuarded: Bool { isCovered && application.controller != nil }

  /// Checks that models can be reached from outside.
  ///
  /// - Throws: `app.covered` while a protected application is covered.
  package func checkUncovered() throws { if isGuarded { throw Diagnostic.guarded } }

  /// Whether the application is protected in the background: protection is on, and an encrypted model was stored once.
  var isProtectionActive: Bool {
    guard application.controller != nil, application.settings.protection else { return false }
    do { return try registry.isSecureStoreInitialized } catch {
      fail(error)
      return true
    }
  }

  // MARK: Background and foreground

  /// Covers the application, because it enters the background.
  func protect() {
    guard application.controller != nil else { return }
    // A function of the script that fails must not leave the models open.
    if !runApplicationFunction(.protect) { protectBuiltIn() }
    continueProtection()
  }

  /// Removes the cover or asks, because the application returns to the foreground.
  func unprotect() {
    guard application.controller != nil else { return }
    closeDueStore()
    if !runApplicationFunction(.unprotect) { unprotectBuiltIn() }
    continueProtection()
  }

  /// Unprotects the application as a return to the foreground does, which an application in the background is still to
  /// make.
  package func restoreState() { if state == .foreground { unprotect() } }

  func protectBuiltIn() {
    guard isProtectionActive else { return }
    if application.settings.protectionCover, !runApplicationFunction(.showProtectionCover) { showBuiltInCover() }
    let seconds = application.settings.protectionTimeout * 60
    application.closing = DateValue(secondsSince2001: clock.now.secondsSince2001 + seconds)
  }

  func unprotectBuiltIn() {
    application.closing = nil
    guard isCovered else { return }
    if registry.isSecureStoreOpen, !application.isLocked, application.initialization == nil {
      hideCover()
    } else {
      application.due.insert(.authentication)
    }
  }

  /// Whether protection takes effect is decided when the application enters the background.
  func applyBuiltInProtection() {}

  func showBuiltInCover() {
    guard application.controller != nil else { return }
    application.isCoverShown = true
    coverDidChange()
  }

  private func hideCover() { if !runApplicationFunction(.hideProtectionCover) { hideBuiltInCover() } }

  /// Removes the cover, unless the models are not in memory, or the authenticator has to answer first.
  func hideBuiltInCover() {
    guard registry.isSecureStoreOpen, !application.isLocked, coveredWindows == nil else { return }
    application.isCoverShown = false
    coverDidChange()
  }

  // MARK: Between turns

  /// Closes the secure store when it is due, and asks the authenticator when the application has to.
  func continueProtection() {
    guard !turns.isInTurn, state != .terminated else { return }
    closeDueStore()
    if !application.due.isEmpty, application.due.remove(.authentication) != nil { ask() }
  }

  /// Closes the secure store if its time has come. What cannot be stored stays in memory, below the cover.
  func closeDueStore() {
    guard let closing = application.closing, closing <= clock.now, !turns.isInTurn else { return }
    application.closing = nil
    guard registry.isSecureStoreOpen else { return }
    (application.isLocked, registry.isLocked) = (true, true)
    showBuiltInCover()
    do { try closeSecureStore() } catch { fail(error) }
  }

  // MARK: The authenticator

  /// Asks whether the person in front of the application may see it. Does nothing while a question waits for its
  /// answer.
  func ask(_ completion: ((Bool) -> Void)? = nil) {
    if application.question != nil {
      if let completion { application.question?.completions.append(completion) }
      return
    }
    let number = application.ask()
    if let completion { application.question?.completions.append(completion) }
    switch authentication {
    case .answered: break
    case .key: answer(number, true)
    case .callback(let function): function { [reference] ok in reference.object?.answer(number, ok) }
    }
  }

  /// Opens the secure store for a script. A protected application that is covered asks the authenticator first.
  ///
  /// - Parameter completion: Receives whether the store is open.
  package func requestSecureStore(_ completion: @escaping (Bool) -> Void) {
    if isGuarded, application.settings.protection, !registry.isSecureStoreOpen {
      return state == .foreground ? ask(completion) : completion(false)
    }
    var isOpen = true
    do { try openSecureStore() } catch {
      fail(error)
      isOpen = false
    }
    completion(isOpen)
  }

  /// Answers the question of a covered application; asks first if it has not asked.
  ///
  /// - Throws: `action.impossible` if the application is not covered or in the background; `app.turn` during a turn.
  package func authenticate(_ ok: Bool) throws {
    try turns.requireIdle("the application cannot be authenticated while an action is running")
    guard isCovered else { throw Diagnostic("action.impossible", "the application is not covered") }
    try checkForeground()
    answer(application.question?.number ?? application.ask(), ok)
  }

  private func answer(_ number: Int, _ ok: Bool) {
    guard let question = application.question, question.number == number else { return }
    guard !turns.isInTurn else {
      fail(Diagnostic("app.turn", "the authenticator cannot answer while an action is running"))
      return
    }
    application.question = nil
    // The application may have left the foreground meanwhile.
    let isOpen = ok && state == .foreground && uncover()
    for completion in question.completions { completion(isOpen) }
  }

  /// Opens the secure store, and shows the models and screens again. - Returns: Whether that succeeded.
  private func uncover() -> Bool {
    do {
      if let initialization = application.initialization { return try start(initialization) }
      registry.isLocked = false
      try openSecureStore()
      application.isLocked = false
      if application.isCoverShown { hideCover() }
      coverDidChange()
      return !isCovered
    } catch {
      registry.isLocked = application.isLocked
      if !Self.isRefusal(error) { fail(error) }
      return false
    }
  }

  /// Whether an error says only that a person has not authenticated: with another key or passphrase, or none.
  private static func isRefusal(_ error: any Error) -> Bool {
    ["storage.key", "storage.passphrase"].contains((error as? Diagnostic)?.code)
  }

  /// Called when the cover may have come or gone.
  func coverDidChange() {
    forgetLastScreens()
    store.graph.noteChange()
    diagnosticLog.isCovered = isGuarded
    applicationLog.isCovered = isGuarded
  }

  func checkForeground() throws {
    switch state {
    case .foreground: return
    case .background: throw Diagnostic("action.impossible", "the application is in the background")
    case .terminated: throw Diagnostic("action.impossible", "the application is not running")
    case .launching:
      let launch = application.initialization == nil ? "call launch first" : nil
      let hint = definition.controllers.isEmpty ? "define a controller first" : launch
      throw Diagnostic("action.impossible", "the application shows no screen yet", hint: hint)
    }
  }
}

extension Diagnostic {
  /// The error for an action while the cover hides everything.
  static let covered = Diagnostic(
    "action.impossible", "the protection cover covers the screen", hint: "tap the cover to authenticate")

  /// The error for an access to the models of a protected application from outside while it is covered.
  static let guarded = Diagnostic(
    "app.covered", "the application is covered: its models can be reached only after authentication",
    hint: "tap the cover to authenticate")
}
