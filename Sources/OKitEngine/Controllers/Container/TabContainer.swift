/// Several stacks with tabs, of which one is selected (`TabBarController`). Each keeps its controllers while another
/// one is selected.
final class TabContainer: Container {
  private let tabs: [(properties: BoundProperties, stack: NavigationContainer)]
  /// The index of the selected tab.
  private(set) var selected = 0
  /// The context that it was opened with.
  let context: ControllerContext

  /// - Parameter tabs: The properties of each tab in the context of the container, and its stack.
  init(
    _ definition: ComponentClass, context: ControllerContext,
    tabs: [(properties: BoundProperties, stack: NavigationContainer)]
  ) {
    (self.context, self.tabs) = (context, tabs)
    super.init(definition)
    for tab in tabs { adopt(tab.stack) }
  }

  override func forEachChild(_ body: (Container) -> Void) { for tab in tabs { body(tab.stack) } }
  override func add(to snapshot: inout ContainerSnapshot) { snapshot.add(self) }
  override var shownChild: Container? { selectedStack }

  /// The stack of the selected tab.
  var selectedStack: NavigationContainer? { tabs.indices.contains(selected) ? tabs[selected].stack : nil }

  var count: Int { tabs.count }

  /// - Parameter index: The index of a tab; another one changes nothing.
  func select(_ index: Int) { if tabs.indices.contains(index) { selected = index } }

  /// The tabs as the user sees them.
  var shownTabs: [Tab] {
    let keys = ComponentDescriptor.tabKeys
    return tabs.enumerated().map { index, tab in
      let properties = tab.properties
      return Tab(
        title: properties[keys.title] ?? "", image: properties[keys.imagePath] ?? properties[keys.image],
        badge: properties[keys.badgePath].flatMap { $0.isEmpty ? nil : $0 }, isSelected: index == selected)
    }
  }
}
