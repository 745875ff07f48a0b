/// Finds controllers that have no context because the script registers no model, although it defines one, or registers
/// its models only under names.
package struct ModelCheck {
  let definition: AppDefinition
  let evaluator: Evaluator

  init(_ definition: AppDefinition, _ evaluator: Evaluator) {
    (self.definition, self.evaluator) = (definition, evaluator)
  }

  /// - Throws: `model.unregistered` when the first screen, or one that it leads to without a context, reads its
  ///   context. An application that defines no model needs none.
  func check(from home: ComponentClass) throws {
    let store = evaluator.store
    guard store.roots.isEmpty, let model = store.types.made.first(where: { $0.isModel && $0.place != nil })
    else { return }
    var seen: Set<String> = []
    var waiting = definition.roots(of: home)
    while let controller = waiting.popLast() {
      guard seen.insert(controller.name).inserted else { continue }
      if let reader = reader(in: controller) {
        throw Diagnostic(
          "model.unregistered", "\(reader.label) reads its context, but no model is registered",
          place: evaluator.place(of: reader), hint: "call okit.Model.register(\(model.name)) first"
        ).from(reader)
      }
      waiting += DefinitionCheck.segues(of: controller).flatMap { definition.roots(ofContentNamed: $0.segue.to) }
    }
  }

  /// The first property that reads its context.
  private func reader(in controller: ComponentClass) -> Diagnostic.Origin? {
    let own = first(controller.values, controller.descriptor.table) { controller.origin($0) }
    if let own { return own }
    for (slot, value) in controller.values.slots.enumerated() {
      switch value {
      case .component(let component): if let found = reader(in: [component], of: controller) { return found }
      case .components(let components): if let found = reader(in: components, of: controller) { return found }
      case .sections(let sections):
        for (index, section) in sections.enumerated() {
          let own = first(section.values, SectionDefinition.fields) {
            controller.origin("\(controller.descriptor.table.schemas[slot].name)[\(index + 1)].\($0)")
          }
          let rows = controller.sectionRows[index].flatMap(self.reader)
          if let found = own ?? rows ?? reader(in: section.cells, of: controller) { return found }
        }
      default: break
      }
    }
    return nil
  }

  private func reader(in components: [Component], of controller: ComponentClass) -> Diagnostic.Origin? {
    for component in components {
      let found = first(component.values, component.descriptor.table) { component.origin($0, of: controller) }
      if let found { return found }
    }
    return nil
  }

  /// - Parameter isIncluded: whether a property counts.
  func first(
    _ values: PropertyValues, _ table: SchemaTable, where isIncluded: (PropertySchema) -> Bool = { _ in true },
    _ origin: (String) -> Diagnostic.Origin
  ) -> Diagnostic.Origin? {
    for (slot, value) in values.slots.enumerated() {
      guard case .binding(let program)? = value, program.readsContext else { continue }
      let schema = table.schemas[slot]
      guard isIncluded(schema) else { continue }
      var found = origin(schema.name)
      found.binding = program.text
      return found
    }
    return nil
  }
}

extension BindingProgram {
  /// Whether the binding is a path from the root of a model other than the default one.
  var startsAtOtherModel: Bool {
    if case .path(.model(let name, _), _)? = only?.source { name != ModelStore.defaultModelName } else { false }
  }

  /// Whether a part of the binding starts at the context, or at the default model.
  var readsContext: Bool {
    parts.flatMap(\.paths).contains { part in
      switch part.source {
      case .constant, .localized, .formula: false
      case .path(.context, let steps): !steps.isEmpty
      case .path(.model(let name, _), _): name == ModelStore.defaultModelName
      }
    }
  }
}
