/// The bindings that no screen evaluates: actions, and what adding and selecting write to.
extension DefinitionCheck {
  /// A mistake in one class of contexts. It counts when all classes that reach the controller have it.
  struct Mistake {
    var place: Diagnostic.Origin
    var diagnostic: Diagnostic
  }

  var mistakesInBindings: [Diagnostic] {
    // A missing home is reported when it is to be shown.
    guard let home = try? definition.home(), let root = homeType else { return [] }
    let contexts = ContextTypes.all(from: home, context: root, definition, evaluator)
    return definition.controllers.flatMap { controller -> [Diagnostic] in
      guard let all = contexts[controller.name] else { return [] }
      let found = all.map { mistakes(of: controller, $0) }
      return found[0].filter { mistake in
        found.dropFirst().allSatisfy { $0.contains { $0.place == mistake.place } }
      }.map(\.diagnostic)
    }
  }

  /// The class of the first screen's context.
  private var homeType: EntityType? {
    guard let root = store.root(named: ModelStore.defaultModelName).flatMap(store.type(of:)) else { return nil }
    switch definition.application?.values[ComponentDescriptor.applicationKeys.contextPath] {
    case nil: return root
    case .binding(let program)?: return evaluator.staticValue(program, in: root).entityType(in: store)
    default: return nil
    }
  }

  private func mistakes(of controller: ComponentClass, _ types: ContextTypes) -> [Mistake] {
    let values = controller.values
    let isList = controller.descriptor.isKind(of: .list)
    // The actions of a detail controller run in the contexts of its cells, which may differ.
    let row = isList ? types.row : types.cells.allSatisfy { $0.type === types.controller } ? types.controller : nil
    var mistakes = actions(values, controller.descriptor.table, in: row) { controller.origin($0) }
    if let tap = values[Controller.keys.titleTap] {
      mistakes += action(tap, in: types.controller, controller.origin("titleTap"))
    }
    if isList, let row = types.row { mistakes += addName(controller, row) }
    if let selection = types.selection { mistakes += selectionPath(controller, selection) }
    for (cell, type) in types.cells {
      mistakes += actions(cell.values, cell.descriptor.table, in: isList ? types.row : type) {
        cell.origin($0, of: controller)
      }
      if let mistake = controlType(cell, in: type, of: controller) { mistakes.append(mistake) }
      if let mistake = enumChoices(cell, in: type, of: controller) { mistakes.append(mistake) }
    }
    for (button, type) in types.buttons {
      mistakes += actions(button.values, button.descriptor.table, in: type) { button.origin($0, of: controller) }
    }
    return mistakes
  }

  // MARK: Actions

  private func actions(
    _ values: PropertyValues, _ table: SchemaTable, in type: EntityType?, _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    guard let type else { return [] }
    return zip(table.schemas, values.slots).flatMap { schema, value -> [Mistake] in
      guard let value, schema.name != "titleTap" else { return [] }
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
  }

  private func action(_ value: PropertyValue, in type: EntityType, _ origin: Diagnostic.Origin) -> [Mistake] {
    guard case .binding(let program) = value else { return [] }
    return program.parts.compactMap { unknownName(evaluator.staticValue($0, in: type), program, origin) }
  }

  private func unknownName(_ value: StaticValue, _ program: BindingProgram, _ origin: Diagnostic.Origin) -> Mistake? {
    guard case .unknown(let step, let type) = value else { return nil }
    return mistake(
      Diagnostic(
        "binding.unknownName", "\(type.name) has no property or function \"\(step.name)\"",
        excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range),
        hint: NearestName.hint(for: step.name, in: evaluator.resolver.names(on: type))), program, origin)
  }

  func mistake(_ diagnostic: Diagnostic, _ program: BindingProgram, _ origin: Diagnostic.Origin) -> Mistake {
    Mistake(place: origin, diagnostic: evaluator.located(diagnostic, in: program, of: origin))
  }

  // MARK: Adding and selecting

