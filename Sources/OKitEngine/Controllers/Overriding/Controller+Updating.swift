/// The functions that a script overrides to follow the life of a screen: `setup`, `update`, `refresh`.
///
/// A screen is always current, so that the built-in functions have nothing to draw: they call the others that a script can
/// override.
extension Controller {
  /// Whether a script follows the changes of what the controller shows.
  final var followsChanges: Bool {
    definition.hasFunctions && (overrides("refresh") || overrides("update") || overrides("updateData"))
  }

  /// Called when the controller comes onto the screen: for the first time, or again.
  final func appear() throws {
    guard definition.hasFunctions else { return }
    if !isSetUp {
      isSetUp = true
      if overrides("setup") { try runFunction("setup") }
      if overrides("applyTheme") { try runFunction("applyTheme", [services.themeValue]) }
    }
    if overrides("update") || overrides("updateData") { try runUpdate() }
  }

  /// Runs `update`, unless nothing overrides what it calls.
  final func runUpdate() throws {
    needsUpdate = false
    guard overrides("update") || overrides("updateData") else { return }
    try runFunction("update")
  }

  // MARK: Changes

  /// Tells the controller that a property of an entity has changed.
  final func noteChange(of entity: EntityID, _ key: String) throws {
    if overrides("refresh") {
      try runFunction("refresh", [.entity(entity), .string(key)])
    } else if isAbout(entity) {
      needsUpdate = true
    }
  }

  /// The built-in `refresh(entity, key)`: whether the screen is about the entity. Then `update` runs at the end of the turn.
  final func refresh(_ arguments: [Value]) throws -> Value {
    guard case .entity(let entity)? = arguments.first else {
      throw Diagnostic(
        "controller.argument", "refresh needs an entity, got \(store.summary(arguments.first ?? .null))")
    }
    let isAbout = isAbout(entity)
    if isAbout { needsUpdate = true }
    return .bool(isAbout)
  }

  private func isAbout(_ entity: EntityID) -> Bool {
    if entity == modelContext || entity == effectiveContext { return true }
    if let program = properties.program(Self.keys.contextPath),
      evaluator.contexts(program, modelContext).contains(entity)
    {
      return true
    }
    return shows(entity)
  }
}
