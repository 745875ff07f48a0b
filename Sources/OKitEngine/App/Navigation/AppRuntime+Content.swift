/// The content of the application, its tabs and its menu.
extension AppRuntime {
  // MARK: Content

  /// Shows the content with a name: a container or a controller that the script has defined. What is presented is
  /// dismissed.
  ///
  /// A content that was shown before is as it was. If a context is given, each of its stacks goes to its root, which
  /// gets the context.
  ///
  /// - Parameter context: Nil for the context that the content has.
  /// - Throws: `controller.unknown` with the nearest name; `navigation.depth`.
  package func showContent(_ name: String, context: EntityID?) throws {
    guard !name.isEmpty else { return try showHome() }
    let content = try contentClass(named: name)
    containers.dismissAll()
    try open(content: content, context: context, returnsToRoot: context != nil)
  }

  /// Shows the home of the application as its controller does, which a script may override.
  ///
  /// - Throws: What `showHome` throws.
  package func navigateToHome() throws {
    guard application.controller != nil else { return try showHome() }
    try callApplicationFunction(.navigateToHome)
  }

  /// Shows the home of the application, with the default context, each of its stacks at its root.
  ///
  /// - Throws: `controller.unknown` when the home is not defined, `controller.none` when there is none.
  package func showHome() throws {
    let home = try definition.home()
    containers.dismissAll()
    try open(content: home, context: nil, returnsToRoot: true)
  }

  private func open(content definition: ComponentClass, context: EntityID?, returnsToRoot: Bool) throws {
    let name = definition.name
    if returnsToRoot, let content = containers.window.content(named: name) {
      returnToRoot(content, context: context)
      containers.window.setContext(context, ofContent: name)
    }
    // A function of a field of what was closed may have removed the content.
    if containers.window.content(named: name) == nil {
      let content = try makeContainer(
        definition, context: ControllerContext(context, from: nil, otherwise: defaultContext), previous: nil)
      containers.add(content: content, named: name, context: context)
    }
    containers.show(content: name)
  }

  /// Goes to the root of each stack of a container, which gets the context. A root that has another context is replaced
  /// by a new one, which keeps what the user has searched for.
  private func returnToRoot(_ container: Container, context: EntityID?) {
    let context = ControllerContext(context, from: nil, otherwise: defaultContext)
    for stack in container.stacks {
      containers.popToRoot(stack)
      guard let root = stack.root else { continue }
      guard root.modelContext != context.entity else {
        root.contextOrigin = context.origin
        continue
      }
      let new = makeController(root.definition, context, nil)
      new.viewState = root.viewState.kept
      containers.replace(stack, with: new)
    }
  }

  /// Goes to the root of each stack of what is shown, after everything that is presented was dismissed.
  package func returnToRoot() {
    containers.dismissAll()
    for stack in containers.window.content?.stacks ?? [] { containers.popToRoot(stack) }
  }

  /// Forgets all contents, and shows the home again. What is above the content stays: an open menu, and what is
  /// presented.
  ///
  /// - Throws: What `showHome` throws.
  func resetBuiltInContent() throws {
    let home = try definition.home()
    containers.closeContents()
    try open(content: home, context: nil, returnsToRoot: true)
  }

  /// Forgets the menu and what is presented, and resets the content.
  ///
  /// - Throws: What `resetBuiltInContent` throws.
  func resetAllBuiltIn() throws {
    containers.dismissAll()
    closeMenu()
    containers.forgetMenu()
    guard application.controller == nil else { return try callApplicationFunction(.resetContent) }
    try resetBuiltInContent()
  }

  package func resetAll() throws {
    guard application.controller == nil else { return try callApplicationFunction(.resetAll) }
    try resetAllBuiltIn()
  }

  // MARK: Containers

  /// Returns the class of a controller or container.
  ///
  /// - Parameter origin: The property that names it.
  /// - Throws: `controller.unknown` with the nearest name.
  func contentClass(named name: String, of origin: Diagnostic.Origin? = nil) throws -> ComponentClass {
    if let found = definition.content(named: name) { return found }
    var unknown = Diagnostic(
      "controller.unknown", "unknown controller \"\(name)\"",
      hint: NearestName.hint(for: name, in: definition.contentNames))
    if let origin { unknown = unknown.at(evaluator.place(of: origin)).from(origin) }
    throw unknown
  }

