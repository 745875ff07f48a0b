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
    bindings(
      in: controller.values, controller.descriptor.table, of: controller,
      where: { inherited || controller.gives(slot: $0) }, { controller.origin($0) })
      + (inherited ? controller.allSectionRows : controller.ownSectionRows).flatMap { list in
        bindings(in: list.values, list.descriptor.table, of: controller) { list.origin($0) }
      }
  }

  private func bindings(
    in values: PropertyValues, _ table: SchemaTable, of controller: ComponentClass,
    where isWanted: (Int) -> Bool = { _ in true }, _ origin: @escaping (String) -> Diagnostic.Origin
  ) -> [DefinedBinding] {
    var found: [DefinedBinding] = []
    for (slot, value) in values.slots.enumerated() where isWanted(slot) {
      if let value { found += bindings(in: value, table.schemas[slot], of: controller, origin) }
    }
    return found
  }

  private func bindings(
    in value: PropertyValue, _ schema: PropertySchema, of controller: ComponentClass,
    _ origin: @escaping (String) -> Diagnostic.Origin
  ) -> [DefinedBinding] {
    func inside(_ component: Component) -> [DefinedBinding] {
      bindings(in: component.values, component.descriptor.table, of: controller) {
        component.origin($0, of: controller)
      }
    }
    switch value {
    case .sections(let sections):
      return sections.enumerated().flatMap { index, section in
        bindings(in: section.values, SectionDefinition.fields, of: controller) {
          origin("\(schema.name)[\(index + 1)].\($0)")
        } + section.cells.flatMap(inside)
      }
    case .component(let component): return inside(component)
    case .components(let components): return components.flatMap(inside)
    default:
      var found: [DefinedBinding] = []
      visitBindings(of: value, named: schema.name, schema) { program, name, _ in
        found.append(DefinedBinding(program: program) { origin(name) })
      }
      return found
    }
  }
}
