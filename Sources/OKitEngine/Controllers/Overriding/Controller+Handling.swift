/// The functions that put a part of a screen there or take it away: `handleEdit` the Edit button, `handleSearch` the
/// search bar.
///
/// Each runs after `setup`, and when the property that decides about the part has changed. The built-in function shows
/// the part as the property says; one of a script that does not call it leaves the part out.
extension Controller {
  /// The functions of this kind that all controllers have.
  static let handleFunctions: [OverridableFunction] = [
    .handleEdit, .handleEditAlways, .handleAdd, .handleSearch, .handleRefresh, .handleHelp,
  ]

  /// Runs the functions whose property has another value than when they ran last.
  final func handleProperties() throws {
    for function in handlers {
      let value = handledProperty(function) ?? .null
      guard handled[function]?.value != value else { continue }
      handled[function] = (value, false)
      store.graph.noteChange()
      try runFunction(function)
    }
  }

  /// Whether a part is shown as its property says: the built-in function decides about it, or a script's function that
  /// has called it.
  final func handles(_ function: OverridableFunction) -> Bool {
    !overrides(function) || handled[function]?.isShown == true
  }

  /// Runs a built-in function of this file; nil for any other function.
  final func inheritedOfHandling(_ function: OverridableFunction) -> Value? {
    guard function.property != nil else { return nil }
    handled[function] = (handledProperty(function) ?? .null, true)
    store.graph.noteChange()
    return .null
  }
}
