/// Where a screen is in the navigation, as renderers need it.
package struct ScreenPlace: Sendable, Hashable {
  /// The numbers of the opened controllers on the way to the one that gets the actions, the lowest first.
  package var instances: [Int]
  /// The number of presented containers, and the menu, while that is open.
  package var presented: Int
  package var canGoBack: Bool
  package var canClose: Bool
  package var hasMenu: Bool
  /// Whether a tap marks a row: in edit mode of a list with `selectPath`.
  package var canMark: Bool
}

extension AppRuntime {
  /// Returns the place of the screen of a window; nil while the application is covered, and without a screen.
  package func screenPlace(in window: AppWindow) -> ScreenPlace? {
    let container = window.container
    guard !isCovered, container.top != nil else { return nil }
    return ScreenPlace(
      instances: container.instances, presented: container.presentedCount, canGoBack: container.canPop,
      canClose: container.canDismiss,
      hasMenu: container.isMenuOpen || definition.menu != nil && !container.canDismiss,
      canMark: (container.top as? ListController)?.canMark ?? false)
  }

  /// Returns whether a tap on a row of a window does nothing. Only rows of a detail can be such rows.
  package func isInert(_ row: Screen.Row, in window: AppWindow) -> Bool {
    (window.top as? DetailController)?.isInert(row.id) ?? false
  }

  /// Returns a name for what the control of a row of a window edits, which is the same after a restart: the controller,
  /// the id of the entity, and the binding. Nil without a control, and for secure text.
  package func fieldName(of row: Screen.Row, in window: AppWindow) -> String? {
    guard let top = window.top, let control = row.control, !control.isSecure, let path = row.path else { return nil }
    let entity = row.id.entity ?? top.effectiveContext
    return "\(top.name)/\(entity.flatMap(store.id(of:)) ?? "")/\(path)"
  }
}
