/// Opening and closing screens.
extension AppRuntime {
  /// The controller that the user sees in the window that is used.
  package var top: Controller? { containers.top }

  /// The names of the controllers on the way to `top`; see `AppWindow.stack`.
  package var stack: [String] { containers.window.names }

  /// Returns the controller with that handle. O(1).
  package func controller(_ handle: RuntimeHandle) -> Controller? { containers[handle] }

  /// The number of screens that may be open. Segues that form a cycle would open them without end.
  static let maximumScreens = 100

  /// Opens a controller by name.
  ///
  /// - Parameters:
  ///   - name: The name of the controller's class.
  ///   - context: The controller's context; nil for that of the screen before.
  ///   - previous: The controller that opens it; nil for the top one.
  ///   - kind: Whether it is pushed or presented.
  ///   - editing: Whether it begins in edit mode.
  /// - Throws: `controller.unknown` with the nearest name; `navigation.depth`.
  package func navigate(to name: String, context: EntityID?, kind: Segue.Kind = .push) throws {
    try navigate(to: name, context: context, from: top, kind: kind, editing: false)
  }

  func navigate(
    to name: String, context: EntityID?, from previous: Controller?, kind: Segue.Kind, editing: Bool
  ) throws {
    let definition = try contentClass(named: name)
    switch kind {
    case .present:
      let context = ControllerContext(context, from: previous, otherwise: defaultContext)
      let container = try makeContainer(definition, context: context, previous: previous)
      for stack in container.stacks { stack.root?.begin(editing: editing, after: previous) }
      // As the script closes it.
      closeMenu()
      containers.present(container)
    case .push:
      guard !definition.descriptor.isContainer else {
        throw Diagnostic(
          "controller.container", "\"\(name)\" is a container, which cannot be pushed",
          hint: "present it: segue = { to = \"\(name)\", kind = \"present\" }, or okit.present(\"\(name)\")")
      }
      try checkDepth(name)
      let context = ControllerContext(
        context, from: previous, otherwise: ControllerContext(entity: defaultModel, origin: .model))
      let controller = makeController(definition, context, previous)
      controller.begin(editing: editing, after: previous)
      containers.push(controller)
    }
  }

  /// - Throws: `navigation.depth` when as many screens are open as possible.
  func checkDepth(_ name: String) throws {
    guard containers.window.depth >= Self.maximumScreens else { return }
    let path = (stack.suffix(3) + [name]).joined(separator: " → ")
    throw Diagnostic(
      "navigation.depth", "\(Self.maximumScreens) screens are open already; the segues form a cycle: \(path)")
  }

  /// - Parameter handle: That of a controller that is restored; nil for a new one.
  func makeController(
    _ definition: ComponentClass, _ context: ControllerContext, _ previous: Controller?, handle: RuntimeHandle? = nil
  ) -> Controller {
    checkDefinition(of: definition)
    let handle = handle ?? containers.makeHandle()
    let screenClass = definition.descriptor.screenClass ?? DetailController.self
    let controller = screenClass.init(
      definition, context: context.entity, handle: handle, previous: previous, services: self)
    controller.contextOrigin = context.origin
    return controller
  }

  var defaultModel: EntityID? { store.root(named: ModelStore.defaultModelName) }

  /// Returns to the previous controller. - Throws: `action.impossible` on the first one of its stack.
  package func back() throws {
    guard containers.window.canPop else {
      throw Diagnostic(
        "action.impossible", "\"\(top?.name ?? "")\" has no previous screen",
        hint: containers.window.canDismiss ? "it was presented; close it" : nil)
    }
    containers.pop()
  }

  /// Closes what was presented last. - Throws: `action.impossible` when nothing is presented.
  package func dismiss() throws {
    guard containers.window.canDismiss else {
      throw Diagnostic(
        "action.impossible", "\"\(top?.name ?? "")\" was not presented; only a presented screen can be closed",
        hint: containers.window.canPop ? "go back" : nil)
    }
    containers.dismiss()
  }
}
