/// Constants that a property cannot read, and actions without an effect. They need no context.
extension DefinitionCheck {
  func wrongConstants(_ controller: ComponentClass) -> [Diagnostic] {
    let table = controller.descriptor.table
    var diagnostics: [Diagnostic] = []
    for (slot, value) in controller.values.slots.enumerated() {
      // The class above reports its own.
      guard let value, controller.gives(slot: slot) else { continue }
      diagnostics += wrongConstants(in: value, table.schemas[slot], of: controller) { controller.origin($0) }
    }
    return diagnostics
  }

  private func wrongConstants(
    in value: PropertyValue, _ schema: PropertySchema, named name: String? = nil, of controller: ComponentClass,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [Diagnostic] {
    let name = name ?? schema.name
    switch value {
    case .binding(let program):
      if schema.isAction { return noAction(program, origin(name)).map { [$0] } ?? [] }
      return wrongConstant(program, schema, origin(name)).map { [$0] } ?? []
    case .list(let parts) where schema.isAction:
      return parts.enumerated().flatMap { index, part in
        wrongConstants(in: part, schema, named: "\(name)[\(index + 1)]", of: controller, origin)
      }
    case .moreActions(let actions):
      return actions.enumerated().flatMap { index, action -> [Diagnostic] in
        guard case .record(let record) = action else { return [] }
        return wrongConstants(in: record, MoreActionDefinition.fields, of: controller) {
          origin("\(name)[\(index + 1)].\($0)")
        }
      }
    case .sections(let sections):
      return sections.enumerated().flatMap { index, section in
        wrongConstants(in: section.values, SectionDefinition.fields, of: controller) {
          origin("\(name)[\(index + 1)].\($0)")
        } + section.cells.flatMap { wrongConstants(in: $0, of: controller) }
      }
    case .component(let component): return wrongConstants(in: component, of: controller)
    case .components(let components): return components.flatMap { wrongConstants(in: $0, of: controller) }
    case .function, .text, .list, .callouts, .segue: return []
    }
  }

  private func wrongConstants(in component: Component, of controller: ComponentClass) -> [Diagnostic] {
    wrongConstants(
      in: component.values, component.descriptor.table, besides: component.descriptor.editedSlot, of: controller
    ) { component.origin($0, of: controller) } + wrongValues(component, of: controller)
      + wrongFormat(component, of: controller)
  }

  /// - Parameter edited: the slot of the property that a control writes, which is checked as such.
  private func wrongConstants(
    in values: PropertyValues, _ table: SchemaTable, besides edited: Int? = nil, of controller: ComponentClass,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (slot, value) in values.slots.enumerated() where slot != edited {
      if let value { diagnostics += wrongConstants(in: value, table.schemas[slot], of: controller, origin) }
    }
    return diagnostics
  }

  // MARK: Values

  /// A constant that is not of the type as which its property reads it. An empty one stands for no value.
  private func wrongConstant(
    _ program: BindingProgram, _ schema: PropertySchema, _ origin: @autoclosure () -> Diagnostic.Origin
  ) -> Diagnostic? {
    guard case .value(let result) = schema.kind, let constant = program.constant, constant != .string(""),
      let expected = result.expectation(unless: constant)
    else { return nil }
    var hint: String?
    if case .string(let text) = constant, result == .bool { hint = NearestName.hint(for: text, in: ["true", "false"]) }
    return evaluator.problem(
      "binding.type", of: origin(), "needs \(expected), got \(store.summary(constant))", hint: hint)
  }

  // MARK: Actions

  /// An action whose parts are all constants or localized texts. An empty text stands for no action.
  private func noAction(_ program: BindingProgram, _ origin: @autoclosure () -> Diagnostic.Origin) -> Diagnostic? {
    var call: String?
    for part in program.parts {
      switch part.source {
      case .path, .formula: return nil
      case .constant(.string("")): return nil
      case .constant, .localized: call = call ?? String(program.text.dropFirst())
      }
    }
    guard let call else { return nil }
    let isCall = call.hasSuffix(")") && call.first?.isLetter == true
    return evaluator.problem(
      "binding.noEffect", of: origin(), "\"\(program.quotedText)\" is a text, which has no effect",
      hint: isCall ? "write \"\(call)\"" : "call a function, such as \"finish()\"")
  }

  /// An action that only reads properties, besides constants. A computed property cannot write, and its value is
  /// cached.
  func noEffect(_ program: BindingProgram, in type: EntityType?, _ origin: Diagnostic.Origin) -> Mistake? {
    guard !program.isEmpty else { return nil }
    var name: String?
    for part in program.parts {
      switch part.source {
      case .constant, .localized: continue
      case .path:
        guard let read = read(part, in: type, program) else { return nil }
        name = read
      case .formula(let formula):
        guard formula.calls.allSatisfy({ $0.step == nil }),
          part.paths.allSatisfy({ read($0, in: type, program) != nil })
        else { return nil }
        name = "\"\(program.quotedText)\""
      }
    }
    guard let name else { return nil }
    return mistake(
      "binding.noEffect", origin, "reads \(name), which has no effect",
      hint: "call a function, such as \"finish()\", or pass one")
  }
}

extension DefinitionCheck {
  /// The property or binding that a path only reads; nil where it may do more.
  private func read(_ part: PartProgram, in type: EntityType?, _ program: BindingProgram) -> String? {
    switch evaluator.staticValue(part, in: type) {
    case .property(let property, let owner) where property.computed == nil || part.hasNoParameters:
      "\(owner.name).\(property.name)"
    case let value where !value.isMistake && readsOnly(part, in: type): "\"\(program.quotedText)\""
    default: nil
    }
  }

