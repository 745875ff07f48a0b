/// The root of the tree: the content of the application, and its menu.
///
/// The content is one of several containers by name. Those that are not shown are cached, with their search texts,
/// selected tabs and open controllers.
final class ApplicationContainer: Container {
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

  override var children: [Container] { contents.map(\.container) + (menu.map { [$0] } ?? []) }
  override var shownChild: Container? { isMenuOpen ? menu : content }

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
