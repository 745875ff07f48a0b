extension Screen {
  /// What the user can operate: the menu with the dialogs that are open, or else the screen itself.
  package var topmost: Screen {
    guard var menu else { return self }
    (menu.alert, menu.sheet) = (alert, sheet)
    return menu
  }
}
