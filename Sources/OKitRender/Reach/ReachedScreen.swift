package import OKitLua

/// The way from the launch of an application to one of its controllers.
package struct ReachedScreen: Sendable {
  package let controller: String
  /// What a person does, as JSON, and seconds that pass as `{"clock": 60}`. The identifiers in it are those of each
  /// launch with the same seed.
  package let steps: [JSONValue]

  /// Performs the steps in an application that was just launched.
  ///
  /// - Returns: Whether they have led to the controller.
  /// - Throws: The error of a step that could not be performed, or that the application has failed with.
  package func perform(in application: LuaApplication) throws -> Bool {
    let driver = AppDriver(application.runtime)
    try Self.uncover(application.runtime)
    for step in steps { try Self.perform(step, driver) }
    return driver.screen.name == controller
  }

  /// Shows what a protected application covers at its start.
  static func uncover(_ runtime: AppRuntime) throws { if runtime.isCovered { try runtime.authenticate(true) } }

  static func perform(_ step: JSONValue, _ driver: AppDriver) throws {
    if case .object(let members) = step, let clock = members["clock"] {
      switch clock {
      case .int(let seconds): try driver.runtime.advance(seconds: Double(seconds))
      case .double(let seconds): try driver.runtime.advance(seconds: seconds)
      default: break
      }
    } else {
      try driver.throwingFailure { try driver.perform(remote: Action(ScreenAction(json: step))) }
    }
    try driver.runtime.waitForRequests { false }
  }
}

/// A controller to which no way was found.
package struct UnreachedScreen: Sendable {
  package let controller: String
  package let reason: String

  /// The warning that names it.
  package var diagnostic: Diagnostic {
    Diagnostic(
      "render.unreached", "cannot reach the controller \"\(controller)\": \(reason)", severity: .warning,
      hint: "show it with --exec"
    ).about(controller)
  }
}
