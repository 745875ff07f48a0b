/// The controllers of one application, in a tree of containers.
final class ContainerTree {
  struct Entry {
    let controller: Controller
    let stack: NavigationContainer
  }

  let application = ApplicationContainer()
  /// The stack whose top controller gets the actions of the user.
  private(set) var activeStack: NavigationContainer?
  /// The controllers by the numbers of their handles.
  private var entries: [UInt32: Entry] = [:]
  /// The numbers of the controllers whose fields have input.
  private var withInput: Set<UInt32> = []
  private var lastHandle: UInt32 = 0
  private let contexts: ContextObserver
  /// The controllers that have left in this turn.
  let left = LeftControllers()
  /// The containers before the first change of the turn that runs now.
  private var snapshot: ContainerSnapshot?
  unowned(unsafe) var turns: (any TurnContext)?  // Safe: they keep the tree, and reset it when they go.

  init(_ store: ModelStore) { contexts = ContextObserver(store) }

  // MARK: Looking up

  /// A Boolean value that tells whether the tree has no content.
  var isEmpty: Bool { application.content == nil }

  /// The controller that gets the actions of the user.
  var top: Controller? { activeStack?.top }

  /// The controller of the content below an open menu.
  var belowMenu: Controller? { application.isMenuOpen ? application.content?.activeStack?.top : nil }

  /// The tab bar around the controller that is shown, or that is below the menu.
  var shownTabs: TabContainer? {
    let stack = application.isMenuOpen ? application.content?.activeStack : activeStack
    return stack?.parent as? TabContainer
  }

  /// The controller with that handle, also one that has left in this turn. O(1).
  subscript(handle: RuntimeHandle) -> Controller? {
    handle.kind == .controller ? entries[handle.id]?.controller ?? left[handle.id] : nil
  }

  /// Whether the controller has not left its stack.
  func isOpen(_ controller: Controller) -> Bool { entries[controller.handle.id]?.controller === controller }

  /// The controllers whose classes override a function that follows changes, the oldest first.
  var followers: [Controller] {
    // Every turn asks, and almost always there are none.
    followersByHandle.isEmpty ? [] : followersByHandle.values.sorted { $0.handle.id < $1.handle.id }
  }
  private var followersByHandle: [UInt32: Controller] = [:]

  /// The stacks on the way to the controller that is shown: of the content, of the open menu, of what is presented.
  private var shownStacks: [NavigationContainer] {
    var containers = [application.content, application.isMenuOpen ? application.menu : nil]
    var next = application.presented
    while let container = next {
      containers.append(container)
      next = container.presented
    }
    return containers.compactMap { $0?.activeStack }
  }

  /// The names of the controllers on the way to the one that is shown, the lowest first.
  var names: [String] { shownStacks.flatMap { $0.controllers.map(\.name) } }

  /// The number of controllers on the way to the one that is shown. O(presented containers).
  var depth: Int { shownStacks.reduce(0) { $0 + $1.count } }

  /// Whether the controller is the root of what is presented.
  func isPresented(_ controller: Controller) -> Bool {
    guard let stack = entries[controller.handle.id]?.stack else { return false }
    return stack.presenter.isPresented && stack.root === controller
  }

  /// The controllers of what was presented last, the topmost first.
  var presentedControllers: [Controller] {
    var controllers: [Controller] = []
    if canDismiss { application.topmost.forEachController { controllers.append($0) } }
    return controllers.reversed()
  }

  /// The controllers that a tap on a tab leaves, the topmost first: the shown one; those above the root if the tab is
  /// selected.
  func controllers(leftByTab index: Int) -> [Controller] {
    guard let tabs = shownTabs, let top else { return [] }
    return tabs.selected == index ? (tabs.selectedStack?.controllers.dropFirst().reversed() ?? []) : [top]
  }

  /// Whether the active stack has a controller below the top one.
  var canPop: Bool { (activeStack?.count ?? 0) > 1 }

  /// Whether something is presented.
  var canDismiss: Bool { application.presented != nil }

