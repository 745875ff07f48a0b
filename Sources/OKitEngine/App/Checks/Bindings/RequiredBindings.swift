/// Finds the bindings that the schema never lets be nil, which have no such outcome: those that have a value
/// (`RequiredValue`) in all known contexts of their controllers. Nothing is evaluated.
struct RequiredBindings {
  /// The classes of the contexts of a part of a controller: of what it is given, and of its own.
  private struct PartTypes {
    var given: EntityType?
    var own: EntityType?
    /// Of the options of a picker.
    var option: EntityType?
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
          let part = PartTypes(
            given: types.givenToCells, own: type, option: ContextTypes.options(of: component, type, evaluator),
            isInRow: types.row != nil)
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
    let table = (binding.component?.descriptor ?? (binding.list ?? binding.definition).descriptor).table
    let takesLiterals = table.slot(named: binding.property).map { table.schemas[$0].takesLiterals } ?? false
    // One that no context has, such as that of a class of cells, may need none.
    return (types.isEmpty ? [nil] : types).allSatisfy { type in
      takesLiterals && type != nil && binding.program.parts.contains { evaluator.startsNowhere($0, in: type) }
        || RequiredValue(evaluator: evaluator, context: type).isRequired(binding.program)
    }
  }

  /// Returns the classes of the contexts in which a binding is read; nil for an unknown one.
  private func types(of binding: DefinitionCoverage.DefinedBinding) -> [EntityType?] {
    let name = binding.definition.name
    if let component = binding.component {
      return parts[Parts(controller: name, component: ObjectIdentifier(component)), default: []].map { part in
        switch component.descriptor.contextRole(of: binding.property, isInRow: part.isInRow) {
        case .given: part.given
        case .own: part.own
        case .option: part.option
        case .row, .selection, .column: nil
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
}
