/// The cells of tables: prototypes, and those of static sections.
extension StoryboardMapper {
  func readTable(
    _ table: XMLElement, _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    markUsed(table)
    let prototypes = table.elements(in: "prototypes").filter { $0.name == "tableViewCell" }
    let sections = table.elements(in: "sections").filter { $0.name == "tableViewSection" }
    if let first = sections.first {
      if descriptor.table["sections"] == nil {
        warn("\(component.className) has no static sections", at: first.position)
      } else {
        component.properties.set("sections", .records(try sections.map(section)), at: place(first.position))
      }
    }
    try readPrototype(prototypes, descriptor, into: &component)
  }

  /// OKit makes its rows of the prototype "model".
  private func readPrototype(
    _ prototypes: [XMLElement], _ descriptor: ComponentDescriptor, into component: inout StoryboardComponent
  ) throws {
    let model = prototypes.first { $0["reuseIdentifier"] == "model" } ?? prototypes.first
    for prototype in prototypes where prototype !== model || descriptor.table["cell"] == nil {
      warn("okit does not use this prototype", at: prototype.position, hint: "the identifier of the row is \"model\"")
    }
    guard descriptor.table["cell"] != nil, let model else { return }
    var cell = try cell(of: model, isStatic: false)
    // The list opens the segue with its element, which is not the context of a cell with a context of its own.
    if case .segue? = cell.properties["segue"], cell.properties.has("contextPath"), !component.properties.has("segue"),
      let segue = cell.properties.remove("segue")
    {
      component.properties.set("segue", segue.value, at: segue.place)
    }
    component.properties.set("cell", .component(cell), at: cell.place)
  }

  private func section(_ element: XMLElement) throws -> StoryboardProperties {
    var section = StoryboardProperties()
    add("header", element.localized("headerTitle"), of: element, "headerTitle", to: &section)
    add("footer", element.localized("footerTitle"), of: element, "footerTitle", to: &section)
    let cells = try element.elements(in: "cells").filter { $0.name == "tableViewCell" }
      .map { try cell(of: $0, isStatic: true) }
    section.set("cells", .components(cells), at: place(element.position))
    return section
  }

  private static let accessories = [
    "disclosureIndicator": "disclosure", "detailDisclosureButton": "detailDisclosure", "checkmark": "checkmark",
    "detailButton": "detail",
  ]

  /// - Parameter isStatic: Whether the cell is a row, and not the model of rows.
  private func cell(of element: XMLElement, isStatic: Bool) throws -> StoryboardComponent {
    guard
      case (var cell, let descriptor)? = try component(
        of: element, standard: "ModelTableCell", "cells", where: \.isCell)
    else { return StoryboardComponent("ModelTableCell", at: place(element.position)) }
    let paths = try readAttributes(of: element, descriptor, into: &cell)
    readTexts(of: element, descriptor, into: &cell)
    if isStatic { readLabels(of: element, descriptor, into: &cell) }
    let outlet = connections("outlet", of: element).first { $0["property"] == "control" }
    if let native = outlet?["destination"].flatMap({ source[$0] }) ?? control(in: element, descriptor) {
      markUsed(native)
      readControl(native, descriptor, into: &cell)
    }
    try readOutlets(of: element, descriptor, into: &cell)
    try readSegues(of: element, tap: "tap", descriptor, into: &cell)
    readAccessories(of: element, descriptor, into: &cell)
    try apply(paths, to: &cell)
    return cell
  }

  /// The texts and the image of the native labels.
  private func readTexts(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into cell: inout StoryboardComponent
  ) {
    for (attribute, property) in [("textLabel", "path"), ("detailTextLabel", "detailPath")] {
      guard let label = element[attribute].flatMap({ source[$0] }) else { continue }
      markUsed(label)
      setDefault(property, label.localized("text"), at: label, attribute: "text", descriptor, &cell)
    }
    if let image = element["imageView"].flatMap({ source[$0] }) {
      markUsed(image)
      setDefault("imagePath", image.constant("image"), at: image, attribute: "image", descriptor, &cell)
    }
  }

  /// The kinds of accessories. A button or a view stands in their place, and a segue has a disclosure anyway.
  private func readAccessories(
    of element: XMLElement, _ descriptor: ComponentDescriptor, into cell: inout StoryboardComponent
  ) {
    let kinds = [
      ("accessoryType", "accyPath", ["accyText", "accyIcon", "accessoryView"]),
      ("editingAccessoryType", "accyEditPath", ["accyEditText", "accyEditIcon", "editingAccessoryView"]),
    ]
    for (attribute, property, others) in kinds {
      guard let name = element[attribute].flatMap({ Self.accessories[$0] }),
        !others.contains(where: cell.properties.has),
        name != "disclosure" || !cell.properties.has("segue")
      else { continue }
      setDefault(property, "#" + name, at: element, attribute: attribute, descriptor, &cell)
    }
  }
}
