/// Controllers and containers.
extension StoryboardMapper {
  /// The classes of controllers that need no custom class.
  static let standardClasses = ["navigationController": "NavigationController", "tabBarController": "TabBarController"]

  /// Returns the controller of a scene; nil for one without a class of okit.
  func controller(of element: XMLElement) throws -> StoryboardComponent? {
    let found = try component(
      of: element, standard: Self.standardClasses[element.name], "controllers", where: \.isController)
    guard case (var component, let descriptor)? = found else {
      warn("this <\(element.name)> has no class of okit, and is not defined", at: element.position)
      return nil
    }
    let paths = try readAttributes(of: element, descriptor, into: &component)
    switch element.name {
    case "navigationController": guard try readRoot(of: element, into: &component) else { return nil }
    case "tabBarController": guard try readTabs(of: element, into: &component) else { return nil }
    default: break
    }
    try readNavigationItem(of: element, descriptor, into: &component)
    try readViews(of: element, descriptor, into: &component)
    try readOutlets(of: element, descriptor, into: &component)
    if let table = element.children.first(where: { $0.name == "tableView" }) {
      try readTable(table, descriptor, into: &component)
    } else if let grid = element.children.first(where: { $0.name == "collectionView" }) {
      markUsed(grid)
      warn(
        "okit has no collection views: nothing of this one is shown", at: grid.position,
        hint: descriptor.table["cell"] == nil
          ? "use a list controller with a table view" : "use a table view, whose prototype is the cell")
    }
    try readEmbedded(in: element, descriptor, into: &component)
    try readSegues(of: element, tap: "tap", descriptor, into: &component)
    try apply(paths, to: &component)
    return component
  }

  // MARK: Containers

  /// - Returns: Whether there is a root, without which the controller shows nothing.
  private func readRoot(of element: XMLElement, into component: inout StoryboardComponent) throws -> Bool {
    let segue = relationships("rootViewController", of: element).first
    guard let segue, let name = try destination(of: segue) else {
      warn(
        "the navigation controller has no root view controller, and is not defined", at: element.position,
        hint: "connect it with the controller that it shows first")
      return false
    }
    let position = segue.attribute("destination")?.valuePosition ?? segue.position
    component.properties.set("root", .text(name), at: place(position))
    return true
  }

  /// - Returns: Whether there are tabs, without which the controller shows nothing.
  private func readTabs(of element: XMLElement, into component: inout StoryboardComponent) throws -> Bool {
    let segues = relationships("viewControllers", of: element)
    let tabs = try segues.compactMap { segue -> StoryboardProperties? in
      var tab = StoryboardProperties()
      guard let name = try destination(of: segue) else { return nil }
      if let item = segue["destination"].flatMap({ source[$0] }).flatMap(tabBarItem) {
        add("title", item.localized("title"), of: item, "title", to: &tab)
        add("image", item["image"], of: item, "image", to: &tab)
        add("badgePath", item.constant("badgeValue"), of: item, "badgeValue", to: &tab)
      }
      tab.set("root", .text(name), at: place(segue.attribute("destination")?.valuePosition ?? segue.position))
      return tab
    }
    guard let first = segues.first, !tabs.isEmpty else {
      warn(
        "the tab bar controller has no tabs, and is not defined", at: element.position,
        hint: "connect it with the controllers of its tabs")
      return false
    }
    component.properties.set("tabs", .records(tabs), at: place(first.position))
    return true
  }

  func add(
    _ name: String, _ text: String?, of element: XMLElement, _ attribute: String,
    to properties: inout StoryboardProperties
  ) {
    guard let text, !text.isEmpty else { return }
    properties.set(name, .text(text), at: place(element.attribute(attribute)?.valuePosition ?? element.position))
  }

  /// The item of a controller in a tab bar; that of its root if it has none itself.
  private func tabBarItem(of controller: XMLElement) -> XMLElement? {
    if let item = controller.child("tabBarItem") { return item }
    guard let root = relationships("rootViewController", of: controller).first?["destination"] else { return nil }
    return source[root]?.child("tabBarItem")
  }

  /// A controller inside the application's is its home.
  private func readEmbedded(
    in element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    for segue in element.all where segue.name == "segue" && segue["kind"] == "embed" {
      guard let name = try destination(of: segue) else { continue }
      if descriptor === ComponentDescriptor.application, !component.properties.has("homeIdentifier") {
        component.properties.set("homeIdentifier", .text(name), at: place(segue.position))
      } else {
        warn("okit shows one controller at a time: \"\(name)\" is not shown inside this one", at: segue.position)
      }
    }
  }

  // MARK: Parts of all controllers

  private func readNavigationItem(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    if let item = element.child("navigationItem") {
      setDefault("titlePath", item.localized("title"), at: item, attribute: "title", descriptor, &component)
      setDefault("promptPath", item.localized("prompt"), at: item, attribute: "prompt", descriptor, &component)
      let bars = [
        ("left", "leftBarButtonItem", "leftBarButtonItems"), ("right", "rightBarButtonItem", "rightBarButtonItems"),
      ]
      for (property, key, list) in bars {
        let items = item.child(list)?.children ?? item.child(key: key).map { [$0] } ?? []
        try readBar(property, items, descriptor, into: &component)
      }
      if let view = item.child(key: "titleView") { try readView("titleView", view, descriptor, into: &component) }
    }
    try readBar("toolbar", element.elements(in: "toolbarItems"), descriptor, into: &component)
  }

  private func readViews(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    guard descriptor.table["views"] != nil, let view = element.child(key: "view"),
      !["tableView", "collectionView"].contains(view.name)
    else { return }
    let views = try Self.content(of: view).compactMap(shownView)
    if !views.isEmpty { component.properties.set("views", .components(views), at: place(view.position)) }
  }

  /// The outlets of iOS itself.
  private static let nativeOutlets: Set = ["dataSource", "delegate", "view", "tableView", "refreshControl"]

  func readOutlets(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    for outlet in connections("outlet", of: element) {
      guard let property = outlet.attribute("property"), let id = outlet.attribute("destination"),
        !Self.nativeOutlets.contains(property.value), property.value != "control"
      else { continue }
      guard descriptor.table[property.value] != nil else {
        warn("\(component.className) has no outlet \"\(property.value)\"", at: property.valuePosition)
        continue
      }
      guard let view = source[id.value] else {
        throw failure(
          "storyboard.attribute", "the outlet \"\(property.value)\" leads to \"\(id.value)\", which does not exist",
          at: id.valuePosition)
      }
      try readView(property.value, view, descriptor, into: &component)
    }
  }
}
