extension ComponentDescriptor {
  package static let menu = declare(
    "ModelMenuTableController", .controller(MenuController.self), extends: list,
    functions: [.navigateToHome, .navigateToTarget],
    "Shows the entities of a collection in a menu, whose rows open the content of the application."
  ) { menuTable }

  package static let (menuTable, menuKeys) = properties(extending: list) {
    (
      storyboardName: $0.plainText(
        "storyboardName", standard: standardStoryboard, effect: "screen.storyboardName",
        "the name of a storyboard, as data of the screen"),
      identifier: $0.plainText(
        "identifier", effect: "stack", "the content that a row opens, with the row's entity; an empty text for home"),
      rowIdentifier: $0.plainText(
        "rowIdentifier", effect: "stack",
        "the content that the accessory of a row opens, with the row's entity; home if it is not given"
      ),
      hideMenu: $0.bool(
        "hideMenu", default: "#true", effect: "screen.menu", "whether the menu closes when content is opened")
    )
  }
}

/// Shows a list in the menu of the application (`ModelMenuTableController`). Its rows and accessories open content.
package final class MenuController: ListController {
  static let menuKeys = ComponentDescriptor.menuKeys

  package override var kind: Screen.Kind { .menu }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    super.fillContent(&screen, window: window)
    screen.storyboardName = properties[Self.menuKeys.storyboardName] ?? ComponentDescriptor.standardStoryboard
  }

  /// A row that runs or opens something does that; any other one opens the content.
  override func tapped(_ row: ListRow) throws {
    try super.tapped(row)
    guard !isEditing, segue(of: row) == nil, let identifier = properties[Self.menuKeys.identifier] else { return }
    try navigate(to: identifier, row.entity)
  }

  override func accessoryTapped(_ row: ListRow) throws -> Bool {
    if try super.accessoryTapped(row) { return true }
    try navigate(to: properties[Self.menuKeys.rowIdentifier] ?? "", row.entity)
    return true
  }

  private func navigate(to identifier: String, _ entity: EntityID) throws {
    try runFunction(.navigateToTarget, [.entity(entity), .string(identifier)])
  }

  /// - Parameter arguments: The entity and the identifier of the content; by default the context of the menu and its
  ///   `identifier`.
  private func navigateToTarget(_ arguments: [Value]) throws {
    var context = effectiveContext
    switch arguments.first {
    case .entity(let entity)?: context = entity
    case .null?, nil: break
    case .some(let other):
      throw Diagnostic("controller.argument", "navigateToTarget needs an entity, got \(store.summary(other))")
    }
    let given = arguments.count > 1 ? arguments[1] : .null
    let identifier = given.isNull ? properties[Self.menuKeys.identifier] : evaluator.text(given)
    guard let identifier, !identifier.isEmpty else { return try runFunction(.navigateToHome) }
    try services.leaveContent { [services] in try services.showContent(identifier, context: context) }
    hide()
  }

  private func hide() { if properties[Self.menuKeys.hideMenu] { services.closeMenu() } }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .navigateToHome:
      try services.leaveContent { [services] in try services.navigateToHome() }
      hide()
    case .navigateToTarget: try navigateToTarget(arguments)
    default: return try super.inherited(function, arguments)
    }
    return .null
  }
}
