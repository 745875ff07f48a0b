/// Several stacks with tabs, of which one is selected (`TabBarController`). Each keeps its controllers while another
/// one is selected.
final class TabContainer: Container {
  private let tabs: [(properties: BoundProperties, stack: NavigationContainer)]
  private let graph: DependencyGraph
  /// The tabs as they were shown last; nil when they may be shown in another way now.
  @exclusivity(unchecked) private var lastTabs: (tabs: [Tab], selected: Int)?
  @exclusivity(unchecked) private var staleCount = 0
  private let tabsLink = Backlink<TabContainer>()
  /// The index of the selected tab.
  private(set) var selected = 0
  /// The context that it was opened with.
  let context: ControllerContext

  /// - Parameter tabs: The properties of each tab, and its stack.
  init(
    _ definition: ComponentClass, context: ControllerContext,
    tabs: [(component: Component, stack: NavigationContainer)], services: any ControllerServices
  ) {
    (self.context, graph) = (context, services.evaluator.store.graph)
    self.tabs = tabs.map { [tabsLink] component, stack in
      let properties = BoundProperties(component, context: context.entity, controller: .null, services: services) {
        tabsLink.owner?.becomeStale()
      }
      return (properties, stack)
    }
    super.init(definition)
    tabsLink.owner = self
    for tab in tabs { adopt(tab.stack) }
  }

  deinit { tabsLink.owner = nil }

  private func becomeStale() {
    lastTabs = nil
    staleCount += 1
  }

  override func forEachChild(_ body: (Container) -> Void) { for tab in tabs { body(tab.stack) } }
  override func add(to snapshot: inout ContainerSnapshot) { snapshot.add(self) }
  override var shownChild: Container? { selectedStack }

  /// The stack of the selected tab.
  var selectedStack: NavigationContainer? { tabs.indices.contains(selected) ? tabs[selected].stack : nil }

  var count: Int { tabs.count }

  /// - Parameter index: The index of a tab; another one changes nothing.
  func select(_ index: Int) { if tabs.indices.contains(index) { selected = index } }

  /// The tabs as the user sees them. O(1) until something that they read changes.
  var shownTabs: [Tab] {
    // A function that reads the screen depends on all that the tabs read.
    if let lastTabs, lastTabs.selected == selected, !graph.isTracking { return lastTabs.tabs }
    let (keys, before) = (ComponentDescriptor.tabKeys, staleCount)
    let shown = tabs.enumerated().map { index, tab in
      let properties = tab.properties
      return Tab(
        title: properties[keys.title] ?? "", image: properties[keys.imagePath] ?? properties[keys.image],
        badge: properties[keys.badgePath].flatMap { $0.isEmpty ? nil : $0 }, isSelected: index == selected)
    }
    // A function may have written what another tab has read.
    if staleCount == before { lastTabs = (shown, selected) }
    return shown
  }
}