  /// Makes a container of a class that the script has defined, or the stack around a controller of that class.
  ///
  /// - Parameters:
  ///   - previous: The controller that opens it.
  /// - Throws: `controller.unknown`, `controller.container`, `navigation.depth`.
  func makeContainer(
    _ definition: ComponentClass, context: ControllerContext, previous: Controller?
  ) throws -> Container {
    checkDefinition(of: definition)
    guard definition.descriptor === ComponentDescriptor.tabBar else {
      return try makeStack(definition, context: context, previous: previous)
    }
    let tabs = definition.values.components(ComponentDescriptor.tabs)
    guard !tabs.isEmpty else {
      throw Diagnostic(
        "controller.container", "\"\(definition.name)\" has no tabs", place: definition.place,
        hint: "give tabs = { { title = \"%Books\", root = \"books\" } }")
    }
    return TabContainer(
      definition, context: context,
      tabs: try tabs.map { tab in
        let root = try contentClass(
          named: tab.values.text(ComponentDescriptor.tabKeys.root) ?? "", of: tab.origin("root", of: definition))
        return (tab, try makeStack(root, context: context, previous: nil))
      }, services: self)
  }

  private func makeStack(
    _ definition: ComponentClass, context: ControllerContext, previous: Controller?
  ) throws -> NavigationContainer {
    guard definition.descriptor.isContainer else {
      try checkDepth(definition.name)
      return NavigationContainer(root: makeController(definition, context, previous))
    }
    guard definition.descriptor === ComponentDescriptor.navigation else {
      throw Diagnostic(
        "controller.container", "\"\(definition.name)\" is a tab bar, which cannot be inside of another container",
        place: definition.place)
    }
    let origin = definition.origin("root")
    let root = try contentClass(named: definition.values.text(ComponentDescriptor.navigationRoot) ?? "", of: origin)
    guard !root.descriptor.isContainer else {
      throw Diagnostic(
        "controller.container", "the root of \"\(definition.name)\" is a container; name a controller",
        place: origin.place
      ).from(origin)
    }
    try checkDepth(root.name)
    return NavigationContainer(definition, root: makeController(root, context, previous))
  }

  // MARK: Tabs

  /// Selects a tab; the selected one returns to its root.
  func selectTab(_ index: Int) throws {
    guard let tabs = containers.window.shownTabs, !containers.window.isMenuOpen else {
      throw Diagnostic("action.impossible", "the screen has no tabs")
    }
    guard (0..<tabs.count).contains(index) else {
      throw Diagnostic("action.impossible", "the screen has \(tabs.count) tabs, not \(min(index, .max - 1) + 1)")
    }
    if tabs.selected == index, let stack = tabs.selectedStack { containers.popToRoot(stack) }
    containers.selectTab(index)
  }

  // MARK: Menu

  /// Opens the menu, or closes it, as the controller of the application does, whose functions a script may override.
  ///
  /// - Throws: `action.impossible` when there is none, or something covers the content.
  package func toggleMenu() throws {
    guard application.controller != nil else { throw Self.noMenu }
    try callApplicationFunction(.slideMenu)
  }

  private static let noMenu = Diagnostic("action.impossible", "the application has no menu")

  /// Opens the menu; does nothing while it is open.
  func openMenu() throws {
    guard !containers.window.isMenuOpen else { return }
    guard let menu = definition.menu else { throw Self.noMenu }
    guard !containers.window.canDismiss else {
      throw Diagnostic(
        "action.impossible", "\"\(top?.name ?? "")\" was presented and covers the application", hint: "close it first")
    }
    let isMade = containers.window.menu != nil
    containers.openMenu(isMade ? nil : try makeContainer(menu, context: defaultContext, previous: nil))
  }

  /// Closes the menu, if it is open.
  package func closeMenu() {
    if containers.window.isMenuOpen { runApplicationFunction(.slideMenuOut) }
  }
}

extension ViewState {
  /// What stays when the context of a controller changes.
  fileprivate var kept: ViewState { ViewState(searchText: searchText, scope: scope) }
}
