/// A stack of controllers, of which the topmost one is shown. Each controller that is launched or presented has a stack
/// around it.
final class NavigationContainer: Container {
  private var stack: [Controller]

  init(root: Controller) { stack = [root] }

  override var controllers: [Controller] { stack }
  override var activeStack: NavigationContainer? { self }

  var root: Controller? { stack.first }
  var top: Controller? { stack.last }
  var count: Int { stack.count }

  func push(_ controller: Controller) { stack.append(controller) }

  /// Removes the controllers above `controller`, and `controller` itself unless it is the root.
  ///
  /// - Returns: The removed controllers.
  func pop(to controller: Controller, including: Bool) -> [Controller] {
    guard let position = stack.lastIndex(where: { $0 === controller }) else { return [] }
    let start = including && position > 0 ? position : position + 1
    defer { stack.removeSubrange(start...) }
    return Array(stack[start...])
  }
}
