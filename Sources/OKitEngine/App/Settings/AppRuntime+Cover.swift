/// What a covered application shows.
extension AppRuntime {
  /// The screen while the cover hides everything: it has nothing else but the theme.
  var coverScreen: Screen {
    var screen = Screen(kind: .detail, name: "", cover: cover, theme: themes.current)
    screen.words = texts.words
    return screen
  }

  private var cover: Cover {
    guard let controller = application.controller else { return Cover() }
    let keys = ComponentDescriptor.applicationKeys
    // Until the models are registered, the application has no context.
    let properties = application.initialization == nil ? controller.properties : controller.propertiesWithoutModels
    return Cover(
      text: isShown(keys.protectionText, of: controller) ? properties[keys.protectionText] : nil,
      image: isShown(keys.protectionImage, of: controller) ? properties[keys.protectionImage] : nil)
  }

  /// Whether the cover may have the value of a property: one that comes from no model that was not read yet or is
  /// encrypted.
  private func isShown<Result>(_ key: ComponentKey<Result>, of controller: ApplicationController) -> Bool {
    switch controller.given(key) {
    case nil: return false
    case .binding(let program)?:
      return program.parts.flatMap(\.paths).allSatisfy { part in
        guard case .path(let start, _) = part.source else { return true }
        guard application.initialization == nil else { return false }
        let root: EntityID? =
          switch start {
          case .context: controller.effectiveContext.flatMap(store.model(of:))
          case .model(let name, _): store.root(named: name)
          }
        return root.flatMap(store.type(of:))?.isEncrypted == false
      }
    default: return application.initialization == nil
    }
  }

  /// The property `menuHideStatusBar` of the application.
  var hidesStatusBarForMenu: Bool {
    guard let controller = application.controller, application.initialization == nil else { return false }
    return controller.flag(ComponentDescriptor.applicationKeys.menuHideStatusBar)
  }
}
