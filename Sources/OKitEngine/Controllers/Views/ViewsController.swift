extension ComponentDescriptor {
  package static let views = declare(
    "ModelController", .controller(ViewsController.self), extends: controller, "Shows labels and buttons without rows."
  ) { viewsTable }

  package static let (viewsTable, viewsOfController) = properties(extending: controller) {
    $0.part(
      "views", .views, [Component].self, effect: "screen.views", "the labels and buttons, from top to bottom")
  }
}

/// Shows labels and buttons without rows (`ModelController`).
package final class ViewsController: Controller {
  package override var kind: Screen.Kind { .views }

  private var made: [BoundView]?
  private var madeFor: EntityID?

  /// The views, made once for each effective context.
  private var views: [BoundView] {
    let context = effectiveContext
    if let made, madeFor == context { return made }
    let views = definition.values.components(ComponentDescriptor.viewsOfController).compactMap {
      BoundView.make($0, context: context, controller: self)
    }
    if !isEnded { (made, madeFor) = (views, context) }
    return views
  }

  override func removeContent() {
    super.removeContent()
    made = nil
  }

  /// The views that are not hidden.
  private var visible: [(view: BoundView, shown: ScreenView)] {
    views.compactMap { view in view.shown.map { (view, $0) } }
  }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) { screen.views = visible.map(\.shown) }

  override var shownViews: [BoundView] { super.shownViews + visible.map(\.view) }

  /// Edit mode has no rows to edit, so that only a script that asks for it gets the button.
  override func addBuiltInRight(to items: inout [BarItem]) {
    if properties.has(Self.keys.edit) { super.addBuiltInRight(to: &items) } else { addHelpItem(to: &items) }
  }

  override func view(at element: ElementID) -> BoundView? {
    guard case .view(let number) = element else { return super.view(at: element) }
    let shown = visible
    return shown.indices.contains(number) ? shown[number].view : nil
  }

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    guard case .tapView(let number) = action else { return try super.perform(action, on: screen) }
    guard let view = view(at: .view(number)) else {
      throw impossible("\"\(name)\" shows \(visible.count) views, and no view:\(number)")
    }
    try tap(view, .view(number))
  }
}