  private func addName(_ controller: ComponentClass, _ row: EntityType) -> [Mistake] {
    let keys = ListController.listKeys
    guard let name = controller.values.text(keys.addName), !name.isEmpty else { return [] }
    let type = controller.values.text(keys.type).flatMap(store.type(named:)) ?? row
    guard type.property(named: name) == nil else { return [] }
    let origin = controller.origin("addName")
    let diagnostic = Diagnostic(
      "model.unknownProperty", "\(origin.label): \(type.name) has no property \"\(name)\"",
      place: evaluator.place(of: origin), hint: NearestName.hint(for: name, in: type.properties.map(\.name)))
    return [Mistake(place: origin, diagnostic: diagnostic.from(origin))]
  }

  private func selectionPath(_ controller: ComponentClass, _ context: EntityType) -> [Mistake] {
    guard case .binding(let program)? = controller.values[SelectionController.selectionKeys.selectionPath] else {
      return []
    }
    let origin = controller.origin("selectionPath")
    let value = evaluator.staticValue(program, in: context)
    if let mistake = unknownName(value, program, origin) { return [mistake] }
    guard case .property(let property, let owner) = value, property.computed == nil,
      !Selection.isPossible(property.type, in: store)
    else { return [] }
    return [
      mistake(
        Diagnostic(
          "selection.path", "\(owner.name).\(property.name) is \(property.type.article), which takes no selection",
          excerpt: .init(
            source: SourceText(name: "", text: program.text), range: SourceRange(0, program.text.utf8.count)),
          hint: "use a reference, a string, or a list or set of them"), program, origin)
    ]
  }

  // MARK: Controls

  /// A control whose property can never hold what the control writes.
  private func controlType(_ cell: Component, in type: EntityType, of controller: ComponentClass) -> Mistake? {
    guard let control = cell.descriptor.control, let slot = cell.descriptor.controlSlot,
      case .binding(let program)? = cell.values[slot: slot],
      case .property(let property, let owner) = evaluator.staticValue(program, in: type), property.computed == nil,
      let needed = control.value, !needed.accepts(property.type)
    else { return nil }
    let origin = cell.origin(cell.descriptor.table.schemas[slot].name, of: controller)
    return mistake(
      Diagnostic(
        "binding.type",
        "\(cell.componentClass.name) needs \(needed.text); \(owner.name).\(property.name) is \(property.type.article)",
        excerpt: .init(
          source: SourceText(name: "", text: program.text), range: SourceRange(0, program.text.utf8.count)),
        hint: Control.Kind.cell(for: property.type).map { "use okit.\($0)" }), program, origin)
  }
}

/// What a control edits.
private enum ControlValue {
  case bool, number, date, text, choice

  var text: String {
    switch self {
    case .bool: "a Bool"
    case .number: "a number"
    case .date: "a Date"
    case .text: "a String"
    case .choice: "an index, a String, an enum or a reference"
    }
  }

  /// Whether a property of the type can hold what the control writes.
  func accepts(_ type: PropertyType) -> Bool {
    switch (self, type.unwrapped) {
    case (.bool, .bool), (.number, .int), (.number, .double), (.date, .date): true
    case (.text, .bool), (.text, .entity), (.text, .reference), (.text, .list), (.text, .set), (.text, .map): false
    case (.text, _): true
    case (.choice, .int), (.choice, .double), (.choice, .string), (.choice, .enumeration), (.choice, .reference): true
    case (.choice, .entity): true
    case (.bool, _), (.number, _), (.date, _), (.choice, _): false
    }
  }
}

extension Control.Kind {
  /// Nil for a control that edits nothing.
  fileprivate var value: ControlValue? {
    switch self {
    case .switch: .bool
    case .stepper, .slider: .number
    case .date: .date
    case .text, .multiline: .text
    case .segment, .picker: .choice
    default: nil
    }
  }

  /// The cell for a property of a type.
  fileprivate static func cell(for type: PropertyType) -> String? {
    switch type.unwrapped {
    case .string: "ModelTextCell"
    case .bool: "ModelSwitchCell"
    case .int, .double: "ModelStepperCell"
    case .date: "ModelDateCell"
    case .enumeration: "ModelSegmentCell"
    case .data, .color, .image, .entity, .reference, .list, .set, .map, .optional: nil
    }
  }
}
