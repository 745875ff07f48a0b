/// Properties that read a number, a date or a list.
extension DefinitionCheck {
  /// The properties whose binding ends at a property of a type that never gives their value.
  ///
  /// - Parameters:
  ///   - edited: the slot of the property that a control writes, which is checked as such.
  ///   - type: the class of the entities in whose contexts a property is read.
  func readValues(
    _ values: PropertyValues, _ table: SchemaTable, besides edited: Int? = nil, in type: (String) -> EntityType?,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    values.slots.indices.compactMap { slot in
      guard slot != edited, case .binding(let program)? = values[slot: slot], program.only?.negated == false,
        case let schema = table.schemas[slot], case .value(let result) = schema.kind,
        let needed = result.neededText ?? neededName(schema), !Self.checkedAsContext.contains(schema.name),
        let given = wrongValue(evaluator.staticValue(program, in: type(schema.name)), for: result, of: program)
      else { return nil }
      return wrongType("needs \(needed); \(given)", program, origin(schema.name))
    }
  }

  /// The properties of buttons, views and sections.
  func readValuesOfParts(_ controller: ComponentClass, _ types: ContextTypes) -> [Mistake] {
    var mistakes = types.buttons.flatMap { button, _, type in
      readValues(
        button.values, button.descriptor.table, in: { _ in type }, { button.origin($0, of: controller) })
    }
    guard controller.descriptor.isKind(of: .detail) else { return mistakes }
    for (index, section) in controller.values.sections(DetailController.detailKeys.sections).enumerated() {
      mistakes += readValues(
        section.values, SectionDefinition.fields, in: { _ in types.controller },
        { controller.origin("sections[\(index + 1)].\($0)") })
    }
    return mistakes
  }

  /// What a property needs that reads a name or a number.
  private func neededName(_ schema: PropertySchema) -> String? {
    guard isComplete, case .value(.any) = schema.kind else { return nil }
    if schema.name == "protectionTimeout" { return "a number or an id" }
    return schema.constants.isEmpty ? nil : "a name or a number"
  }

  /// The properties whose values `contextPath` checks.
  private static let checkedAsContext: Set = ["contextPath", "selectionContextPath", "cellPath"]

  /// What a binding gives instead of a value; nil where it may give one.
  private func wrongValue(
    _ value: StaticValue, for result: PropertySchema.ResultType, of program: BindingProgram
  ) -> String? {
    // At the start, OKit's applications may have such a list.
    if result == .bool, !isComplete { return nil }
    if result == .any { return wrongName(value, program) }
    if isComplete, !program.isEmpty, let entity = value.entityName, [.number, .date, .list].contains(result) {
      return program.gives("a \(entity)")
    }
    switch value {
    case .property(let property, let owner) where property.computed == nil && !result.isGiven(by: property):
      return "\(owner.name).\(property.name) is \(property.type.article)"
    case .value(let type) where !result.mayBeGiven(by: type): return program.gives(aValueOf: type)
    case .list where result == .number || result == .date || result == .entity: return program.gives("a list")
    case .entity(let type) where result == .list && program.formula != nil: return program.gives("a \(type.name)")
    default: return nil
    }
  }
}

extension DefinitionCheck {
  /// What a binding gives that is neither a name nor a number.
  private func wrongName(_ value: StaticValue, _ program: BindingProgram) -> String? {
    switch value {
    case .property(let property, let owner) where property.computed == nil:
      switch property.type.unwrapped {
      case .date, .day, .data, .list, .set, .map: "\(owner.name).\(property.name) is \(property.type.article)"
      default: nil
      }
    case .value(type: "Date"): program.gives(aValueOf: "Date")
    case .value(type: "Day"): program.gives(aValueOf: "Day")
    default: nil
    }
  }
}

extension BindingProgram {
  /// Returns what the binding gives, for messages.
  func gives(_ value: String) -> String { "the \(formula == nil ? "binding" : "formula") gives \(value)" }

  /// Returns what the binding gives, for messages.
  func gives(aValueOf type: String) -> String { gives(type == "Data" ? type : "a \(type)") }
}

extension PropertySchema.ResultType {
  /// The accepted values of a property, for messages; nil when it accepts any value.
  fileprivate var neededText: String? {
    switch self {
    case .number: "a number"
    case .date: "a Date"
    case .list: "a list, set or map"
    case .bool: "a Bool"
    case .entity: "an entity"
    case .any, .string, .color, .image: nil
    }
  }

  /// Whether a property gives such a value. A text does whose default reads as one.
  fileprivate func isGiven(by property: Property) -> Bool {
    switch (self, property.type.unwrapped) {
    case (.number, .string): property.defaultValue.number != nil
    case (.date, .string): property.defaultValue.date != nil
    case (.number, .int), (.number, .double), (.date, .date), (.date, .day), (.list, .list), (.list, .set),
      (.list, .map):
      true
    case (.number, _), (.date, _), (.list, _): false
    // Any list is true, also an empty one.
    case (.bool, .list), (.bool, .set), (.bool, .map): false
    default: true
    }
  }

  /// Whether a function with a result of a core type may give such a value. Texts may be numbers and dates.
  fileprivate func mayBeGiven(by type: String) -> Bool {
    switch self {
    case .list, .entity: false
    case .number: type == "Number" || type == "String"
    case .date: type == "Date" || type == "Day" || type == "String"
    case .any, .bool, .string, .color, .image: true
    }
  }
}

extension StaticValue {
  /// The name of the class of an entity, or "reference"; nil for a property and any other value.
  var entityName: String? {
    switch self {
    case .entity(let type): type.name
    case .anyEntity(let types): types.first?.name
    case .reference: "reference"
    default: nil
    }
  }
}
