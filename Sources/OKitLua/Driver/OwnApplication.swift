/// `okit.app`: the application as its own script sees it; `okit.application`: its controller.
struct OwnApplicationModule: ScriptModule {
  let environment: ScriptEnvironment

  var internals: [(String, OkitModule.Body)] { [("driver", driver), ("application", controller)] }

  /// Returns the controller of the application.
  private func controller(_ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(host.bridge.lua(host.runtime.applicationController.map { .handle($0.handle) } ?? .null))
  }

  /// Answers the function that makes the object; asked once, when a script first needs it.
  private func driver(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let elements = try FoundElements(host.state)
    host.ownSession = AppSession(driver: AppDriver(host.runtime, followsUse: true), bridge: host.bridge)
    host.foundElements = elements
    let module = DriverModule(state: host.state, elements: elements) { [reference = host.reference] _ in
      guard let session = reference.object?.ownSession else {
        throw Diagnostic("lua.closed", "okit.app was used after its application had ended")
      }
      return session
    }
    return .value(.function(try module.install().object))
  }
}
