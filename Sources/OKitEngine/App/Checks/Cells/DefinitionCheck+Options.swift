/// Segments and pickers with nothing to choose from.
extension DefinitionCheck {
  /// The missing property of a cell whose control edits an index or a reference. An enum has its values.
  func missingOptions(_ cell: Component, in type: EntityType?, of controller: ComponentClass) -> Mistake? {
    guard let slot = Self.optionSlot(of: cell.descriptor) else { return nil }
    guard cell.values[slot: slot]?.isEmptyText ?? true, !cell.values.mayLack(slot),
      let control = cell.descriptor.controlSlot,
      case .binding(let program)? = cell.values[slot: control]
    else { return nil }
    var target: EntityType?
    switch evaluator.staticValue(program, in: type) {
    case .entity(let entity): target = entity
    case .property(let property, _) where property.computed == nil:
      switch property.type.unwrapped {
      case .enumeration: return nil
      case .reference(let name, _), .entity(let name): target = store.type(named: name)
      default: break
      }
    default: return nil
    }
    let origin = cell.origin(cell.descriptor.table.schemas[slot].name, of: controller)
    return mistake(
      "cell.options", origin, "there is nothing to choose from",
      hint: "give \(origin.property), such as "
        + (cell.descriptor.isKind(of: .pickerCell)
          ? "\"\(target.flatMap(path(toAll:)) ?? "/films")\"" : "\"%Low,%High\""))
  }

  /// The property with the options; nil for a cell without a choice.
  private static func optionSlot(of cell: ComponentDescriptor) -> Int? {
    if cell.isKind(of: .pickerCell) { return ComponentDescriptor.pickerKeys.dataPath.slot }
    if cell.isKind(of: .segmentCell) { return ComponentDescriptor.segmentKeys.segmentsPath.slot }
    return cell.isKind(of: .textPickerCell) ? ComponentDescriptor.textPickerKeys.optionValues.slot : nil
  }

  /// The path to a list of the default model with entities of a class.
  private func path(toAll type: EntityType) -> String? {
    let root = store.root(named: ModelStore.defaultModelName).flatMap(store.type(of:))
    return root?.properties.map { ($0.name, $0.type.element?.unwrapped) }.filter { _, element in
      if case .entity(let name)? = element { type.isSubtype(of: name) } else { false }
    }.map { "/\($0.0)" }.min()
  }
}
