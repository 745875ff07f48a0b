/// The bindings that no screen evaluates, such as actions, and those whose type cannot be right.
extension DefinitionCheck {
  /// A mistake in one class of contexts. It counts when all classes that reach the controller have it.
  struct Mistake {
    var place: Diagnostic.Origin
    var diagnostic: Diagnostic
    /// A name that a class does not have, where that is the mistake.
    var missing: (name: String, type: EntityType)?
  }

  var mistakesInBindings: [Diagnostic] {
    // A missing home is reported when it is to be shown.
    guard let home = definition.firstController else { return [] }
    let first = mistakes(from: home, besides: [])
    // What a controller hands over that has the wrong context itself is not a mistake of its own.
    return first.wrong.isEmpty ? first.found : mistakes(from: home, besides: first.wrong).found
  }

  /// - Parameter wrong: the controllers with contexts of the wrong class.
  private func mistakes(from home: ComponentClass, besides wrong: Set<ContextTypes.Visit>) -> ContextMistakes {
    let contexts = ContextTypes.all(
      from: home, context: homeType, definition, evaluator, besides: wrong, isComplete: isComplete)
    let openings = isComplete ? openings(contexts, from: home) : [:]
    var misfits = wrong
    let found = controllers.flatMap { controller -> [Diagnostic] in
      guard let all = contexts[controller.name] else {
        // Only the home has the context of the application for sure.
        if controller === home, !targetNames.contains(controller.name) {
          return mistakesOfTabs(controller, in: homeType).map(\.diagnostic)
        }
        guard controller === definition.application else { return [] }
        return mistakesOfApplication(controller, in: applicationType).map(\.diagnostic)
      }
      // What is certain in an unknown context is so in each known one.
      let known = all.filter { $0.controller != nil }
      let found = (known.isEmpty ? all : known).map { ($0, mistakes(of: controller, $0)) }
      let result = mistakes(of: controller, in: found, openings[controller.name] ?? [])
      misfits.formUnion(result.wrong)
      return result.found
    }
    return ContextMistakes(found: found, wrong: misfits)
  }

  /// The class of the first screen's context; nil where the schema does not tell it, or there is none.
  var homeType: EntityType? {
    let root = store.root(named: ModelStore.defaultModelName)
    let type = root.flatMap(store.type(of:))
    switch definition.application?.values[ComponentDescriptor.applicationKeys.contextPath] {
    case nil: return type
    // The context of the application belongs to another model.
    case .binding(let program)? where root != nil && program.startsAtOtherModel: return type
    case .binding(let program)?: return evaluator.staticValue(program, in: type).entityType(in: store)
    default: return nil
    }
  }

  func mistakes(of controller: ComponentClass, _ types: ContextTypes) -> [Mistake] {
    let values = controller.values
    let isList = controller.descriptor.isKind(of: .list)
    // The actions of a detail controller run in the contexts of its cells, which may differ.
    let row = isList ? types.row : types.cells.allSatisfy { $0.type === types.controller } ? types.controller : nil
    var mistakes = contextPath(
      values[Controller.keys.contextPath], in: types.given, controller.origin("contextPath"))
    mistakes += actions(values, controller.descriptor.table, in: row) { controller.origin($0) }
    for name in Self.ownActions {
      guard let slot = controller.descriptor.table.slot(named: name), let tap = values[slot: slot] else { continue }
      mistakes += action(tap, in: types.controller, controller.origin(name))
    }
    mistakes += readValues(
      values, controller.descriptor.table, in: { contextClass(of: $0, controller, types) }, { controller.origin($0) })
    if isList { mistakes += addedProperties(controller, types.row) + selectPath(controller, types.row) }
    if isList { mistakes += searchScopePath(controller, types.controller) }
    if isList { mistakes += laterNames(ofRowsOf: controller, in: types.row) }
    if isList { mistakes += listData(controller, in: types.controller) + addedType(controller, in: types.controller) }
    if isList { mistakes += addedToMap(controller, in: types.controller) }
    if controller.descriptor.isKind(of: .selection) {
      mistakes += contextPath(
        values[SelectionController.selectionKeys.selectionContextPath], in: types.given,
        controller.origin("selectionContextPath"))
      mistakes += selectionPath(controller, types.selection, types)
    }
    if controller.descriptor.isKind(of: .grid) {
      mistakes += contextPath(
        values[GridController.gridKeys.cellPath], in: types.row, controller.origin("cellPath"))
    }
    for (cell, type) in types.cells {
      mistakes += contextPath(
        cell.values[Cell.keys.contextPath], in: types.givenToCells, cell.origin("contextPath", of: controller))
      mistakes += actions(cell.values, cell.descriptor.table, in: isList ? types.givenToCells : type) {
        cell.origin($0, of: controller)
      }
      mistakes += readValues(
        cell.values, cell.descriptor.table, besides: cell.descriptor.editedSlot, in: { _ in type },
        { cell.origin($0, of: controller) })
      if let mistake = control(cell, in: type, of: controller) ?? missingOptions(cell, in: type, of: controller) {
        mistakes.append(mistake)
      }
      mistakes += laterNames(ofCell: cell, in: type, of: controller)
      mistakes += pickerOptions(cell, in: type, of: controller)
      if let mistake = enumChoices(cell, in: type, of: controller) { mistakes.append(mistake) }
      mistakes += wholeNumbers(cell, in: type, of: controller)
    }
    for (button, given, type) in types.buttons {
      mistakes += contextPath(button.contextPath, in: given, button.origin("contextPath", of: controller))
      mistakes += actions(button.values, button.descriptor.table, in: type) { button.origin($0, of: controller) }
    }
    mistakes += types.sections.flatMap { self.mistakes(of: $0.list, $0.types) }
    return mistakes + completeMistakes(of: controller, types)
  }

