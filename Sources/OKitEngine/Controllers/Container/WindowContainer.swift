/// The root of the tree of one window: the content of the application, and its menu.
///
/// The content is one of several containers by name. Those that are not shown are cached, with their search texts,
/// selected tabs and open controllers.
final class WindowContainer: Container {
  struct Content {
    let name: String
    let container: Container
    /// The entity that the content was opened with; nil for the default context.
    var context: EntityID?
  }

  /// Its contents and its menu.
  struct State {
    fileprivate let contents: [Content]
    fileprivate let contentName: String?
    fileprivate let menu: Container?
    fileprivate let isMenuOpen: Bool
  }

  var state: State {
    get { State(contents: contents, contentName: contentName, menu: menu, isMenuOpen: isMenuOpen) }
    set {
      (contents, contentName) = (newValue.contents, newValue.contentName)
      (menu, isMenuOpen) = (newValue.menu, newValue.isMenuOpen)
    }
  }

  private var contents: [Content] = []
  /// The name of the content that is shown; nil when there is none.
  private(set) var contentName: String?
  /// The menu, once it has been opened.
  private(set) var menu: Container?
  private(set) var isMenuOpen = false
  /// The stack whose top controller gets the actions of the user.
  // Unchecked because every turn reads them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private(set) var shownStack: NavigationContainer?
  /// The controller that has appeared last.
  @exclusivity(unchecked) var appeared: RuntimeHandle?
  /// The containers before the first change of the turn that runs now.
  var snapshot: ContainerSnapshot?

  override func forEachChild(_ body: (Container) -> Void) {
    for content in contents { body(content.container) }
    menu.map(body)
  }
  override var shownChild: Container? { isMenuOpen ? menu : content }

  // MARK: Looking up

  /// A Boolean value that tells whether it has no content.
  var isEmpty: Bool { content == nil }

  /// The controller that gets the actions of the user.
  var top: Controller? { shownStack?.top }

  /// Whether its top controller has not appeared yet, or follows the rows that are shown.
  var needsUpdate: Bool {
    guard let top else { return appeared != nil }
    return top.handle != appeared || top.followsRows
  }

  /// The controller of the content below an open menu.
  var belowMenu: Controller? { isMenuOpen ? content?.activeStack?.top : nil }

  /// The tab bar around the controller that is shown, or that is below the menu.
  var shownTabs: TabContainer? {
    let stack = isMenuOpen ? content?.activeStack : shownStack
    return stack?.parent as? TabContainer
  }

  /// The stacks on the way to the controller that is shown: of the content, of the open menu, of what is presented.
  private var shownStacks: [NavigationContainer] {
    var containers = [content, isMenuOpen ? menu : nil]
    var next = presented
    while let container = next {
      containers.append(container)
      next = container.presented
    }
    return containers.compactMap { $0?.activeStack }
  }

  /// The names of the controllers on the way to the one that is shown, the lowest first.
  var names: [String] { shownStacks.flatMap { $0.controllers.map(\.name) } }

  /// The numbers of the controllers on the way to the one that is shown, the lowest first.
  var instances: [Int] { shownStacks.flatMap { $0.controllers.map { Int($0.handle.id) } } }

  /// The number of stacks above that of the content: of the open menu, and of what is presented.
  var presentedCount: Int { shownStacks.count - 1 }

  /// The number of controllers on the way to the one that is shown. O(presented containers).
  var depth: Int {
    var depth = (content?.activeStack?.count ?? 0) + (isMenuOpen ? menu?.activeStack?.count ?? 0 : 0)
    var next = presented
    while let container = next {
      depth += container.activeStack?.count ?? 0
      next = container.presented
    }
    return depth
  }

  /// The controllers of what was presented last, the topmost first.
  var presentedControllers: [Controller] {
    var controllers: [Controller] = []
    if canDismiss { topmost.forEachController { controllers.append($0) } }
    return controllers.reversed()
  }

  /// The controllers that a tap on a tab leaves, the topmost first: the shown one; those above the root if the tab is
  /// selected.
  func controllers(leftByTab index: Int) -> [Controller] {
    guard let tabs = shownTabs, let top else { return [] }
    return tabs.selected == index ? (tabs.selectedStack?.controllers.dropFirst().reversed() ?? []) : [top]
  }

  /// Whether the shown stack has a controller below the top one.
  var canPop: Bool { (shownStack?.count ?? 0) > 1 }

  /// Whether something is presented.
  var canDismiss: Bool { presented != nil }

  /// Finds the shown stack again, after the containers have changed.
  func updateShownStack() { shownStack = topmost.activeStack }

  // MARK: Content

  /// The content that is shown, also while the menu is open above it.
  var content: Container? { contentName.flatMap(content) }

  func content(named name: String) -> Container? { contents.first { $0.name == name }?.container }

  /// The names of all contents, in the order in which they were opened first.
  var contentNames: [String] { contents.map(\.name) }

  /// The entity that a content was opened with.
  func context(ofContent name: String) -> EntityID? { contents.first { $0.name == name }?.context }

  /// Shows the content with a name, which was added before.
  func show(content name: String) { contentName = name }

  func add(_ container: Container, named name: String, context: EntityID?) {
    adopt(container)
    contents.append(Content(name: name, container: container, context: context))
  }

  func setContext(_ context: EntityID?, ofContent name: String) {
    for index in contents.indices where contents[index].name == name { contents[index].context = context }
  }

  /// Removes a content from the cache. - Returns: Its container.
  func remove(content name: String) -> Container? {
    guard let index = contents.firstIndex(where: { $0.name == name }) else { return nil }
    if contentName == name { contentName = nil }
    return contents.remove(at: index).container
  }

  /// The name of the content that a container is inside of; nil for the menu and presented containers.
  func contentName(around container: Container) -> String? {
    contents.first { content in content.container.stacks.contains { $0 === container } }?.name
  }

  // MARK: Menu

  /// - Parameter menu: The menu, when it is opened for the first time.
  func openMenu(_ menu: Container? = nil) {
    if let menu {
      adopt(menu)
      self.menu = menu
    }
    isMenuOpen = self.menu != nil
  }

  func closeMenu() { isMenuOpen = false }

  /// Closes and removes the menu. - Returns: Its container.
  func removeMenu() -> Container? {
    defer { (menu, isMenuOpen) = (nil, false) }
    return menu
  }

  // MARK: Removing

  /// Calls `body` for each controller of the contents.
  func forEachControllerOfContents(_ body: (Controller) -> Void) {
    for content in contents { content.container.forEachController(body) }
  }

  func removeContents() { (contents, contentName) = ([], nil) }

  /// Removes everything.
  func removeAll() {
    removeContents()
    dismissPresented()
    (menu, isMenuOpen) = (nil, false)
  }
}