  /// All controllers, the oldest first.
  var controllers: [Controller] { entries.values.map(\.controller).sorted { $0.handle.id < $1.handle.id } }

  // MARK: Adding

  func makeHandle() -> RuntimeHandle {
    lastHandle += 1
    return RuntimeHandle(.controller, lastHandle)
  }

  /// Pushes a controller onto the active stack.
  func push(_ controller: Controller) {
    guard let activeStack else { return }
    push(controller, onto: activeStack)
  }

  /// Pushes a controller onto a stack that is in the tree.
  func push(_ controller: Controller, onto stack: NavigationContainer) {
    willChange()
    stack.push(controller)
    add(controller, stack)
  }

  /// Presents a container above everything else; the menu closes.
  func present(_ container: Container) {
    willChange()
    application.closeMenu()
    application.topmost.present(container)
    add(container)
  }

  /// Adds a content and shows it.
  func add(content: Container, named name: String, context: EntityID?) {
    willChange()
    application.add(content, named: name, context: context)
    add(content)
  }

  /// Shows a content that was added before.
  func show(content name: String) {
    willChange()
    application.show(content: name)
    updateActiveStack()
  }

  /// - Parameter menu: The menu, when it is opened for the first time.
  func openMenu(_ menu: Container? = nil) {
    willChange()
    application.openMenu(menu)
    if let menu { add(menu) }
    updateActiveStack()
  }

  func closeMenu() {
    willChange()
    application.closeMenu()
    updateActiveStack()
  }

  /// Selects a tab of the tab bar that is shown.
  func selectTab(_ index: Int) {
    willChange()
    shownTabs?.select(index)
    updateActiveStack()
  }

  private func add(_ container: Container) {
    for stack in container.stacks {
      for controller in stack.controllers { add(controller, stack) }
    }
    updateActiveStack()
  }

  private func add(_ controller: Controller, _ stack: NavigationContainer) {
    entries[controller.handle.id] = Entry(controller: controller, stack: stack)
    if controller.followsChanges { followersByHandle[controller.handle.id] = controller }
    contexts.observe(controller)
  }

  /// Finds the active stack again, after a tab of a container was selected.
  func updateActiveStack() { activeStack = application.topmost.activeStack }

  // MARK: Removing

  /// Removes the top controller of the active stack, unless it is the root of that stack.
  func pop() {
    willChange()
    if let activeStack, let top { forget(activeStack.pop(to: top, including: true)) }
  }

  /// Removes the topmost presented container.
  func dismiss() {
    guard canDismiss else { return }
    dismiss(application.topmost)
  }

  /// Removes all that is presented.
  func dismissAll() { if let presented = application.presented { dismiss(presented) } }

  private func dismiss(_ container: Container) {
    willChange()
    container.parent?.dismissPresented()
    forget(container)
  }

  /// Removes a controller with everything above it. The root of what is presented goes with all of it; another root
  /// stays.
  func remove(_ controller: Controller) {
    guard let stack = entries[controller.handle.id]?.stack else { return }
    willChange()
    let presenter = stack.presenter
    if stack.isShown, let presented = presenter.presented { dismiss(presented) }
    if stack.root === controller, presenter.isPresented { return dismiss(presenter) }
    forget(stack.pop(to: controller, including: true))
  }

  /// Removes what is above the root of a stack.
  func popToRoot(_ stack: NavigationContainer) {
    willChange()
    if let root = stack.root { forget(stack.pop(to: root, including: false)) }
  }

  func replace(_ stack: NavigationContainer, with root: Controller) {
    willChange()
    let removed = stack.replace(with: root)
    add(root, stack)
    forget(removed)
  }

  /// Removes all contents as functions of the script close screens: the valid input of their fields is written.
  func closeContents() {
    willChange()
    var removed: [Controller] = []
    application.forEachControllerOfContents { removed.append($0) }
    application.removeContents()
    forget(removed)
  }

  /// Closes the menu and removes it, so that it is made again when it is opened.
  func forgetMenu() {
    willChange()
    if let menu = application.removeMenu() { forget(menu) }
  }

