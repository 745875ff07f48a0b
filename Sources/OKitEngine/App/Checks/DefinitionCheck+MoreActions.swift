/// The actions of a More... sheet that do nothing, and parts that belong to none of them.
extension DefinitionCheck {
  /// A controller that others extend may leave some properties to them.
  func wrongMoreActions(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.isKind(of: .list), !isOnlyBase(controller) else { return [] }
    return withoutMore(controller) + withoutActions(controller) + wrongParts(controller)
  }

  private func problem(
    _ property: String, _ message: String, hint: String, _ controller: ComponentClass
  ) -> Diagnostic {
    evaluator.problem("list.moreActions", of: controller.origin(property), message, hint: hint)
  }

  // MARK: Sheets that are not shown, or empty

  private func withoutMore(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys) = (controller.values, ListController.listKeys)
    let sheet = [keys.moreActions.slot, keys.moreTap.slot, keys.moreActionsTap.slot, keys.moreActionsEnabled.slot]
    guard values[keys.more] == nil,
      let given = sheet.prefix(2).first(where: { values[slot: $0]?.isEmptyText == false }),
      !mayRun([.onMoreTap, .onMoreAction], of: controller, besides: sheet)
    else { return [] }
    return [
      problem(
        controller.descriptor.table.schemas[given].name, "no row has More..., because more is not given",
        hint: "write more = true", controller)
    ]
  }

  /// Whether a function of the script may run one of the controller, such as `onMoreTap`.
  ///
  /// - Parameter slots: the properties that run only after it.
  func mayRun(_ functions: [OverridableFunction], of controller: ComponentClass, besides slots: [Int]) -> Bool {
    guard functions.contains(where: { evaluator.mayCall($0.name) }) else { return false }
    return controller.hasFunctions
      || controller.values.slots.enumerated().contains { $1?.hasFunction == true && !slots.contains($0) }
  }

  private func withoutActions(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys, table) = (controller.values, ListController.listKeys, controller.descriptor.table)
    guard values[keys.moreActions].map({ $0.partCount == 0 }) ?? true else { return [] }
    let parts = [keys.moreActionsTap, keys.moreActionsEnabled].filter { values[$0] != nil }
    guard parts.isEmpty else {
      return parts.map {
        problem(table.name(of: $0), "there are no moreActions for the parts", hint: "give moreActions", controller)
      }
    }
    guard values[keys.more]?.constant?.flag == true, values[keys.moreTap] == nil,
      controller.override(of: .onMoreTap) == nil
    else { return [] }
    return [
      problem(
        "more", "the sheet of More... has no actions", hint: "give moreActions or moreTap, or define onMoreTap",
        controller)
    ]
  }

  // MARK: Parts

  private func wrongParts(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys) = (controller.values, ListController.listKeys)
    guard let actions = values[keys.moreActions], let count = actions.partCount, count > 0 else { return [] }
    let taps = values[keys.moreActionsTap]?.givenParts ?? []
    return withoutName(actions, controller)
      + wrong(keys.moreActionsTap, beside: MoreActionDefinition.keys.tap.slot, of: actions, count, controller)
      + wrong(keys.moreActionsEnabled, beside: MoreActionDefinition.keys.enabled.slot, of: actions, count, controller)
      + withoutTap(actions, count, taps, controller)
  }

  private func withoutName(_ actions: PropertyValue, _ controller: ComponentClass) -> [Diagnostic] {
    guard case .moreActions(let definitions) = actions else { return [] }
    return definitions.enumerated().compactMap { index, definition in
      guard case .record(let record) = definition else { return nil }
      let name = record[MoreActionDefinition.keys.name]
      guard name?.isEmptyText != false else { return nil }
      return problem(
        "moreActions[\(index + 1)]", "action \(index + 1) of \(definitions.count) has no name",
        hint: "give it a name, such as name = \"%Archive\"", controller)
    }
  }

  /// Parts beyond the last action, and parts for actions that give the value themselves.
  private func wrong(
    _ key: ComponentKey<[Value?]>, beside field: Int, of actions: PropertyValue, _ count: Int,
    _ controller: ComponentClass
  ) -> [Diagnostic] {
    let name = controller.descriptor.table.name(of: key)
    guard let parts = controller.values[key] else { return [] }
    let given = parts.givenParts
    if given.count > count {
      let all = count == 1 ? "the only action" : "the \(count) actions"
      return [
        problem(
          name, "\(given.count) parts for \(all) of moreActions", hint: "give one part for each action", controller)
      ]
    }
    let isList = if case .list = parts { true } else { false }
    return given.indices.filter { given[$0] && actions.gives(field, at: $0) }.map { index in
      let own = MoreActionDefinition.fields.schemas[field].name
      return problem(
        isList ? "\(name)[\(index + 1)]" : name,
        "part \(index + 1) has no effect: action \(index + 1) of moreActions has its own \(own)",
        hint: "leave the part empty; parts belong to the actions by position", controller)
    }
  }

  private func withoutTap(
    _ actions: PropertyValue, _ count: Int, _ taps: [Bool], _ controller: ComponentClass
  ) -> [Diagnostic] {
    let isReplaced = [OverridableFunction.onMoreTap, .onMoreAction].contains { controller.override(of: $0) != nil }
    guard !isReplaced, controller.values[ListController.listKeys.moreTap] == nil else { return [] }
    let missing = (0..<count).filter { index in
      !(taps.indices.contains(index) && taps[index])
        && !actions.gives(MoreActionDefinition.keys.tap.slot, at: index)
    }
    guard let first = missing.first else { return [] }
    let property = taps.isEmpty ? "moreActions" : "moreActionsTap"
    return [
      problem(
        property, "action \(first + 1) of \(count) has nothing to run",
        hint: MoreActionDefinition.missingTapHint, controller)
    ]
  }
}

extension PropertyValue {
  /// Whether each part of a multipart property is more than an empty text.
  fileprivate var givenParts: [Bool] {
    switch self {
    case .binding(let program): program.parts.map { !$0.isEmpty }
    case .list(let items): items.map { $0.givenParts.contains(true) }
    case .function: [true]
    case .text, .moreActions, .callouts, .segue, .component, .components, .sections: []
    }
  }

  /// Whether an action of `moreActions` is a table that gives a field more than an empty text.
  fileprivate func gives(_ field: Int, at index: Int) -> Bool {
    guard case .moreActions(let actions) = self, actions.indices.contains(index),
      case .record(let record) = actions[index]
    else { return false }
    return record[slot: field]?.givenParts.contains(true) ?? false
  }
}
