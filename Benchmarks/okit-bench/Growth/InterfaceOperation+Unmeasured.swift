extension InterfaceOperation {
  /// The functions that have no operation, and why.
  static let unmeasured = [
    // Once for a class or an application.
    "ModelStore.define", "ModelRegistry.register", "AppRuntime.launch", "AppRuntime.terminate",
    // Store whole models, which `load` and `disk` measure.
    "ModelRegistry.store", "ModelRegistry.storeState", "AppRuntime.background", "AppRuntime.foreground",
    "AppRuntime.authenticate",
    // Touch no model, or only the dialog or the button that is shown.
    "AppRuntime.report", "AppDriver.typeInAlert", "AppDriver.tapAlert", "AppDriver.tapSheet", "AppDriver.tapTitle",
    "AppDriver.close", "AppDriver.menu", "AppDriver.tab", "AppDriver.refresh", "AppDriver.filter",
    "AppDriver.press",
  ]
}
