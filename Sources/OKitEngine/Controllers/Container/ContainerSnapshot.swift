/// The open controllers of a window and their containers at the beginning of a turn that changes them.
///
/// A turn that fails may have left a form whose input it has not written. The form is open again then, with its input.
struct ContainerSnapshot {
  private let contents: WindowContainer.State
  private let presented: [(presenter: Container, container: Container)]
  private let stacks: [(container: NavigationContainer, controllers: [Controller])]
  private let tabs: [(container: TabContainer, selected: Int)]

  init(_ window: WindowContainer) {
    contents = window.state
    var (presented, stacks, tabs):
      ([(Container, Container)], [(NavigationContainer, [Controller])], [(TabContainer, Int)])
    (presented, stacks, tabs) = ([], [], [])
    func visit(_ container: Container) {
      if let stack = container as? NavigationContainer { stacks.append((stack, stack.controllers)) }
      if let tab = container as? TabContainer { tabs.append((tab, tab.selected)) }
      for child in container.children { visit(child) }
      if let next = container.presented {
        presented.append((container, next))
        visit(next)
      }
    }
    visit(window)
    (self.presented, self.stacks, self.tabs) = (presented, stacks, tabs)
  }

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
