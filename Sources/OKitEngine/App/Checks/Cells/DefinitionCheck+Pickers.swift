/// Pickers of entities.
extension DefinitionCheck {
  /// Options that the reference at `selectionPath` cannot refer to, and references that are shown without their names.
  func pickerOptions(_ cell: Component, in type: EntityType?, of controller: ComponentClass) -> [Mistake] {
    let keys = ComponentDescriptor.pickerKeys
    guard cell.descriptor.isKind(of: .pickerCell),
      let (program, data, owner) = evaluator.storedProperty(cell.values[keys.dataPath], in: type),
      let element = data.type.element
    else { return [] }
    let origin = cell.origin("dataPath", of: controller)
    if let target = selectedType(cell, in: type), let name = misfit(element, target) {
      return [
        wrongType("the options must be of \(name); \(owner.name).\(data.name) is \(data.type.article)", program, origin)
      ]
    }
    guard cell.values[keys.namePath] == nil, !cell.values.mayLack(keys.namePath.slot), let shown = nameOfTarget(element)
    else { return [] }
    let names = cell.origin("namePath", of: controller)
    return [
      mistake(
        "cell.names", names, "the options are references, whose names are not shown", severity: .warning,
        hint: "use namePath = \"ref/\(shown)\"")
    ]
  }

  /// The property that names the target of a reference; nil for an element of another kind.
  private func nameOfTarget(_ element: PropertyType) -> String? {
    switch element.unwrapped {
    case .reference(let name, _):
      let properties = store.type(named: name)?.properties ?? []
      let texts = properties.filter { $0.computed == nil && $0.type.unwrapped == .string }.map(\.name).sorted()
      return texts.contains("name") ? "name" : texts.first ?? "id"
    case .entity(let name): return store.type(named: name)?.isReference == true ? "name" : nil
    default: return nil
    }
  }

  /// The class of the entities that the reference at `selectionPath` can refer to.
  private func selectedType(_ cell: Component, in type: EntityType?) -> EntityType? {
    let path = cell.values[ComponentDescriptor.pickerKeys.selectionPath]
    guard let (_, property, _) = evaluator.storedProperty(path, in: type),
      case .reference(let target, _) = property.type.unwrapped
    else { return nil }
    return store.type(named: target)
  }

  /// The name of the needed class, where an element can never be, or refer to, one of its entities.
  func misfit(_ element: PropertyType, _ target: EntityType) -> String? {
    let name: String
    switch element.unwrapped {
    case .entity(let own), .reference(let own, _): name = own
    // A text may be the id of an entity.
    case .string: return nil
    case .bool, .int, .double, .date, .day, .data, .color, .image, .enumeration, .list, .set, .map, .optional:
      return "the class \(target.name)"
    }
    guard let type = store.type(named: name), !type.isReference else { return nil }
    return type.isSubtype(of: target) || target.isSubtype(of: type) ? nil : "the class \(target.name)"
  }
}