  /// Removes all contents and the menu, with what is presented, at once. The input of their fields is not written.
  func removeAll() {
    let removed = controllers
    for controller in removed { contexts.stopObserving(controller) }
    (entries, followersByHandle, snapshot) = ([:], [:], nil)
    application.removeAll()
    updateActiveStack()
    for controller in removed { controller.end() }
    left.endAll()
  }

  private func forget(_ container: Container) {
    var removed: [Controller] = []
    container.forEachController { removed.append($0) }
    forget(removed)
  }

  /// The functions that run when input is written may leave these and other screens.
  private func forget(_ controllers: [Controller]) {
    let removed = controllers.filter(isOpen)
    for controller in removed {
      (entries[controller.handle.id], followersByHandle[controller.handle.id]) = (nil, nil)
      contexts.stopObserving(controller)
      left.add(controller)
    }
    updateActiveStack()
    for controller in removed where controller.fields?.isInUse == true {
      do { try turns?.run { left.writeInput(of: controller) } } catch {
        turns?.report(error.asDiagnostic)
      }
    }
  }

  // MARK: Turns

  /// Remembers the containers for a turn that fails.
  private func willChange() {
    if snapshot == nil, turns?.isInTurn == true { snapshot = ContainerSnapshot(application) }
  }

  /// Opens the screens again that were open before the turn, which has failed, if fields of one that it has left have
  /// input.
  func rollBack() {
    defer { snapshot = nil }
    guard let snapshot, left.holdsInput else { return }
    let before = controllers
    snapshot.restore(application)
    (entries, followersByHandle) = ([:], [:])
    var stacks: [NavigationContainer] = []
    func visit(_ container: Container) {
      if let stack = container as? NavigationContainer { stacks.append(stack) }
      for child in container.children { visit(child) }
      if let presented = container.presented { visit(presented) }
    }
    visit(application)
    for stack in stacks {
      for controller in stack.controllers {
        contexts.stopObserving(controller)
        left.remove(controller)
        add(controller, stack)
      }
    }
    for controller in before where !isOpen(controller) {
      contexts.stopObserving(controller)
      left.add(controller)
    }
    updateActiveStack()
  }

  func inputChanged(of controller: Controller) {
    if controller.hasInput { withInput.insert(controller.handle.id) } else { withInput.remove(controller.handle.id) }
  }

  /// Forgets input that is not valid and whose property something else has written in this turn. O(screens with input).
  ///
  /// - Returns: Whether fields have input.
  func dropOverwrittenInput() -> Bool {
    if withInput.isEmpty { return false }
    var hasInput = false
    for case let controller? in withInput.sorted().map({ entries[$0]?.controller }) {
      controller.fields?.dropOverwrittenInput()
      hasInput = hasInput || controller.hasInput
    }
    return hasInput
  }

  /// The turn has ended, and no function runs any more.
  func endTurn() {
    snapshot = nil
    left.end()
  }

  /// Removes the controllers whose context has left its model. Visits only the controllers whose context has moved or
  /// left since the last call.
  func removeControllersOfRemovedEntities() {
    var lostContent = false
    for handle in contexts.takeRemoved() {
      guard let entry = entries[handle] else { continue }
      if contexts.takeMisplaced(handle) { entry.controller.reportMisplacedContext() }
      if let name = application.contentName(around: entry.stack),
        application.context(ofContent: name) == entry.controller.modelContext, entry.stack.root === entry.controller
      {
        lostContent = lostContent || application.contentName == name
        if application.contentName == name { dismissAll() }
        if let content = application.remove(content: name) { forget(content) }
        continue
      }
      // There is nothing left to write to, even while a script still has the entity.
      entry.controller.fields?.dropInput()
      remove(entry.controller)
      // A root stays without a context; nothing can stay above it.
      if entries[handle] != nil { contexts.keepRemoved(handle) }
    }
    if lostContent { turns?.delegate?.contentWasRemoved() }
  }
}
