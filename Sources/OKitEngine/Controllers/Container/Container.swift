/// A node of the tree of containers, which describes where the user is.
///
/// A container holds controllers, or other containers of which one is shown. A window and presented containers can
/// present another one modally.
class Container {
  /// The class that a script has defined; nil for the stack around a controller, and for a window.
  let definition: ComponentClass?
  /// The container that presents this one, or that this one is inside of; nil for a window and for what was removed.
  // Not a weak reference, which would make each count of the parent slower.
  final var parent: Container? { parentLink?.owner }
  private final var parentLink: Backlink<Container>?
  private final let link = Backlink<Container>()
  /// The container that this one presents modally.
  private(set) var presented: Container?

  init(_ definition: ComponentClass? = nil) {
    self.definition = definition
    link.owner = self
  }

  deinit { link.owner = nil }

  /// Calls `body` for each container inside, also for those that are not shown.
  func forEachChild(_ body: (Container) -> Void) {}

  /// Adds what a turn can change of it to a snapshot.
  func add(to snapshot: inout ContainerSnapshot) {}

  /// The container inside that is shown.
  var shownChild: Container? { nil }

  /// The controllers of a stack, the lowest first; empty for a container of containers.
  var controllers: [Controller] { [] }

  /// The stack that a push goes to while nothing is presented.
  var activeStack: NavigationContainer? { shownChild?.activeStack }

  /// Makes this container the parent of one inside.
  final func adopt(_ child: Container) { child.parentLink = link }

  // MARK: Presentation

  /// Whether another container presents this one.
  final var isPresented: Bool { parent?.presented === self }

  final func present(_ container: Container) {
    adopt(container)
    presented = container
  }

  /// Removes the presented container.
  final func dismissPresented() { presented = nil }

  /// The topmost presented container above this one, or this one itself.
  final var topmost: Container {
    var container = self
    while let next = container.presented { container = next }
    return container
  }

  /// The container around this one that presents others: a presented one, or the window.
  final var presenter: Container {
    var container = self
    while !container.isPresented, let parent = container.parent { container = parent }
    return container
  }

  /// Whether the user sees it while nothing is presented above its `presenter`.
  final var isShown: Bool {
    var container = self
    while !container.isPresented, let parent = container.parent {
      guard parent.shownChild === container else { return false }
      container = parent
    }
    return true
  }

  /// The window that it is in.
  final var window: WindowContainer? {
    var container = self
    while let parent = container.parent { container = parent }
    return container as? WindowContainer
  }

  // MARK: Controllers

  /// Calls `body` for each controller inside and above, the lowest first.
  final func forEachController(_ body: (Controller) -> Void) {
    for controller in controllers { body(controller) }
    forEachChild { $0.forEachController(body) }
    presented?.forEachController(body)
  }

  /// The stacks inside, without those of presented containers.
  final var stacks: [NavigationContainer] {
    if let stack = self as? NavigationContainer { return [stack] }
    var stacks: [NavigationContainer] = []
    forEachChild { stacks += $0.stacks }
    return stacks
  }
}
