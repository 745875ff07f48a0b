/// The open screens and what the user has chosen on them, in a form that outlives their runtime.
package struct NavigationState: Sendable, Hashable {
  struct ScreenState: Sendable, Hashable {
    var name: String
    /// The id of the context; nil for the context that the controller gets by default.
    var context: String?
    var view: ViewState
  }

  struct ContainerState: Sendable, Hashable {
    /// The class that a script has defined; nil for the stack around a controller.
    var name: String?
    var stacks: [[ScreenState]]
    /// The index of the selected tab.
    var selected: Int
  }

  struct ContentState: Sendable, Hashable {
    var name: String
    /// The id of the entity that it was opened with; nil for the default context.
    var context: String?
    var container: ContainerState
  }

  /// The cached contents of the application, and the name of the one that is shown; nil when no screen is open.
  var contents: [ContentState] = []
  var shownContent: String?
  /// The menu, if it is open.
  var menu: ContainerState?
  /// What is presented, the lowest first.
  var presented: [ContainerState] = []
}

extension AppRuntime {
  /// The open screens.
  var navigationState: NavigationState {
    let application = containers.application
    var state = NavigationState(shownContent: application.contentName)
    state.contents = application.contentNames.compactMap { name in
      application.content(named: name).map { content in
        NavigationState.ContentState(
          name: name, context: application.context(ofContent: name).flatMap(store.id(of:)),
          container: self.state(of: content))
      }
    }
    if application.isMenuOpen { state.menu = application.menu.map { self.state(of: $0) } }
    var next = application.presented
    while let container = next {
      state.presented.append(self.state(of: container))
      next = container.presented
    }
    return state
  }

  private func state(of container: Container) -> NavigationState.ContainerState {
    NavigationState.ContainerState(
      name: container.definition?.name, stacks: container.stacks.map { state(of: $0.controllers) },
      selected: (container as? TabContainer)?.selected ?? 0)
  }

  private func state(of stack: [Controller]) -> [NavigationState.ScreenState] {
    stack.map { controller in
      let isInherited = controller.modelContext == inheritedContext(above: controller.previous)
      let context = isInherited ? nil : controller.modelContext.flatMap(store.id(of:))
      return NavigationState.ScreenState(name: controller.name, context: context, view: controller.viewState)
    }
  }

  /// The context of a controller that is opened without one.
  private func inheritedContext(above below: Controller?) -> EntityID? {
    below == nil ? contentContext : below?.modelContext ?? defaultModel
  }

  // MARK: Restoring

  /// Opens screens as they were open in another runtime. In each stack, these are the screens up to the first one that does not
  /// exist any more, or whose context does not.
  ///
  /// - Throws: `controller.unknown`, `controller.container` for containers that the script now defines wrongly.
  func restore(_ navigation: NavigationState) throws {
    for content in navigation.contents {
      var context: EntityID?
      if let id = content.context {
        context = store.find(id)
        guard context != nil else { continue }
      }
      guard let container = try make(content.container, context: context, previous: nil) else { continue }
      containers.add(content: container, named: content.name, context: context)
      restore(content.container, in: container)
    }
    guard let shown = navigation.shownContent, containers.application.content(named: shown) != nil else {
      return containers.removeAll()
    }
    containers.show(content: shown)
    if let menu = navigation.menu, menu.name ?? menu.stacks.first?.first?.name == definition.menu?.name,
      let container = try make(menu, context: nil, previous: nil)
    {
      containers.openMenu(container)
      restore(menu, in: container)
    }
    for presented in navigation.presented {
      guard let container = try make(presented, context: nil, previous: top) else { break }
      containers.present(container)
      restore(presented, in: container)
    }
  }

  /// Makes a container with the roots of its stacks; nil when its class, or the context of a root, does not exist any more.
  private func make(
    _ state: NavigationState.ContainerState, context: EntityID?, previous: Controller?
  ) throws -> Container? {
    guard let root = state.stacks.first?.first, let definition = definition.content(named: state.name ?? root.name)
    else {
      return nil
    }
    var context = context
    if context == nil, let id = root.context {
      context = store.find(id)
      guard context != nil else { return nil }
    }
    return try makeContainer(definition, context: context, previous: previous)
  }

  private func restore(_ state: NavigationState.ContainerState, in container: Container) {
    if let tabs = container as? TabContainer { tabs.select(state.selected) }
    for (stack, screens) in zip(container.stacks, state.stacks) {
      guard let root = screens.first, root.name == stack.root?.name else { continue }
      stack.root?.viewState = root.view
      for screen in screens.dropFirst() {
        guard let definition = definition.controller(named: screen.name) else { break }
        var context = inheritedContext(above: stack.top)
        if let id = screen.context {
          guard let entity = store.find(id) else { break }
          context = entity
        }
        let controller = makeController(definition, context, stack.top)
        containers.push(controller, onto: stack)
        controller.viewState = screen.view
      }
    }
    containers.updateActiveStack()
  }
}
