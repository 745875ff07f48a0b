/// A stack of controllers, of which the topmost one is shown. Each controller that is shown as content or presented has
/// a stack around it; a script can define one with a name (`NavigationController`).
final class NavigationContainer: Container {
  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var stack: [Controller]

  /// - Parameter definition: The class that a script has defined; nil for the stack around a controller.
  init(_ definition: ComponentClass? = nil, root: Controller) {
    stack = [root]
    super.init(definition)
  }

  override var controllers: [Controller] { stack }
  override func add(to snapshot: inout ContainerSnapshot) { snapshot.add(self) }
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

  /// Restores the controllers of an earlier state.
  func restore(_ controllers: [Controller]) { stack = controllers }

  /// Replaces all controllers with one. - Returns: The removed controllers.
  func replace(with root: Controller) -> [Controller] {
    defer { stack = [root] }
    return stack
  }
}
