/// Finds the bindings that the schema never lets be nil, which have no such outcome: those that lead through properties
/// that always have a value, in all known contexts of their controllers. Nothing is evaluated.
struct RequiredBindings {
  /// The classes of the contexts of a part of a controller: of what it is given, and of its own.
  private struct PartTypes {
    var given: EntityType?
    var own: EntityType?
    var isInRow: Bool
  }

  private struct Parts: Hashable {
    let controller: String
    let component: ObjectIdentifier
  }

  private let contexts: [String: [ContextTypes]]
  private var parts: [Parts: [PartTypes]] = [:]
  private let evaluator: Evaluator

  init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    self.evaluator = evaluator
    contexts =
      definition.firstController.map { home in
        ContextTypes.all(
          from: home, context: DefinitionCheck(definition, evaluator).homeType, definition, evaluator)
      } ?? [:]
    for (name, all) in contexts {
      for types in all + all.flatMap(\.sections).map(\.types) {
        for (component, type) in types.cells {
          let part = PartTypes(given: types.givenToCells, own: type, isInRow: types.row != nil)
          parts[Parts(controller: name, component: ObjectIdentifier(component)), default: []].append(part)
        }
        for (component, given, type) in types.buttons {
          let part = PartTypes(given: given, own: type, isInRow: false)
          parts[Parts(controller: name, component: ObjectIdentifier(component)), default: []].append(part)
        }
      }
    }
  }

  /// Marks the counters of such bindings.
  func mark(_ coverage: DefinitionCoverage) {
    for binding in coverage.bindings { binding.counter.isRequired = isRequired(binding) }
    coverage.isTyped = true
  }

  private func isRequired(_ binding: DefinitionCoverage.DefinedBinding) -> Bool {
    let types = types(of: binding)
    return !types.isEmpty && types.allSatisfy { type in type.map { isRequired(binding.program, in: $0) } ?? false }
  }

  /// Returns the classes of the contexts in which a binding is read; nil for an unknown one.
  private func types(of binding: DefinitionCoverage.DefinedBinding) -> [EntityType?] {
    let name = binding.definition.name
    if let component = binding.component {
      return parts[Parts(controller: name, component: ObjectIdentifier(component)), default: []].map { part in
        switch component.descriptor.contextRole(of: binding.property, isInRow: part.isInRow) {
        case .given: part.given
        case .own: part.own
        case .row, .selection, .column, .option: nil
        }
      }
    }
    let all = contexts[name, default: []]
    let types = binding.list.map { list in all.flatMap(\.sections).filter { $0.list === list }.map(\.types) } ?? all
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