  /// A path to something that cannot be a context.
  func contextPath(
    _ value: PropertyValue?, in type: EntityType?, _ origin: Diagnostic.Origin
  ) -> [Mistake] {
    guard case .binding(let program)? = value else { return [] }
    let found: String
    switch evaluator.staticValue(program, in: type) {
    case .property(let property, let owner) where property.computed == nil:
      guard property.isCollection || (property.type.entityTypeName == nil && !property.isReference) else { return [] }
      found = "\(owner.name).\(property.name) is \(property.type.article)"
    case .value(let type): found = program.gives(aValueOf: type)
    case .list: found = program.gives("a list")
    default: return []
    }
    return [wrongType("needs an entity; \(found)", program, origin)]
  }

  // MARK: Actions

  /// The class of the default model, in whose context the application reads its `contextPath`.
  var rootType: EntityType? { store.root(named: ModelStore.defaultModelName).flatMap(store.type(of:)) }

  /// The class of the entity in whose context the other properties of the application are read.
  var applicationType: EntityType? {
    let type = rootType
    switch definition.application?.values[ComponentDescriptor.applicationKeys.contextPath] {
    case nil: return type
    case .binding(let program)?: return evaluator.staticValue(program, in: type).entityType(in: store)
    default: return nil
    }
  }

  /// The actions of a controller that run in its own context, and not in that of a row.
  private static let ownActions = ["titleTap", "onFilter"]

  private func actions(
    _ values: PropertyValues, _ table: SchemaTable, in type: EntityType?, _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    var mistakes: [Mistake] = []
    for (slot, value) in values.slots.enumerated() {
      guard let value else { continue }
      mistakes += actions(value, table.schemas[slot], in: type, origin)
    }
    return mistakes
  }

  private func actions(
    _ value: PropertyValue, _ schema: PropertySchema, in type: EntityType?, _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    guard !Self.ownActions.contains(schema.name) else { return [] }
    switch value {
    case .moreActions(let actions):
      return actions.enumerated().flatMap { index, action -> [Mistake] in
        guard case .record(let record) = action, let tap = record[MoreActionDefinition.keys.tap] else { return [] }
        return self.action(tap, in: type, origin("\(schema.name)[\(index + 1)].tap"))
      }
    case .list(let parts) where schema.name == "moreActionsTap":
      return parts.enumerated().flatMap { self.action($1, in: type, origin("\(schema.name)[\($0 + 1)]")) }
    default:
      guard schema.kind == .action || schema.name == "moreActionsTap" else { return [] }
      return action(value, in: type, origin(schema.name))
    }
  }

