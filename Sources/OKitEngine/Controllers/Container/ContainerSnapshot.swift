/// The open controllers of a window and their containers at the beginning of a turn that changes them.
///
/// A turn that fails may have left a form whose input it has not written. The form is open again then, with its input.
struct ContainerSnapshot {
  private let contents: WindowContainer.State
  private var presented: [(presenter: Container, container: Container)] = []
  private var stacks: [(container: NavigationContainer, controllers: [Controller])] = []
  private var tabs: [(container: TabContainer, selected: Int)] = []

  init(_ window: WindowContainer) {
    contents = window.state
    stacks.reserveCapacity(8)
    visit(window)
  }

  private mutating func visit(_ container: Container) {
    container.add(to: &self)
    container.forEachChild { visit($0) }
    if let next = container.presented {
      presented.append((container, next))
      visit(next)
    }
  }

  mutating func add(_ stack: NavigationContainer) { stacks.append((stack, stack.controllers)) }
  mutating func add(_ tab: TabContainer) { tabs.append((tab, tab.selected)) }

  func restore(_ window: WindowContainer) {
    window.dismissPresented()
    window.state = contents
    for (stack, controllers) in stacks { stack.restore(controllers) }
    for (container, selected) in tabs { container.select(selected) }
    for (presenter, container) in presented { presenter.present(container) }
    // A container that has begun to present another one since.
    for (stack, _) in stacks where !presented.contains(where: { $0.presenter === stack }) { stack.dismissPresented() }
    for (tab, _) in tabs where !presented.contains(where: { $0.presenter === tab }) { tab.dismissPresented() }
  }
}
