/// A node of the tree of containers, which describes where the user is.
///
/// Each container can present another one modally. Subclasses say what is inside: a stack of controllers, or other
/// containers of which one is active.
class Container {
  /// The container that presents this one, or that this one is inside of; nil for the root.
  fileprivate(set) weak var parent: Container?
  /// The container that this one presents modally.
  private(set) var presented: Container?

  /// The controllers inside, without those of presented containers, the lowest first.
  var controllers: [Controller] { [] }

  /// The stack that a push goes to while nothing is presented.
  var activeStack: NavigationContainer? { nil }

  /// Whether another container presents this one.
  var isPresented: Bool { parent?.presented === self }

  func present(_ container: Container) {
    container.parent = self
    presented = container
  }

  /// Removes the presented container.
  func dismissPresented() { presented = nil }

  /// The topmost presented container above this one, or this one itself.
  var topmost: Container {
    var container = self
    while let next = container.presented { container = next }
    return container
  }

  /// Calls `body` for each controller inside and above, the lowest first.
  func forEachController(_ body: (Controller) -> Void) {
    var container: Container? = self
    while let current = container {
      for controller in current.controllers { body(controller) }
      container = current.presented
    }
  }
}
