/// The label or button of a script in place of a row's accessory.
extension Cell {
  struct AccessoryViews {
    fileprivate var display: Bound?
    fileprivate var editing: Bound?

    fileprivate subscript(isOfEditMode isOfEditMode: Bool) -> Bound? {
      get { isOfEditMode ? editing : display }
      set { if isOfEditMode { editing = newValue } else { display = newValue } }
    }
  }

  fileprivate struct Bound {
    var view: BoundView
    var context: EntityID?
  }

  /// The view for the mode, in the context of the cell; nil without one.
  final func accessoryView(editing: Bool) -> BoundView? {
    let key = variant(Self.keys.accessoryView, Self.keys.editingAccessoryView, editing: editing)
    guard let component = component.values.component(key) else { return nil }
    let isOfEditMode = key != Self.keys.accessoryView
    let context = effectiveContext
    if let bound = views[isOfEditMode: isOfEditMode], bound.context == context { return bound.view }
    let view = BoundView.make(component, context: context, controller: controller) { [link] in
      link.owner?.becomeStale()
    }
    views[isOfEditMode: isOfEditMode] = view.map { Bound(view: $0, context: context) }
    return view
  }

  /// Taps the button that a script has placed in the row, which has functions of its own; false without one.
  final func tapOwnButton(editing: Bool) throws -> Bool {
    guard let view = accessoryView(editing: editing), view.shown?.isButton == true else { return false }
    try controller.tap(view, .accessory(.id(id)))
    return true
  }

  /// The properties of the cell, then those of its views that have been shown.
  final var shownProperties: [BoundProperties] {
    [properties] + [views.display, views.editing].compactMap { $0?.view.properties }
  }

  /// The label in place of the accessory; nil for a button, and while it is hidden.
  final func label(editing: Bool) -> ScreenView? {
    guard let view = accessoryView(editing: editing), showsButton(editing: editing) else { return nil }
    return view.shown.flatMap { $0.kind == .label ? $0 : nil }
  }
}

extension RowButton {
  /// The button of a view; nil for a label.
  init?(_ view: ScreenView, isEnabled: Bool) {
    guard view.kind == .button else { return nil }
    self.init(title: view.text, isEnabled: view.isEnabled && isEnabled, image: view.image)
    accessibility[standard: AccessibilityTexts()] = view.accessibility
  }
}
