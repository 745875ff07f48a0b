/// The open screens and what the user has chosen on them, in a form that outlives their runtime.
package struct NavigationState: Sendable, Hashable {
  struct ScreenState: Sendable, Hashable {
    var name: String
    /// The id of the context; nil for the context that the controller gets by default.
    var context: String?
    var view: ViewState
  }

  /// A container and what it presents.
  indirect enum Node: Sendable, Hashable {
    case navigation([ScreenState], presented: Node?)
  }

  /// Nil when no screen is open.
  var root: Node?
}

extension AppRuntime {
  /// The open screens.
  var navigationState: NavigationState {
    var below: Controller?
    return NavigationState(root: containers.root.map { state(of: $0, above: &below) })
  }

  private func state(of container: Container, above below: inout Controller?) -> NavigationState.Node {
    let screens = container.controllers.map { controller in
      defer { below = controller }
      let isInherited = controller.modelContext == inheritedContext(above: below)
      let context = isInherited ? nil : controller.modelContext.flatMap(store.id(of:))
      return NavigationState.ScreenState(name: controller.name, context: context, view: controller.viewState)
    }
    return .navigation(screens, presented: container.presented.map { state(of: $0, above: &below) })
  }

  /// The context of a controller that is opened without one.
  private func inheritedContext(above below: Controller?) -> EntityID? {
    below == nil ? applicationContext() ?? defaultModel : below?.modelContext ?? defaultModel
  }

  /// Opens screens as they were open in another runtime, up to the first one that does not exist any more, or whose
  /// context does not.
  func restore(_ navigation: NavigationState) {
    var node = navigation.root
    while case .navigation(let screens, let presented) = node {
      for (position, screen) in screens.enumerated() {
        guard let definition = definition.controller(named: screen.name) else { return }
        var context = inheritedContext(above: top)
        if let id = screen.context {
          guard let entity = store.find(id) else { return }
          context = entity
        }
        let controller = makeController(definition, context, top)
        if position == 0 { containers.present(controller) } else { containers.push(controller) }
        controller.viewState = screen.view
        controller.didAppear()
        apply(theme: themes.current, to: controller)
      }
      node = presented
    }
  }
}