  private func action(_ value: PropertyValue, in type: EntityType?, _ origin: Diagnostic.Origin) -> [Mistake] {
    guard case .binding(let program) = value else { return [] }
    let controller = definition.content(named: origin.owner)
    func isOfController(_ call: NameStep) -> Bool {
      controller.map { definition.owner(ofFunction: call.name, in: $0) != nil } ?? false
    }
    if program.onlyCall.map(isOfController) != true, let mistake = noEffect(program, in: type, origin) {
      return [mistake]
    }
    return program.parts.flatMap { part -> [Mistake] in
      guard let call = part.onlyCall, let controller else { return unknownNames(part, in: type, program, origin) }
      // A function of the controller, which the context does not have.
      if isOfController(call) {
        return (call.parameters ?? []).flatMap { unknownNames($0, in: type, program, origin) }
      }
      var mistakes = unknownNames(part, in: type, program, origin)
      if let index = mistakes.firstIndex(where: { $0.missing?.name == call.name && $0.diagnostic.hint == nil }) {
        // A function of the controller or of the application may be meant.
        mistakes[index].diagnostic.hint = NearestName.hint(
          for: call.name,
          in: [controller, definition.application].compactMap(\.self).flatMap {
            $0.functionNames + $0.descriptor.functionNames
          })
      }
      return mistakes
    }
  }

  /// The mistakes in the path of a part, and in those of its parameters, which start at the context too.
  func unknownNames(
    _ part: PartProgram, in type: EntityType?, _ program: BindingProgram, _ origin: Diagnostic.Origin
  ) -> [Mistake] {
    if case .formula(let formula) = part.source {
      return formula.parts.flatMap { unknownNames($0, in: type, program, origin) }
    }
    guard case .path(_, let steps) = part.source else { return [] }
    let own = unknownName(evaluator.staticValue(part, in: type), program, origin)
    let parameters = steps.flatMap { step -> [PartProgram] in
      if case .name(let name) = step { name.parameters ?? [] } else { [] }
    }
    return [own].compactMap { $0 } + parameters.flatMap { unknownNames($0, in: type, program, origin) }
  }

  func unknownName(_ value: StaticValue, _ program: BindingProgram, _ origin: Diagnostic.Origin) -> Mistake? {
    if case .unknown(let step, _) = value, isAnswered(step, of: origin) { return nil }
    return evaluator.unknownName(value, program).map { unknown in
      var mistake = mistake(named(unknown, value), program, origin)
      if case .unknown(let step, let type) = value {
        mistake.missing = (step.name, type)
        mistake.diagnostic.hint = hint(forValidity: step, origin) ?? mistake.diagnostic.hint
      }
      return mistake
    }
  }

  /// Whether a name is the call `valid()` in a binding of a screen with fields.
  func isAnswered(_ step: NameStep, of origin: Diagnostic.Origin) -> Bool {
    step.asksForValidity && hasFields(origin) && !isValidation(origin)
  }

  private func hasFields(_ origin: Diagnostic.Origin) -> Bool {
    guard let controller = definition.content(named: origin.owner) else { return false }
    return [.detail, .grid].contains(where: controller.descriptor.isKind)
  }

  /// Whether a binding is the condition of a field, on which `valid()` depends.
  private func isValidation(_ origin: Diagnostic.Origin) -> Bool { origin.property.hasSuffix("validationFormula") }

  /// The hint about a name that may be meant as the call `valid()`.
  private func hint(forValidity step: NameStep, _ origin: Diagnostic.Origin) -> String? {
    guard step.parameters?.isEmpty == true, hasFields(origin) else { return nil }
    if step.asksForValidity { return "valid() depends on the condition of each field, so that none can read it" }
    return NearestName.hint(for: step.name, in: [NameStep.validity])
  }

  /// A binding that ends at a property of the wrong type.
  func wrongType(
    _ message: String, _ program: BindingProgram, _ origin: Diagnostic.Origin, code: Diagnostic.Code = "binding.type",
    hint: String? = nil
  ) -> Mistake {
    let whole = SourceRange(0, program.text.utf8.count)
    let excerpt = Diagnostic.Excerpt(source: SourceText(name: "", text: program.text), range: whole)
    return mistake(Diagnostic(code, message, excerpt: excerpt, hint: hint), program, origin)
  }

  /// A mistake of a property as a whole.
  func mistake(
    _ code: Diagnostic.Code, _ origin: Diagnostic.Origin, _ message: String, severity: Diagnostic.Severity = .error,
    hint: String? = nil
  ) -> Mistake {
    Mistake(place: origin, diagnostic: evaluator.problem(code, of: origin, message, severity: severity, hint: hint))
  }

  func mistake(_ diagnostic: Diagnostic, _ program: BindingProgram, _ origin: Diagnostic.Origin) -> Mistake {
    Mistake(place: origin, diagnostic: evaluator.located(diagnostic, in: program, of: origin))
  }
}
