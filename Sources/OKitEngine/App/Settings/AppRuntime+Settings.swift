/// The settings of the application, which follow the bindings of its controller.
extension AppRuntime {
  /// The controller of the application; nil if the script defines none.
  package var applicationController: ApplicationController? { application.controller }

  package func application(for handle: RuntimeHandle) -> ApplicationController? {
    application.controller.flatMap { $0.handle == handle ? $0 : nil }
  }

  /// Makes the controller of the application, and applies what its last run has left: no model can be read yet.
  func startApplication() {
    guard application.controller == nil, let definition = definition.application else { return }
    let controller = ApplicationController(definition, services: self)
    controller.runBuiltIn = {
      [reference, weak controller] name, arguments in
      guard let runtime = reference.object, let controller else { return .null }
      return try runtime.inherited(name, arguments, of: controller)
    }
    application.controller = controller
    var file = SettingsFile(registry.files)
    application.settings = file.read(report)
    application.file = file
    themes.current = theme(named: application.settings.themeName)
  }

  /// Applies settings that may have changed. Runs between turns; costs nothing while none has changed.
  func followSettings() {
    guard let controller = application.controller, !application.isFollowing, !turns.isInTurn, state != .terminated,
      coveredWindows == nil, application.initialization == nil
    else { return }
    application.isFollowing = true
    defer { application.isFollowing = false }
    var rounds = 0
    while controller.isStale || application.due.contains(.encryption), rounds < Self.maximumRounds {
      rounds += 1
      let isFirst = !application.hasEvaluated
      let old = application.settings
      if controller.isStale {
        store.budget.withDeadline { application.settings = controller.settings }
      }
      application.hasEvaluated = true
      apply(application.settings, instead: old, isFirst: isFirst)
    }
  }

  /// How often settings may change while they are applied, by the functions of the script that apply them.
  private static let maximumRounds = 10

  private func apply(_ new: ApplicationSettings, instead old: ApplicationSettings, isFirst: Bool) {
    let isRegisteredSince = application.unknownTheme == new.themeName && themes[new.themeName] != nil
    if isFirst || new.themeName != old.themeName || isRegisteredSince { apply(theme: new.themeName) }
    // Without the property, a script may have set `okit.SecureStore.encryption` already.
    if isFirst ? application.controller?.definition.has("encryption") == true : new.encryption != old.encryption {
      runApplicationFunction(.applyEncryption)
    }
    if isFirst || new.protection != old.protection { runApplicationFunction(.applyProtection) }
    if application.due.remove(.encryption) != nil {
      do { try switchEncryption(application.settings.encryption, isFirst: isFirst) } catch { fail(error) }
    }
    do { try application.file?.write(new) } catch { fail(error) }
  }

  /// Encryption that a setting switches off while the application starts leaves what is stored encrypted as it is.
  private func switchEncryption(_ isOn: Bool, isFirst: Bool) throws {
    guard registry.hasEncryptedModels, !isFirst || isOn else { return registry.setInitialEncryption(isOn) }
    try registry.switchEncryption(isOn)
  }
}