  /// Whether a part applies a built-in function or a collection operator to a stored property.
  private func readsOnly(_ part: PartProgram, in type: EntityType?) -> Bool {
    guard case .path(let start, let steps) = part.source, let last = steps.last, part.hasNoParameters,
      case .property(let property, _) = evaluator.staticValue(start, steps.dropLast(), in: type),
      property.computed == nil
    else { return false }
    switch last {
    case .collection(_, let operand, _):
      guard let element = property.type.element else { return false }
      guard let first = operand.first else { return true }
      guard operand.count == 1, case .name(let name) = first, name.parameters == nil,
        let owner = element.entityTypeName.flatMap(store.type(named:))
      else { return false }
      return owner.property(named: name.name) != nil
    case .name(let name):
      switch property.type.unwrapped {
      case .string, .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration:
        guard case .builtIn? = evaluator.functions.lookup(name.name, types: [property.type.valueTypeName, "Any"])
        else { return false }
        return true
      case .entity, .reference, .list, .set, .map, .optional: return false
      }
    case .parent, .root, .dereference, .index: return false
    }
  }
}

extension PartProgram {
  /// Whether no name has parameters, which may call functions.
  fileprivate var hasNoParameters: Bool {
    guard case .path(_, let steps) = source else { return true }
    return steps.allSatisfy { if case .name(let name) = $0 { name.parameters == nil } else { true } }
  }
}

extension PropertySchema {
  /// Whether the values of the property are called for effect.
  fileprivate var isAction: Bool { kind == .action || name == "moreActionsTap" }
}

extension PropertySchema.ResultType {
  /// The accepted values of a property of the type, for messages; nil when it accepts the constant.
  fileprivate func expectation(unless constant: Value) -> String? {
    switch self {
    // A cell reports a color that it cannot read.
    case .any, .string, .image, .color: nil
    case .bool: constant.readsAsBool ? nil : "true or false"
    case .number: constant.double == nil ? "a number" : nil
    case .date: constant.date == nil ? "a date such as 2020-01-31 or 2020-01-31T12:00:00Z" : nil
    case .list: "a path to a list, set or map"
    case .entity: "a path to an entity"
    }
  }
}

extension Value {
  /// Whether a constant means true or false; `truth` takes any other text as true.
  fileprivate var readsAsBool: Bool {
    switch self {
    case .bool, .int, .double: true
    case .string(let text): BoolText(text) != nil
    default: false
    }
  }
}
