/// Segments and pickers of enumerations.
extension DefinitionCheck {
  /// Options that cannot be those of the enumeration to which a cell writes: another number of titles, or other values.
  func enumChoices(_ cell: Component, in type: EntityType?, of controller: ComponentClass) -> Mistake? {
    guard let slot = cell.descriptor.controlSlot,
      let (_, property, owner) = evaluator.storedProperty(cell.values[slot: slot], in: type),
      case .enumeration(let cases) = property.type.unwrapped
    else { return nil }
    let name = "\(owner.name).\(property.name)"
    if cell.descriptor.isKind(of: .segmentCell) { return titles(cell, name, cases, of: controller) }
    return cell.descriptor.isKind(of: .pickerCell) ? options(cell, name, cases, in: type, of: controller) : nil
  }

  private func titles(
    _ cell: Component, _ name: String, _ cases: [String], of controller: ComponentClass
  ) -> Mistake? {
    let key = ComponentDescriptor.segmentKeys.segmentsPath
    guard let given = cell.values[key], let count = given.partCount, count != cases.count else { return nil }
    let origin = cell.origin(cell.descriptor.table.name(of: key), of: controller)
    let titles = count == 1 ? "1 title" : "\(count) titles"
    return mistake(
      "cell.titles", origin,
      "\(titles) for the \(cases.count) values of \(name): \(PrintableText.list(cases))",
      hint: "give one title for each value, or none to show the localized values")
  }

  private func options(
    _ cell: Component, _ name: String, _ cases: [String], in type: EntityType?, of controller: ComponentClass
  ) -> Mistake? {
    let key = ComponentDescriptor.pickerKeys.dataPath
    guard let (program, data, owner) = evaluator.storedProperty(cell.values[key], in: type),
      let element = data.type.element?.unwrapped, !element.holdsTexts
    else { return nil }
    let origin = cell.origin(cell.descriptor.table.name(of: key), of: controller)
    return wrongType(
      "the options for \(name) must be texts; \(owner.name).\(data.name) is \(data.type.article)", program, origin,
      hint: "omit dataPath to offer \(PrintableText.list(cases))")
  }
}

extension PropertyType {
  fileprivate var holdsTexts: Bool {
    switch self {
    case .string, .enumeration: true
    default: false
    }
  }
}
