/// The controllers of one application, in a tree of containers for each window.
final class ContainerTree {
  struct Entry {
    let controller: Controller
    let stack: NavigationContainer
  }

  // Unchecked where every turn passes: no access of these is ever made inside another one.

  /// The windows, the first one first.
  @exclusivity(unchecked) private(set) var windows = [WindowContainer()]
  /// The window that is used now, or was used last.
  @exclusivity(unchecked) var window: WindowContainer
  /// Whether a window may need an update. False only if none did, and neither screens nor functions have changed since.
  @exclusivity(unchecked) var mayNeedUpdate = true
  /// The controllers by the numbers of their handles.
  private var entries: [UInt32: Entry] = [:]
  /// The numbers of the controllers whose fields have input.
  @exclusivity(unchecked) private var withInput: Set<UInt32> = []
  /// The number of the last handle. A reload goes on with the next one.
  var lastHandle: UInt32 = 0
  private let contexts: ContextObserver
  /// The controllers that have left in this turn.
  let left = LeftControllers()
  /// What controllers that have left no longer need.
  private(set) var reusePool = ReusePool()
  /// Whether the windows have snapshots.
  @exclusivity(unchecked) private var hasSnapshots = false
  unowned(unsafe) var turns: (any TurnContext)?  // Safe: they keep the tree, and reset it when they go.

  init(_ store: ModelStore) {
    contexts = ContextObserver(store)
    window = windows[0]
  }

  // MARK: Windows

  func add(_ window: WindowContainer) {
    windows.append(window)
    mayNeedUpdate = true
  }

  /// Removes a window and everything in it. The input of its fields is not written.
  func remove(_ removed: WindowContainer) {
    removeAll(of: removed)
    windows.removeAll { $0 === removed }
    if window === removed { window = windows[0] }
  }

  /// Runs `body` with a window as the one that is used.
  func inside<Result>(_ other: WindowContainer, _ body: () throws -> Result) rethrows -> Result {
    if other === window { return try body() }
    let used = window
    window = other
    defer { window = used }
    return try body()
  }

  /// Returns the window of a controller; nil for one that has left its stack.
  func window(of controller: Controller) -> WindowContainer? { entries[controller.handle.id]?.stack.window }

  // MARK: Looking up

  /// The controller that gets the actions of the user in the window that is used.
  var top: Controller? { window.top }

  /// The controller with that handle, also one that has left in this turn. O(1).
  subscript(handle: RuntimeHandle) -> Controller? {
    handle.kind == .controller ? entries[handle.id]?.controller ?? left[handle.id] : nil
  }

  /// Whether the controller has not left its stack.
  func isOpen(_ controller: Controller) -> Bool { entries[controller.handle.id]?.controller === controller }

  /// The controllers whose classes override a function that follows changes, the oldest first.
  var followers: [Controller] {
    // Every turn asks, and almost always there are none.
    hasFollowers ? followersByHandle.values.sorted { $0.handle.id < $1.handle.id } : []
  }
  var hasFollowers: Bool { !followersByHandle.isEmpty }
  @exclusivity(unchecked) private var followersByHandle: [UInt32: Controller] = [:]

  /// Whether the controller is the root of what is presented.
  func isPresented(_ controller: Controller) -> Bool {
    guard let stack = entries[controller.handle.id]?.stack else { return false }
    return stack.presenter.isPresented && stack.root === controller
  }

  /// All controllers, the oldest first.
  var controllers: [Controller] { entries.values.map(\.controller).sorted { $0.handle.id < $1.handle.id } }

  // MARK: Adding

  func makeHandle() -> RuntimeHandle {
    lastHandle += 1
    return RuntimeHandle(.controller, lastHandle)
  }

  /// Pushes a controller onto the stack that is shown.
  func push(_ controller: Controller) {
    guard let stack = window.shownStack else { return }
    willChange()
    stack.push(controller)
    add(controller, stack)
  }

  /// Presents a container above everything else; the menu closes.
  func present(_ container: Container) {
    willChange()
    window.closeMenu()
    window.topmost.present(container)
    add(container)
  }

  /// Adds a content and shows it.
  func add(content: Container, named name: String, context: EntityID?) {
    willChange()
    window.add(content, named: name, context: context)
    add(content)
  }

  /// Shows a content that was added before.
  func show(content name: String) {
    willChange()
    window.show(content: name)
    updateShownStacks()
  }

  /// - Parameter menu: The menu, when it is opened for the first time.
  func openMenu(_ menu: Container? = nil) {
    willChange()
    window.openMenu(menu)
    if let menu { add(menu) }
    updateShownStacks()
  }

  func closeMenu() {
    willChange()
    window.closeMenu()
    updateShownStacks()
  }

  /// Selects a tab of the tab bar that is shown.
  func selectTab(_ index: Int) {
    willChange()
    window.shownTabs?.select(index)
    updateShownStacks()
  }

  private func add(_ container: Container) {
    for stack in container.stacks {
      for controller in stack.controllers { add(controller, stack) }
    }
    updateShownStacks()
  }

