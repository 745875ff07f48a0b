/// The help that covers a screen until the next tap.
extension AppRuntime {
  /// Whether help covers the screen. Nothing else can be opened meanwhile.
  package var isHelpShown: Bool { top?.isHelpShown == true }

  /// Closes the help for a tap, which does nothing else. - Returns: Whether help was shown.
  ///
  /// - Throws: `action.impossible` for any other action while help covers the screen.
  func closeHelp(for action: ScreenAction) throws -> Bool {
    // A dialog is above the help.
    guard dialogs.first == nil, let top, top.isHelpShown else { return false }
    guard action.isTap else { throw Diagnostic.coveredByHelp }
    try turn { try top.hideHelp() }
    return true
  }
}

extension Diagnostic {
  static var coveredByHelp: Diagnostic {
    Diagnostic("action.impossible", "the help is shown and covers the screen", hint: "any tap closes it")
  }
}
