/// Finds the mistakes that show only when everything is defined: unknown targets and classes, and bindings that run only
/// after an action of the user. Nothing is evaluated; a type that the schema leaves open is not reported.
struct DefinitionCheck {
  let definition: AppDefinition
  let evaluator: Evaluator
  /// The names of the controllers that segues open, and of the one that is shown first.
  private let openedNames: Set<String>
  var store: ModelStore { evaluator.store }

  init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    (self.definition, self.evaluator) = (definition, evaluator)
    let targets = definition.controllers.flatMap { Self.segues(of: $0).map(\.segue.to) }
    openedNames = Set(targets + [definition.firstController?.name].compactMap(\.self))
  }

  var diagnostics: [Diagnostic] {
    let checks = [
      unknownTargets, unknownTypes, wrongRefType, missingData, wrongConstants, wrongMoreActions, wrongQuickAction,
      idleBarButtons, surplusProperties,
    ]
    return definition.controllers.flatMap { controller in checks.flatMap { $0(controller) } } + mistakesInBindings
  }

  // MARK: Targets and classes

  private func unknownTargets(_ controller: ComponentClass) -> [Diagnostic] {
    Self.segues(of: controller).compactMap { segue, component in
      guard definition.controller(named: segue.to) == nil else { return nil }
      let origin = component?.origin("segue", of: controller) ?? controller.origin("segue")
      return evaluator.problem(
        "controller.unknown", of: origin, "unknown controller \"\(segue.to)\"",
        hint: NearestName.hint(for: segue.to, in: definition.controllerNames))
    }
  }

  private func unknownTypes(_ controller: ComponentClass) -> [Diagnostic] {
    controller.descriptor.table.schemas.enumerated().compactMap { slot, schema in
      guard schema.kind == .entityType, case .text(let type)? = controller.values[slot: slot],
        store.type(named: type) == nil
      else { return nil }
      let origin = controller.origin(schema.name)
      return evaluator.problem(
        "model.unknownType", of: origin, "unknown entity class \"\(type)\"",
        hint: NearestName.hint(for: type, in: store.types.all.map(\.name)))
    }
  }

  /// A class for the references of a selection that is not one of references.
  private func wrongRefType(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.isKind(of: .selection),
      let type = controller.values.text(SelectionController.selectionKeys.refType).flatMap(store.type(named:)),
      !type.isReference
    else { return [] }
    return [
      evaluator.problem(
        "selection.refType", of: controller.origin("refType"), "\(type.name) is not a class of references",
        hint: "name a class that extends okit.ModelRef")
    ]
  }

  /// A list without data. One that others extend need not have it.
  private func missingData(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.isKind(of: .list), controller.values[ListController.listKeys.dataPath] == nil,
      !isOnlyBase(controller)
    else { return [] }
    return [
      evaluator.problem(
        "list.data", of: controller.origin("dataPath"), "the list needs a dataPath",
        hint: "name a list of entities, such as dataPath = \"films\"")
    ]
  }

  /// Whether a controller only serves as the base of others, which may give what it leaves out: no segue leads to it, and it is
  /// not shown first.
  func isOnlyBase(_ controller: ComponentClass) -> Bool {
    definition.isExtended(controller) && !openedNames.contains(controller.name)
  }

  /// The segues of a controller, and of its cells and bar buttons, which are named.
  static func segues(of controller: ComponentClass) -> [(segue: Segue, component: Component?)] {
    segues(in: controller.values, of: nil)
  }

  private static func segues(in values: PropertyValues, of component: Component?) -> [(Segue, Component?)] {
    values.slots.flatMap { value -> [(Segue, Component?)] in
      switch value {
      case .segue(let segue): [(segue, component)]
      case .component(let inner): segues(in: inner.values, of: inner)
      case .components(let inner): inner.flatMap { segues(in: $0.values, of: $0) }
      case .sections(let sections): sections.flatMap { $0.cells.flatMap { segues(in: $0.values, of: $0) } }
      case .binding, .function, .text, .list, .moreActions, .callouts, nil: []
      }
    }
  }
}
