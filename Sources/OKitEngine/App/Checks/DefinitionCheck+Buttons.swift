/// Quick actions and bar buttons that do nothing, or are never shown.
extension DefinitionCheck {
  /// A quick action needs a title or an image, and something to run.
  func wrongQuickAction(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys) = (controller.values, ListController.listKeys)
    guard controller.descriptor.isKind(of: .list), !isOnlyBase(controller) else { return [] }
    let shown = [keys.quickName.slot, keys.quickImage.slot].filter { values[slot: $0] != nil }
    switch (shown.first, values[keys.quickTap]) {
    case (let slot?, nil) where values[slot: slot]?.isEmptyText == false && !values.mayLack(keys.quickTap.slot):
      guard controller.override(of: .onQuickTap) == nil, controller.override(of: .onQuickAction) == nil else {
        return []
      }
      return [
        evaluator.problem(
          "list.quickAction", of: controller.origin(controller.descriptor.table.schemas[slot].name),
          "the quick action has nothing to run", hint: "give quickTap, or define onQuickTap")
      ]
    case (nil, let tap?)
    where !tap.isEmptyText && ![keys.quickName.slot, keys.quickImage.slot].contains(where: values.mayLack):
      guard !mayRun([.onQuickTap], of: controller, besides: [keys.quickTap.slot]) else { return [] }
      return [
        evaluator.problem(
          "list.quickAction", of: controller.origin("quickTap"), "no row shows the quick action",
          hint: "give quickName or quickImage")
      ]
    default: return []
    }
  }

  /// Bar buttons with a title that neither run nor open anything. One that is never enabled may be meant as a text.
  func idleBarButtons(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.screenClass != nil else { return [] }
    let keys = ComponentDescriptor.barButtonKeys
    let bars = [Controller.keys.left, Controller.keys.right, Controller.keys.toolbar]
    return bars.filter { controller.gives(slot: $0.slot) }.flatMap { controller.values.components($0) }
      .compactMap { button in
        // A menu button opens the menu.
        guard button.descriptor === ComponentDescriptor.barButtonItem else { return nil }
        let values = button.values
        let isText = [keys.enabled, keys.enabledPath].contains { values[$0]?.constant?.flag == false }
        guard !isText, values[keys.title]?.isEmptyText == false || values[keys.systemItem] != nil,
          controller.override(of: .didTapBarButtonItem) == nil, values[keys.segue] == nil,
          values[keys.tap] == nil, values[keys.tapPath] == nil,
          ![keys.segue.slot, keys.tap.slot, keys.tapPath.slot].contains(where: values.mayLack)
        else { return nil }
        return evaluator.problem(
          "controller.barButton", of: button.origin("tap", of: controller), "the button has nothing to run",
          hint: "give it tap or segue, or enabled = false if it is only a text")
      }
  }
}
