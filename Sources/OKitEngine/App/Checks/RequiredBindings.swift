/// Finds the bindings that the schema never lets be nil, which have no such outcome: those that lead through properties
/// that always have a value, in all known contexts of their controllers. Nothing is evaluated.
struct RequiredBindings {
  private let contexts: [String: [ContextTypes]]
  private let evaluator: Evaluator

  init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    self.evaluator = evaluator
    contexts =
      definition.firstController.map { home in
        ContextTypes.all(
          from: home, context: DefinitionCheck(definition, evaluator).homeType, definition, evaluator)
      } ?? [:]
  }

  /// Marks the counters of such bindings.
  func mark(_ coverage: DefinitionCoverage) {
    for binding in coverage.bindings { binding.counter.isRequired = isRequired(binding) }
    coverage.isTyped = true
  }

  private func isRequired(_ binding: DefinitionCoverage.DefinedBinding) -> Bool {
    guard let all = contexts[binding.definition.name] else { return false }
    let types = all.flatMap { self.types(of: binding, in: $0) }
    return !types.isEmpty && types.allSatisfy { type in type.map { isRequired(binding.program, in: $0) } ?? false }
  }

  /// Returns the classes of the contexts in which a binding is read; nil for an unknown one.
  private func types(of binding: DefinitionCoverage.DefinedBinding, in context: ContextTypes) -> [EntityType?] {
    guard let component = binding.component else {
      let types = binding.list.map { list in context.sections.filter { $0.list === list }.map(\.types) } ?? [context]
      let descriptor = binding.list?.descriptor ?? binding.definition.descriptor
      return types.map { types in
        switch descriptor.contextRole(of: binding.property, isInRow: false) {
        case .given: types.given
        case .own: types.controller
        case .row: types.row
        case .selection: types.selection
        case .column: types.column
        case .option: nil
        }
      }
    }
    return ([context] + context.sections.map(\.types)).flatMap { types in
      types.cells.filter { $0.component === component }.map { cell in
        let isInRow = types.row != nil
        return switch component.descriptor.contextRole(of: binding.property, isInRow: isInRow) {
        case .given: types.givenToCells
        case .own: cell.type
        case .row, .selection, .column, .option: nil
        }
      }
        + types.buttons.filter { $0.component === component }.map { button in
          component.descriptor.contextRole(of: binding.property, isInRow: false) == .given ? button.given : button.type
        }
    }
  }

  private func isRequired(_ program: BindingProgram, in type: EntityType) -> Bool {
    program.parts.contains { part in
      switch part.source {
      case .constant, .localized: !part.isEmpty
      case .path(let start, let steps): part.negated || isRequired(start, steps, in: type)
      case .formula: part.negated
      }
    }
  }

  private func isRequired(_ start: PartProgram.Start, _ steps: [Step], in type: EntityType) -> Bool {
    var value = evaluator.staticValue(start, [], in: type)
    for (index, step) in steps.enumerated() {
      switch step {
      case .name(let name):
        value = evaluator.follow(name, on: value)
        guard case .property(let property, _) = value, property.computed == nil, property.type.alwaysHasValue else {
          return false
        }
      case .collection(.count, _, _): return index == steps.count - 1
      case .parent, .root, .dereference, .collection, .index: return false
      }
    }
    return switch value {
    case .entity, .property: true
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
