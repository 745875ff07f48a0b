/// The functions of the application's controller: those of the script, else the built-in ones.
extension AppRuntime {
  /// Runs a function of the application, that of the script as a turn. A failure is reported.
  ///
  /// - Returns: False if it has failed, and without a controller of the application.
  @discardableResult
  func runApplicationFunction(_ name: String, _ arguments: [Value] = []) -> Bool {
    guard let controller = application.controller else { return false }
    do {
      guard controller.override(name) != nil else {
        _ = try inherited(name, arguments, of: controller)
        return true
      }
      return try turn { try callApplicationFunction(name, arguments) } != nil
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
    _ name: String, _ arguments: [Value] = [], completion: @escaping (Value) -> Void = { _ in }
  ) throws {
    guard let controller = application.controller else { return }
    guard let function = controller.override(name) else {
      return completion(try inherited(name, arguments, of: controller))
    }
    start(
      function, receiver: .handle(controller.handle), arguments: arguments, origin: controller.origin(name),
      completion: completion)
  }

  /// The built-in function of the application's controller with a name: what `self.super.name(self, …)` calls in a
  /// script.
  ///
  /// - Throws: `controller.unknownFunction` with the nearest name; what the function throws.
  func inherited(_ name: String, _ arguments: [Value], of controller: ApplicationController) throws -> Value {
    switch name {
    case "applyTheme": try applyBuiltInTheme(arguments.first ?? .null)
    case "applyEncryption": application.due.insert(.encryption)
    case "applyProtection": applyBuiltInProtection()
    case "protect": protectBuiltIn()
    case "unprotect": unprotectBuiltIn()
    case "showProtectionCover": showBuiltInCover()
    case "hideProtectionCover": hideBuiltInCover()
    case "navigateToHome": try turn { try showHome() }
    case "slideMenu": try callApplicationFunction(containers.application.isMenuOpen ? "slideMenuOut" : "slideMenuIn")
    case "slideMenuIn": try turn { try openMenu() }
    case "slideMenuOut": containers.closeMenu()
    case "resetContent": try turn { try resetBuiltInContent() }
    case "resetAll": try turn { try resetAllBuiltIn() }
    default: throw controller.unknownFunction(name)
    }
    return .null
  }
}
