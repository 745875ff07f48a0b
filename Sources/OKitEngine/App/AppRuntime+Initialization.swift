/// Starting with a secure store that a person has to open first: `okit.Model.initialize(fn, { secure = true })`.
extension AppRuntime {
  /// Decides about a function that registers the models of a script.
  ///
  /// - Parameter run: Runs the function, later.
  /// - Returns: Whether the caller is to run the function now: the secure store is open, or the script is reloaded.
  /// - Throws: `model.initialize` for a second function that waits; what opening the secure store throws.
  package func initializeSecurely(_ run: @escaping () throws -> Void) throws -> Bool {
    if !registry.canEncrypt || registry.isSecureStoreOpen || registry.keepsStoreClosed { return true }
    if try !registry.isSecureStoreInitialized {
      try registry.openSecureStore()
      return true
    }
    guard application.initialization == nil else {
      throw Diagnostic("model.initialize", "a function of okit.Model.initialize waits for the secure store already")
    }
    if case .key = authentication {
      do {
        try registry.openSecureStore()
        return true
      } catch let diagnostic as Diagnostic where ["storage.key", "storage.passphrase"].contains(diagnostic.code) {
        // A program has no cover that could ask again.
        report(diagnostic)
      }
    }
    application.initialization = Initialization(run: run)
    return false
  }

  /// Registers the models that wait for the secure store, in a script without screens. Such a script has no cover; it
  /// needs only the key.
  ///
  /// - Throws: What opening the store and the script's function throw.
  package func initializeProgram() throws {
    guard let initialization = application.initialization else { return try outbox.openIfNeeded() }
    try registry.openSecureStore()
    application.initialization = nil
    try initialization.run()
    try outbox.openIfNeeded()
  }

  /// Launches an application whose models wait for the secure store: with the cover, if it is protected.
  ///
  /// - Parameter launch: Shows the first screen.
  /// - Returns: Whether it waits.
  func waitForInitialization(_ launch: @escaping () throws -> Void) throws -> Bool {
    guard application.initialization != nil else { return false }
    let key = ComponentDescriptor.applicationKeys.protection
    guard let controller = application.controller, controller.constant(key) != .bool(false) else {
      // Nothing protects the application.
      try initializeProgram()
      return false
    }
    application.initialization?.launch = launch
    state = .foreground
    coverDidChange()
    ask()
    return true
  }

  /// Opens the secure store, runs the function that registers the models, and shows the first screen.
  ///
  /// - Returns: False if the function has failed, which is reported; the store is closed then.
  /// - Throws: What opening the store and launching throws.
  func start(_ initialization: Initialization) throws -> Bool {
    try registry.openSecureStore()
    application.initialization = nil
    let target = state
    state = .launching
    defer { state = target }
    do {
      try initialization.run()
      try initialization.launch?()
    } catch {
      application.initialization = initialization
      registry.closeSecureStore()
      throw error
    }
    coverDidChange()
    return true
  }
}
