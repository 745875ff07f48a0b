/// Opening screens as they were open in another runtime.
extension AppRuntime {
  /// Opens the screens of windows as they were open in another runtime, or before the secure store was closed.
  ///
  /// - Parameter showsHome: Whether windows without screens show the home.
  /// - Throws: What `restore` and `showHome` throw.
  func restoreWindows(_ states: [WindowState], showsHome: Bool = true) throws {
    for state in states {
      let window = window(numbered: state.number) ?? addWindow(numbered: state.number)
      try inside(window) { try restore(state.navigation) }
    }
    guard showsHome else { return }
    for window in windows where window.container.isEmpty { try inside(window) { try showHome() } }
  }

  /// Removes the screens and dialogs of all windows, which stay open.
  func removeScreens() {
    containers.removeAll()
    for window in windows { window.dialogs.removeAll() }
    forgetLastScreens()
  }

  /// Opens screens in the window that is used as they were open in another runtime. In each stack, these are the
  /// screens up to the first one that does not exist any more, or whose context does not. Input of fields that is lost
  /// is reported.
  ///
  /// - Parameter keepsInstances: Whether the screens are the same ones; false for copies of screens that stay open.
  /// - Throws: `controller.container` for containers that the script now defines wrongly.
  func restore(_ navigation: NavigationState, keepsInstances: Bool = true) throws {
    let restoration = NavigationRestoration(navigation, self, keepsInstances: keepsInstances)
    try restoration.restoreContainers()
    restoration.restoreViews()
  }
}

/// Restores the screens of one state.
private struct NavigationRestoration {
  private let navigation: NavigationState
  private let runtime: AppRuntime
  /// The controllers of the screens; nil for those whose class or context does not exist any more.
  private var controllers: [Controller?] = []

  init(_ navigation: NavigationState, _ runtime: AppRuntime, keepsInstances: Bool) {
    (self.navigation, self.runtime) = (navigation, runtime)
    for screen in navigation.screens {
      guard let definition = runtime.definition.controller(named: screen.name), let context = context(screen.context),
        screen.view.dataModel.map({ runtime.store.entity(at: $0) != nil }) ?? true
      else {
        controllers.append(nil)
        continue
      }
      controllers.append(
        runtime.makeController(
          definition, context, screen.opener.flatMap { controllers[$0] },
          handle: keepsInstances ? RuntimeHandle(.controller, screen.instance) : nil))
    }
  }

  /// Returns a context; nil if its entity does not exist any more.
  private func context(_ context: NavigationState.Context) -> ControllerContext? {
    switch context {
    case .content: return runtime.defaultContext
    case .model: return ControllerContext(entity: runtime.defaultModel, origin: .model)
    case .entity(let address):
      return address.flatMap(runtime.store.entity).map { ControllerContext(entity: $0, origin: .entity) }
    }
  }

  // MARK: Containers

  func restoreContainers() throws {
    let containers = runtime.containers
    for content in navigation.contents {
      var entity: EntityID?
      if let context = content.context {
        guard let found = self.context(context) else { continue }
        entity = found.entity
      }
      guard let container = try container(content.container) else { continue }
      containers.add(content: container, named: content.name, context: entity)
    }
    if let menu = navigation.menu, name(of: menu) == runtime.definition.menu?.name, let container = try container(menu)
    {
      containers.openMenu(container)
      containers.closeMenu()
    }
    guard let shown = navigation.shownContent, containers.window.content(named: shown) != nil else {
      return containers.updateShownStacks()
    }
    containers.show(content: shown)
    if navigation.isMenuOpen { containers.openMenu() }
    for presented in navigation.presented {
      guard let container = try container(presented) else { break }
      containers.present(container)
    }
    containers.updateShownStacks()
  }

  private func name(of container: NavigationState.ContainerState) -> String? {
    container.name ?? container.stacks.first?.first.map { navigation.screens[$0].name }
  }

  /// Makes a container with the screens of its stacks; nil when its class or its context does not exist any more.
  private func container(_ state: NavigationState.ContainerState) throws -> Container? {
    guard let definition = name(of: state).flatMap(runtime.definition.content), let context = context(state.context)
    else { return nil }
    let container = try runtime.makeContainer(definition, context: context, previous: nil)
    for (stack, screens) in zip(container.stacks, state.stacks) {
      guard let first = screens.first, navigation.screens[first].name == stack.root?.name else { continue }
      guard let root = controllers[first] else {
        // Without tabs, nothing else is left of the container.
        if container === stack { return nil }
        continue
      }
      _ = stack.replace(with: root)
      for screen in screens.dropFirst() {
        guard let controller = controllers[screen] else { break }
        stack.push(controller)
      }
    }
    (container as? TabContainer)?.select(state.selected)
    return container
  }

  // MARK: Views

  /// Restores what the user has chosen, and reports the input of screens that do not exist any more.
  func restoreViews() {
    for (screen, controller) in zip(navigation.screens, controllers) where screen.isOpen {
      if let controller, runtime.containers.isOpen(controller) {
        controller.viewState = screen.view
      } else {
        FieldEditor.reportLost(
          screen.view.inputs.filter { $0.input.entered != nil }.map(\.label), in: screen.name, .restored,
          place: runtime.definition.controller(named: screen.name)?.place, runtime)
      }
    }
  }
}
