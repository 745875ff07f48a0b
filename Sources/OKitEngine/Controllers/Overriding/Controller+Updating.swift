/// The functions that a script overrides to follow the life of a screen: `setup`, `update` with those that it calls,
/// `refresh`.
///
/// A screen is always current, so that the built-in functions have nothing to draw: they call the others that a script
/// can override.
extension Controller {
  /// `update` and the functions that the built-in one calls: `updateUI` calls `updateHeader` and `updateTable`, and
  /// `updateHeader` calls the other two.
  static let updateFunctions: [OverridableFunction] = [
    .update, .updateData, .updateUI, .updateHeader, .updatePrompt, .updateBarButtonItems, .updateTable,
  ]

  /// Whether a script follows the changes of what the controller shows.
  final var followsChanges: Bool {
    definition.hasFunctions && (overrides(.refresh) || overridesUpdate || !handlers.isEmpty)
  }

  /// Whether a script overrides `update` or a function that it calls.
  private var overridesUpdate: Bool { calledByUpdate.contains(where: overrides) }

  /// Called when the controller comes onto the screen: for the first time, or again.
  final func appear() throws {
    guard definition.hasFunctions else { return }
    if !isSetUp {
      isSetUp = true
      if overrides(.setup) { try runFunction(.setup) }
      try handleProperties()
      if overrides(.applyTheme) { try runFunction(.applyTheme, [services.themeValue]) }
      try beginEditing()
    }
    if overridesUpdate { try runUpdate() }
  }

  /// Runs `update`, unless nothing overrides what it calls.
  final func runUpdate() throws {
    needsUpdate = false
    guard overridesUpdate else { return }
    try runFunction(.update)
  }

  /// Runs a built-in function of this file; nil for any other function.
  final func inheritedOfUpdating(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value? {
    switch function {
    case .setup: try handleProperties()
    case .update:
      try runFunction(.updateData)
      try runFunction(.updateUI)
    case .updateUI:
      try runFunction(.updateHeader)
      try runFunction(.updateTable)
    case .updateHeader:
      try runFunction(.updatePrompt)
      try runFunction(.updateBarButtonItems)
    case .refresh: return try refresh(arguments)
    case .invalidate: try invalidate(arguments)
    default: return nil
    }
    return .null
  }

  // MARK: Changes

  /// Tells the controller that a property of an entity has changed.
  ///
  /// - Parameter key: Nil for any of its properties.
  final func noteChange(of entity: EntityID, _ key: String?) throws {
    if overrides(.refresh) {
      try runFunction(.refresh, [.entity(entity), key.map(Value.string) ?? .null])
    } else if isAbout(entity) {
      needsUpdate = true
    }
  }

  /// The built-in `refresh(entity, key)`: whether the screen is about the entity. Then `update` runs at the end of the
  /// turn.
  private func refresh(_ arguments: [Value]) throws -> Value {
    let isAbout = isAbout(try entity(.refresh, arguments))
    if isAbout { needsUpdate = true }
    return .bool(isAbout)
  }

  /// The built-in `invalidate(entity, key)`: tells all open screens, as if the property had changed. Without an entity,
  /// that of the controller.
  private func invalidate(_ arguments: [Value]) throws {
    let isGiven = arguments.first?.isNull == false
    guard let entity = isGiven ? try entity(.invalidate, arguments) : effectiveContext else { return }
    try services.noteChange(of: entity, arguments.count > 1 ? arguments[1].scalarText : nil)
  }

  private func entity(_ function: OverridableFunction, _ arguments: [Value]) throws -> EntityID {
    if case .entity(let entity)? = arguments.first { return entity }
    throw Diagnostic(
      "controller.argument", "\(function) needs an entity, got \(store.summary(arguments.first ?? .null))")
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
