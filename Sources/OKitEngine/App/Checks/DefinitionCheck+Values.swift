/// Properties that read a number, a date or a list.
extension DefinitionCheck {
  /// The properties whose binding ends at a property of a type that never gives their value.
  ///
  /// - Parameter edited: the slot of the property that a control writes, which is checked as such.
  func readValues(
    _ values: PropertyValues, _ table: SchemaTable, besides edited: Int? = nil, in type: EntityType?,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    values.slots.indices.compactMap { slot in
      if slot != edited, case .binding(let program)? = values[slot: slot],
        let mistake = wrongFormula(program, table.schemas[slot], origin)
      {
        return mistake
      }
      guard slot != edited, case .binding(let program)? = values[slot: slot], program.only?.negated == false,
        case let schema = table.schemas[slot], case .value(let result) = schema.kind, let needed = result.neededText,
        let given = wrongValue(evaluator.staticValue(program, in: type), for: result)
      else { return nil }
      return wrongType("needs \(needed); \(given)", program, origin(schema.name))
    }
  }

  /// What a binding gives instead of a value; nil where it may give one.
  private func wrongValue(_ value: StaticValue, for result: PropertySchema.ResultType) -> String? {
    // At the start, OKit's applications may have such a list.
    if result == .bool, !isComplete { return nil }
    switch value {
    case .property(let property, let owner) where property.computed == nil && !result.isGiven(by: property):
      return "\(owner.name).\(property.name) is \(property.type.article)"
    case .value(let type) where !result.mayBeGiven(by: type): return "the binding gives a \(type)"
    case .list where result == .number || result == .date: return "the binding gives a list"
    default: return nil
    }
  }

  /// A formula that never gives the value which its property reads. A text may be a number or a date.
  private func wrongFormula(
    _ program: BindingProgram, _ schema: PropertySchema, _ origin: (String) -> Diagnostic.Origin
  ) -> Mistake? {
    guard case .value(let result) = schema.kind, let given = program.formula?.result, let text = given.text else {
      return nil
    }
    let isWrong =
      switch result {
      case .list, .entity: true
      case .date: given != .text
      case .number: given == .blob
      case .any, .bool, .string, .color, .image: false
      }
    guard isWrong else { return nil }
    return wrongType(
      "needs \(result == .entity ? "an entity" : result.neededText ?? ""); the formula gives \(text)", program,
      origin(schema.name))
  }
}

extension PropertySchema.ResultType {
  /// The accepted values of a property, for messages; nil when it accepts any value.
  fileprivate var neededText: String? {
    switch self {
    case .number: "a number"
    case .date: "a Date"
    case .list: "a list, set or map"
    case .bool: "a Bool"
    case .any, .string, .color, .image, .entity: nil
    }
  }

  /// Whether a property gives such a value. A text does whose default reads as one.
  fileprivate func isGiven(by property: Property) -> Bool {
    switch (self, property.type.unwrapped) {
    case (.number, .string): property.defaultValue.number != nil
    case (.date, .string): property.defaultValue.date != nil
    case (.number, .int), (.number, .double), (.date, .date), (.list, .list), (.list, .set), (.list, .map): true
    case (.number, _), (.date, _), (.list, _): false
    // Any list is true, also an empty one.
    case (.bool, .list), (.bool, .set), (.bool, .map): false
    default: true
    }
  }

  /// Whether a function with a result of a core type may give such a value. Texts may be numbers and dates.
  fileprivate func mayBeGiven(by type: String) -> Bool {
    switch self {
    case .list: false
    case .number: type == "Number" || type == "String"
    case .date: type == "Date" || type == "String"
    case .any, .bool, .string, .color, .image, .entity: true
    }
  }
}
