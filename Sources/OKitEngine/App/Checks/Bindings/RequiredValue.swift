/// Whether a binding always has a value in the context of an entity of a class, as far as the schema tells: it leads
/// through properties that always have one, and built-in functions, operators and texts keep it. Nothing is evaluated.
struct RequiredValue {
  let evaluator: Evaluator
  /// Nil for a context of an unknown class.
  let context: EntityType?

  func isRequired(_ program: BindingProgram) -> Bool { isRequired(program.parts) }

  /// The parts of a binding are joined, so that one with a value is enough.
  private func isRequired(_ parts: some Sequence<PartProgram>) -> Bool { parts.contains(where: isRequired) }

  private func isRequired(_ part: PartProgram) -> Bool {
    switch part.source {
    case .constant, .localized: !part.isEmpty
    case .path(let start, let steps): part.negated || isRequired(start, steps)
    case .formula(let formula): part.negated || isRequired(formula)
    }
  }

  // MARK: Paths

  private func isRequired(_ start: PartProgram.Start, _ steps: [Step]) -> Bool {
    var value = evaluator.staticValue(start, [], in: context)
    for step in steps {
      guard let next = required(step, of: value) else { return false }
      value = next
    }
    return switch value {
    case .entity, .property, .value: true
    default: false
    }
  }

  /// Returns what a step gives; nil if that may be nil.
  private func required(_ step: Step, of value: StaticValue) -> StaticValue? {
    switch step {
    case .name(let name): return required(name, of: value)
    case .collection(.count, _, _), .collection(.sum, _, _):
      if case .list = evaluator.resolved(value) { return .value(type: "Number") }
      return nil
    case .parent, .root, .dereference, .collection, .index: return nil
    }
  }

  private func required(_ name: NameStep, of value: StaticValue) -> StaticValue? {
    let found = evaluator.follow(name, on: value)
    switch (evaluator.resolved(value), found) {
    case (_, .property(let property, _)):
      // The group of a partial is made with it.
      let isGiven = property.type.alwaysHasValue || property.role == .deferred
      return property.computed == nil && isGiven ? found : nil
    case (.entity, .value): return name.name == "id" ? found : nil
    // A built-in function gives nil only for a parameter that is nil.
    case (.value, .value):
      let isTotal = !Self.partialFunctions.contains(name.name) && (name.parameters ?? []).allSatisfy(isRequired)
      return isTotal ? found : nil
    default: return nil
    }
  }

  /// The built-in functions that can be nil for a value.
  private static let partialFunctions: Set = ["base64", "nameInitials"]

  // MARK: Formulas

  private func isRequired(_ formula: FormulaProgram) -> Bool {
    guard let parsed = formula.parsed else { return false }
    var parts = formula.parts[...]
    var required: [Bool] = []
    for node in parsed.nodes { required.append(isRequired(node, node.operands.map { required[$0] }, &parts)) }
    return required.last ?? false
  }

  /// Whether a node has a value, given which of its operands have one.
  private func isRequired(
    _ node: Formula.Node, _ operands: [Bool], _ parts: inout ArraySlice<PartProgram>
  ) -> Bool {
    switch node.kind {
    case .literal(let value): return !value.isNull
    case .truth: return true
    case .path: return parts.popFirst().map(isRequired) ?? false
    case .binding(let written):
      defer { parts = parts.dropFirst(written.count) }
      return isRequired(parts.prefix(written.count))
    case .binary(.same), .binary(.notSame): return true
    // NULL for a division by zero.
    case .binary(.divide), .binary(.remainder): return false
    case .unary, .binary, .pattern, .between, .membership, .cast, .collate: return operands.allSatisfy(\.self)
    case .conditional(let hasOperand, let hasElse):
      let results = operands.dropFirst(hasOperand ? 1 : 0).dropLast(hasElse ? 1 : 0).enumerated().filter {
        $0.offset % 2 == 1
      }
      return hasElse && operands.last == true && results.allSatisfy(\.element)
    case .call(let name): return isRequired(callOf: name.lowercased(), operands)
    }
  }

  private func isRequired(callOf name: String, _ arguments: [Bool]) -> Bool {
    switch name {
    case "coalesce", "ifnull": arguments.contains(true)
    case "iif": arguments.count == 3 && arguments[1] && arguments[2]
    case "printf", "format": arguments.first == true
    case "abs", "instr", "length", "lower", "ltrim", "max", "min", "replace", "round", "rtrim", "trim", "upper":
      arguments.allSatisfy(\.self)
    default: false
    }
  }
}

extension PropertyType {
  /// Whether a property of the type is never nil.
  fileprivate var alwaysHasValue: Bool {
    switch self {
    case .string, .bool, .int, .double, .date, .day, .enumeration, .reference, .list, .set, .map: true
    case .data, .color, .image, .entity, .optional: false
    }
  }
}
