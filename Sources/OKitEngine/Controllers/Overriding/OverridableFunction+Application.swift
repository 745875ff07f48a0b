/// The functions of the controller of the application and of its menu.
extension OverridableFunction {
  static let navigateToHome = Self(
    "navigateToHome", "()",
    "Shows the home of the application with the default context; that of a menu closes the menu, too.")
  static let navigateToTarget = Self(
    "navigateToTarget", "(entity?: any, identifier?: string)",
    "Shows a content for an entity, and closes the menu; without arguments, that of `identifier`.")
  static let applyEncryption = Self("applyEncryption", "()", "Stores the encrypted models as `encryption` says.")
  static let applyProtection = Self("applyProtection", "()", "Called when `protection` has changed.")
  static let protect = Self(
    "protect", "()", "Covers a protected application, and starts the time-out, because it enters the background.")
  static let unprotect = Self(
    "unprotect", "()", "Removes the cover, or asks the authenticator, because the application is in the foreground.")
  static let showProtectionCover = Self("showProtectionCover", "()", "Shows the cover.")
  static let resetContent = Self(
    "resetContent", "()",
    "Forgets all contents, and shows the home again, below what is presented; runs when the theme has changed.")
  static let resetAll = Self(
    "resetAll", "()",
    "Forgets the menu and what is presented, and calls `resetContent`; runs after a backup was restored.")
  static let slideMenu = Self("slideMenu", "()", "Opens or closes the menu: calls `slideMenuIn` or `slideMenuOut`.")
  static let slideMenuIn = Self("slideMenuIn", "()", "Opens the menu.")
  static let slideMenuOut = Self("slideMenuOut", "()", "Closes the menu.")
  static let hideProtectionCover = Self(
    "hideProtectionCover", "()", "Removes the cover, unless the authenticator has to answer first.")
}
