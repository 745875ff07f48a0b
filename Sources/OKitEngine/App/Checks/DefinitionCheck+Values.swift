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
      guard slot != edited, case .binding(let program)? = values[slot: slot], program.only?.negated == false,
        case let schema = table.schemas[slot], case .value(let result) = schema.kind,
        let needed = result.neededText, schema.name != Self.checkedAsContext,
        let given = wrongValue(evaluator.staticValue(program, in: type), for: result, of: program)
      else { return nil }
      return wrongType("needs \(needed); \(given)", program, origin(schema.name))
    }
  }

  /// The property whose value `contextPath` checks.
  private static let checkedAsContext = "contextPath"

  /// What a binding gives instead of a value; nil where it may give one.
  private func wrongValue(
    _ value: StaticValue, for result: PropertySchema.ResultType, of program: BindingProgram
  ) -> String? {
    // At the start, OKit's applications may have such a list.
    if result == .bool, !isComplete { return nil }
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
    case .list, .entity: false
    case .number: type == "Number" || type == "String"
    case .date: type == "Date" || type == "String"
    case .any, .bool, .string, .color, .image: true
    }
  }
}
