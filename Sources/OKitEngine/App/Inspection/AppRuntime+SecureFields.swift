extension AppRuntime {
  /// The names of the properties that secure fields of the definitions show, whether or not they are on the screen.
  package var secureProperties: Set<String> {
    var names: Set<String> = []
    for controller in definition.controllers { Self.visit(controller.values, &names) }
    return names
  }

  private static func visit(_ values: PropertyValues, _ names: inout Set<String>) {
    for case let value? in values.slots {
      switch value {
      case .component(let component): visit(component, &names)
      case .components(let components): for component in components { visit(component, &names) }
      case .sections(let sections):
        for section in sections {
          visit(section.values, &names)
          if let rows = section.rows { visit(rows, &names) }
          for cell in section.cells { visit(cell, &names) }
        }
      case .binding, .function, .text, .list, .moreActions, .callouts, .segue: break
      }
    }
  }

  private static func visit(_ component: Component, _ names: inout Set<String>) {
    visit(component.values, &names)
    guard component.descriptor.isKind(of: .textCell), let path = component.mainPath else { return }
    let isSecure =
      switch component.values[ComponentDescriptor.textKeys.secure] {
      case .binding(let program)?: program.constant.map(\.truth) ?? true
      case .function?: true
      default: component.componentClass.override(of: .getIsSecure) != nil
      }
    if isSecure, let name = path.split(whereSeparator: { "/.".contains($0) }).last { names.insert(String(name)) }
  }
}
