/// The controllers of one application, in a tree of containers.
final class ContainerTree {
  private struct Entry {
    let controller: Controller
    let stack: NavigationContainer
  }

  private(set) var root: Container?
  /// The stack whose top controller is shown.
  private(set) var activeStack: NavigationContainer?
  /// The controllers by the numbers of their handles.
  private var entries: [UInt32: Entry] = [:]
  private var lastHandle: UInt32 = 0
  private let contexts: ContextObserver

  init(_ store: ModelStore) { contexts = ContextObserver(store) }

  // MARK: Looking up

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The controller that the user sees.
  var top: Controller? { activeStack?.top }

  /// The controller with that handle. O(1).
  subscript(handle: RuntimeHandle) -> Controller? { entries[handle.id]?.controller }

  /// The controllers whose scripts follow changes, the oldest first.
  var followers: [Controller] {
    guard entries.values.contains(where: { $0.controller.followsChanges }) else { return [] }
    return entries.values.map(\.controller).filter(\.followsChanges).sorted { $0.handle.id < $1.handle.id }
  }

  /// The names of all controllers, the lowest first.
  var names: [String] {
    var names: [String] = []
    root?.forEachController { names.append($0.name) }
    return names
  }

  /// Whether the controller is the root of a presented stack.
  func isPresented(_ controller: Controller) -> Bool {
    guard let stack = entries[controller.handle.id]?.stack else { return false }
    return stack.isPresented && stack.root === controller
  }

  /// Whether the active stack has a controller below the top one.
  var canPop: Bool { (activeStack?.count ?? 0) > 1 }

  /// Whether the active stack was presented.
  var canDismiss: Bool { activeStack?.isPresented ?? false }

  // MARK: Adding

  func makeHandle() -> RuntimeHandle {
    lastHandle += 1
    return RuntimeHandle(.controller, lastHandle)
  }

  /// Pushes a controller onto the active stack; the first one of all becomes the root.
  func push(_ controller: Controller) {
    guard let activeStack else { return present(controller) }
    activeStack.push(controller)
    add(controller, activeStack)
  }

  /// Presents a controller above everything else, in a stack of its own.
  func present(_ controller: Controller) {
    let stack = NavigationContainer(root: controller)
    if let root { root.topmost.present(stack) } else { root = stack }
    activeStack = stack
    add(controller, stack)
  }

  private func add(_ controller: Controller, _ stack: NavigationContainer) {
    entries[controller.handle.id] = Entry(controller: controller, stack: stack)
    contexts.observe(controller)
  }

  // MARK: Removing

  /// Removes the top controller of the active stack, unless it is the root of that stack.
  func pop() { if let top { remove(top) { $0.pop(to: top, including: true) } } }

  /// Removes the active stack, if it was presented.
  func dismiss() {
    guard canDismiss, let activeStack, let root = activeStack.root else { return }
    remove(root)
  }

  /// Removes a controller with everything above it. The lowest one of all stays, without what is above it.
  func remove(_ controller: Controller) {
    remove(controller) { stack in
      guard stack.root === controller, stack.isPresented, let presenter = stack.parent else {
        return stack.pop(to: controller, including: true)
      }
      presenter.dismissPresented()
      return stack.controllers
    }
  }

  private func remove(_ controller: Controller, _ body: (NavigationContainer) -> [Controller]) {
    guard let stack = entries[controller.handle.id]?.stack else { return }
    var removed: [Controller] = []
    stack.presented?.forEachController { removed.append($0) }
    stack.dismissPresented()
    removed += body(stack)
    for controller in removed {
      entries[controller.handle.id] = nil
      contexts.stopObserving(controller)
    }
    activeStack = root?.topmost.activeStack
  }

  func removeAll() {
    for entry in entries.values { contexts.stopObserving(entry.controller) }
    (root, activeStack, entries) = (nil, nil, [:])
  }

  /// Removes the controllers whose context has left its model. Visits only the controllers whose context has moved or
  /// left since the last call.
  func removeControllersOfRemovedEntities() {
    for handle in contexts.takeRemoved() {
      guard let controller = entries[handle]?.controller else { continue }
      remove(controller)
      // The lowest one stays without a context; nothing can stay above it.
      if entries[handle] != nil { contexts.keepRemoved(handle) }
    }
  }
}
