/// The actions of a More... sheet that do nothing, and parts that belong to none of them.
extension DefinitionCheck {
  /// Compares the parts of `moreActions`, `moreActionsTap` and `moreActionsEnabled`. A controller that others extend may leave
  /// some to them.
  func wrongMoreActions(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys) = (controller.values, ListController.listKeys)
    guard controller.descriptor.isKind(of: .list), !isExtended(controller), let actions = values[keys.moreActions],
      let count = actions.partCount
    else { return [] }
    let taps = values[keys.moreActionsTap]?.actionParts ?? []
    return surplus(taps.count, of: "moreActionsTap", for: count, controller)
      + surplus(values[keys.moreActionsEnabled]?.partCount ?? 0, of: "moreActionsEnabled", for: count, controller)
      + withoutTap(actions, count, taps, controller)
  }

  private func surplus(
    _ given: Int, of property: String, for count: Int, _ controller: ComponentClass
  ) -> [Diagnostic] {
    guard given > count else { return [] }
    let actions = count == 1 ? "the only action" : "the \(count) actions"
    return [
      evaluator.problem(
        "list.moreActions", of: controller.origin(property), "\(given) parts for \(actions) of moreActions",
        hint: "give one part for each action")
    ]
  }

  private func withoutTap(
    _ actions: PropertyValue, _ count: Int, _ taps: [Bool], _ controller: ComponentClass
  ) -> [Diagnostic] {
    let isReplaced = ["onMoreTap", "onMoreAction"].contains { controller.function(named: $0) != nil }
    guard !isReplaced, controller.values[ListController.listKeys.moreTap] == nil else { return [] }
    let missing = (0..<count).filter { index in
      !(taps.indices.contains(index) && taps[index]) && !actions.givesTap(index)
    }
    guard let first = missing.first else { return [] }
    let property = taps.isEmpty ? "moreActions" : "moreActionsTap"
    return [
      evaluator.problem(
        "list.moreActions", of: controller.origin(property), "action \(first + 1) of \(count) has nothing to run",
        hint: "give it a part of moreActionsTap or a tap, or define onMoreAction")
    ]
  }
}

extension PropertyValue {
  /// Whether each part of an action property has something to run.
  fileprivate var actionParts: [Bool] {
    switch self {
    case .binding(let program): program.parts.map { !$0.isEmpty }
    case .list(let items): items.map { $0.actionParts.contains(true) }
    case .function: [true]
    case .text, .moreActions, .segue, .component, .components, .sections: []
    }
  }

  /// Whether an action of `moreActions` is a table with a tap.
  fileprivate func givesTap(_ index: Int) -> Bool {
    guard case .moreActions(let actions) = self, case .record(let record) = actions[index] else { return false }
    return record[MoreActionDefinition.keys.tap]?.actionParts.contains(true) ?? false
  }
}
