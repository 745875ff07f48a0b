/// All bindings of the definitions, whatever their context.
extension DefinitionCheck {
  /// A binding, and the property that has it.
  struct DefinedBinding {
    let program: BindingProgram
    fileprivate let makeOrigin: () -> Diagnostic.Origin

    /// Made where it is needed: most bindings are right.
    var origin: Diagnostic.Origin { makeOrigin() }
  }

  /// Returns the bindings of a controller and of its components.
  ///
  /// - Parameter inherited: Whether those of the class above are among them.
  func bindings(of controller: ComponentClass, inherited: Bool) -> [DefinedBinding] {
    var found: [DefinedBinding] = []
    for (slot, value) in controller.values.slots.enumerated() {
      guard let value, inherited || controller.gives(slot: slot) else { continue }
      found += bindings(in: value, controller.descriptor.table.schemas[slot].name, of: controller) {
        controller.origin($0)
      }
    }
    return found
  }

  private func bindings(
    in values: PropertyValues, _ table: SchemaTable, of controller: ComponentClass,
    _ origin: @escaping (String) -> Diagnostic.Origin
  ) -> [DefinedBinding] {
    var found: [DefinedBinding] = []
    for (slot, value) in values.slots.enumerated() {
      guard let value else { continue }
      found += bindings(in: value, table.schemas[slot].name, of: controller, origin)
    }
    return found
  }

  private func bindings(
    in value: PropertyValue, _ name: String, of controller: ComponentClass,
    _ origin: @escaping (String) -> Diagnostic.Origin
  ) -> [DefinedBinding] {
    func inside(_ component: Component) -> [DefinedBinding] {
      bindings(in: component.values, component.descriptor.table, of: controller) {
        component.origin($0, of: controller)
      }
    }
    func record(_ values: PropertyValues, _ fields: SchemaTable, _ name: String) -> [DefinedBinding] {
      bindings(in: values, fields, of: controller) { origin("\(name).\($0)") }
    }
    switch value {
    case .binding(let program): return [DefinedBinding(program: program) { origin(name) }]
    case .list(let parts):
      return parts.enumerated().flatMap { bindings(in: $1, "\(name)[\($0 + 1)]", of: controller, origin) }
    case .moreActions(let actions):
      return actions.enumerated().flatMap { index, action in
        switch action {
        case .name(let value): bindings(in: value, "\(name)[\(index + 1)]", of: controller, origin)
        case .record(let values): record(values, MoreActionDefinition.fields, "\(name)[\(index + 1)]")
        }
      }
    case .callouts(let callouts):
      return callouts.enumerated().flatMap { record($1, CalloutDefinition.fields, "\(name)[\($0 + 1)]") }
    case .sections(let sections):
      return sections.enumerated().flatMap { index, section in
        record(section.values, SectionDefinition.fields, "\(name)[\(index + 1)]") + section.cells.flatMap(inside)
      }
    case .component(let component): return inside(component)
    case .components(let components): return components.flatMap(inside)
    case .function, .text, .segue: return []
    }
  }
}
