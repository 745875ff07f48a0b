/// The slide-in menu.
extension AppRuntime {
  /// Opens or closes the menu.
  ///
  /// - Throws: `action.impossible` without a menu.
  package func toggleMenu() throws { throw Diagnostic("action.impossible", "the application has no menu") }
}