  private func add(_ controller: Controller, _ stack: NavigationContainer) {
    entries[controller.handle.id] = Entry(controller: controller, stack: stack)
    if controller.followsChanges { followersByHandle[controller.handle.id] = controller }
    contexts.observe(controller)
  }

  /// Finds the shown stacks again, after the containers have changed.
  func updateShownStacks() {
    for window in windows { window.updateShownStack() }
    mayNeedUpdate = true
  }

  // MARK: Removing

  /// Removes the top controller of the stack that is shown, unless it is the root of that stack.
  func pop() {
    willChange()
    if let stack = window.shownStack, let top { forget(stack.pop(to: top, including: true)) }
  }

  /// Removes the topmost presented container.
  func dismiss() {
    guard window.canDismiss else { return }
    dismiss(window.topmost)
  }

  /// Removes all that is presented in a window; by default the one that is used.
  func dismissAll(in other: WindowContainer? = nil) {
    if let presented = (other ?? window).presented { dismiss(presented) }
  }

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
    window.forEachControllerOfContents { removed.append($0) }
    window.removeContents()
    forget(removed)
  }

  /// Closes the menu and removes it, so that it is made again when it is opened.
  func forgetMenu() {
    willChange()
    if let menu = window.removeMenu() { forget(menu) }
  }

  /// Removes all contents, the menu and what is presented of a window as functions of the script close screens: the
  /// valid input of their fields is written.
  func closeAll(of window: WindowContainer) {
    willChange()
    var removed: [Controller] = []
    window.forEachController { removed.append($0) }
    window.removeAll()
    forget(removed)
  }

  /// Removes all contents and the menus, with what is presented, at once. The input of their fields is not written.
  func removeAll() {
    for window in windows { removeAll(of: window) }
    left.endAll()
    reusePool = ReusePool()
  }

  private func removeAll(of window: WindowContainer) {
    var removed: [Controller] = []
    window.forEachController { removed.append($0) }
    for controller in removed {
      contexts.stopObserving(controller)
      (entries[controller.handle.id], followersByHandle[controller.handle.id]) = (nil, nil)
      withInput.remove(controller.handle.id)
    }
    window.removeAll()
    window.snapshot = nil
    window.updateShownStack()
    mayNeedUpdate = true
    for controller in removed { controller.end() }
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
    updateShownStacks()
    for controller in removed where controller.fields?.isInUse == true {
      do { try turns?.run { left.writeInput(of: controller) } } catch {
        turns?.report(error.asDiagnostic)
      }
    }
  }

  // MARK: Turns

  /// Remembers the containers of all windows for a turn that fails.
  private func willChange() {
    mayNeedUpdate = true
    guard !hasSnapshots, turns?.isInTurn == true else { return }
    hasSnapshots = true
    for window in windows { window.snapshot = ContainerSnapshot(window) }
  }

  private func forgetSnapshots() {
    guard hasSnapshots else { return }
    hasSnapshots = false
    for window in windows { window.snapshot = nil }
  }

  /// Opens the screens again that were open before the turn, which has failed, if fields of one that it has left have
  /// input.
  func rollBack() {
    defer { forgetSnapshots() }
    guard hasSnapshots, left.holdsInput else { return }
    let before = controllers
    (entries, followersByHandle) = ([:], [:])
    for window in windows {
      window.snapshot?.restore(window)
      addAgain(window)
    }
    for controller in before where !isOpen(controller) {
      contexts.stopObserving(controller)
      left.add(controller)
    }
    updateShownStacks()
  }

  /// Adds the controllers of a container that was restored.
  private func addAgain(_ container: Container) {
    if let stack = container as? NavigationContainer {
      for controller in stack.controllers {
        contexts.stopObserving(controller)
        left.remove(controller)
        add(controller, stack)
      }
    }
    container.forEachChild(addAgain)
    if let presented = container.presented { addAgain(presented) }
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
    forgetSnapshots()
    left.end(filling: reusePool)
  }

  /// Removes the controllers whose context has left its model. Visits only the controllers whose context has moved or
  /// left since the last call.
  func removeControllersOfRemovedEntities() {
    var withoutContent: [WindowContainer] = []
    for handle in contexts.takeRemoved() {
      guard let entry = entries[handle], let window = entry.stack.window else { continue }
      if contexts.takeMisplaced(handle) { entry.controller.reportMisplacedContext() }
      if let name = window.contentName(around: entry.stack),
        window.context(ofContent: name) == entry.controller.modelContext, entry.stack.root === entry.controller
      {
        if window.contentName == name {
          withoutContent.append(window)
          dismissAll(in: window)
        }
        if let content = window.remove(content: name) { forget(content) }
        continue
      }
      // There is nothing left to write to, even while a script still has the entity.
      entry.controller.fields?.dropInput()
      remove(entry.controller)
      // A root stays without a context; nothing can stay above it.
      if entries[handle] != nil { contexts.keepRemoved(handle) }
    }
    for window in withoutContent { inside(window) { turns?.delegate?.contentWasRemoved() } }
  }
}
