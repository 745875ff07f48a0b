/// The functions of the application's controller: those of the script, else the built-in ones.
extension AppRuntime {
  /// Runs a function of the application, that of the script as a turn. A failure is reported.
  ///
  /// - Returns: False if it has failed, and without a controller of the application.
  @discardableResult
  func runApplicationFunction(_ function: OverridableFunction, _ arguments: [Value] = []) -> Bool {
    guard let controller = application.controller else { return false }
    do {
      guard controller.definition.override(of: function) != nil else {
        _ = try inherited(function, arguments, of: controller)
        return true
      }
      return try turn { try callApplicationFunction(function, arguments) } != nil
    } catch {
      fail(error)
      return false
    }
  }

  /// Runs a function of the application as a part of what calls it. Without a controller of the application, nothing
  /// happens.
  ///
  /// - Throws: What the built-in function throws. A failure of the script's function is reported, and takes the turn
  ///   back.
  func callApplicationFunction(
    _ function: OverridableFunction, _ arguments: [Value] = [], completion: @escaping (Value) -> Void = { _ in }
  ) throws {
    try callApplicationFunction(named: function.name, arguments, completion: completion)
  }

  /// The same for the function of that name, which may be one of the script's own.
  func callApplicationFunction(
    named name: String, _ arguments: [Value], completion: @escaping (Value) -> Void
  ) throws {
    guard let controller = application.controller else { return }
    guard let function = controller.override(name) else {
      return completion(try inherited(try controller.builtIn(name), arguments, of: controller))
    }
    start(
      function, receiver: .handle(controller.handle), arguments: arguments, origin: controller.origin(name),
      completion: completion)
  }

  /// A built-in function of the application's controller: what `self.super.name(self, …)` calls in a script.
  ///
  /// - Throws: What the function throws.
  func inherited(
    _ function: OverridableFunction, _ arguments: [Value], of controller: ApplicationController
  ) throws -> Value {
    switch function {
    case .applyTheme: try applyBuiltInTheme(arguments.first ?? .null)
    case .applyEncryption: application.due.insert(.encryption)
    case .applyProtection: applyBuiltInProtection()
    case .protect: protectBuiltIn()
    case .unprotect: unprotectBuiltIn()
    case .showProtectionCover: showBuiltInCover()
    case .hideProtectionCover: hideBuiltInCover()
    case .navigateToHome: try turn { try showHome() }
    case .slideMenu: try callApplicationFunction(containers.window.isMenuOpen ? .slideMenuOut : .slideMenuIn)
    case .slideMenuIn: try turn { try openMenu() }
    case .slideMenuOut: containers.closeMenu()
    case .resetContent: try turn { try resetBuiltInContent() }
    case .resetAll: try turn { try resetAllBuiltIn() }
    default: break
    }
    return .null
  }
}
