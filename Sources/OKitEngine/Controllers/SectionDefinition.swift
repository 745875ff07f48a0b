/// A section of a detail as a script gives it: the values of its fields, and its cells or what shows a collection.
package struct SectionDefinition {
  var values: PropertyValues
  var cells: [Component]
  /// The properties of the rows of a section with `dataPath`, by the slots of a list; nil for one with cells.
  var rows: PropertyValues?

  /// Tells the cells the header of their section.
  func markCells() {
    let header = values[Self.keys.header]?.writtenText ?? ""
    for cell in cells { cell.belongs(to: header) }
  }

  /// The fields of all sections, besides their cells.
  package static let (fields, keys) = SchemaTable.with {
    (
      header: $0.string("header", effect: "section.header", "the text above it"),
      footer: $0.string("footer", effect: "section.footer", "the text below it"),
      showDisplay: $0.bool("showDisplay", default: "#true", effect: "sections", "whether it is shown"),
      showEdit: $0.bool("showEdit", default: "#true", effect: "sections", "whether it is shown in edit mode")
    )
  }

  /// The properties of lists that a section with `dataPath` has, too.
  private static let rowNames: Set = [
    "type", "typeName", "dataPath", "rowSort", "rowSortAsc", "reorder", "reorderEnabled", "selectPath", "add",
    "addAppend", "addName", "addNav", "addField", "addPlaceholder", "navEnabled", "delete", "deleteEnabled",
    "deletePrompt", "more", "moreEnabled", "moreTap", "moreActions", "moreActionsEnabled", "moreActionsTap",
    "quickName", "quickImage", "quickEnabled", "quickTap", "cell", "segue", "tap", "tapEdit", "autoDeselect",
    "editEnabled",
  ]

  /// The fields of the rows of a section.
  package static let rowFields = ComponentDescriptor.list.table.schemas.filter { rowNames.contains($0.name) }

  /// All fields besides the cells.
  package static let allFields = SchemaTable(fields, and: rowFields)
}

extension ComponentClass {
  /// The sections of a detail.
  var sectionDefinitions: [SectionDefinition] {
    descriptor.isKind(of: .detail) ? values.sections(ComponentDescriptor.detailKeys.sections) : []
  }
}

/// A section of a detail controller, its cells made.
final class DetailSection {
  let index: Int
  /// The header, the footer and the flags that the script gave.
  let values: PropertyValues
  /// The number of the first cell among the cells of all sections.
  let firstCell: Int
  // Unchecked because every screen reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private(set) var cells: [Cell]
  /// The list that shows the rows of a section with `dataPath`.
  let rows: SectionRows?

  init(index: Int, values: PropertyValues, firstCell: Int, cells: [Cell], rows: SectionRows? = nil) {
    (self.index, self.values, self.firstCell, self.cells, self.rows) = (index, values, firstCell, cells, rows)
  }

  /// Whether nothing else has one of the cells, and all of them can be reused.
  var isUnshared: Bool {
    guard rows == nil else { return false }
    for index in cells.indices {
      // Of an array that something else has, this makes a copy, so that the cells have two references.
      guard isKnownUniquelyReferenced(&cells[index]), type(of: cells[index]).isReusable, cells[index].isUnshared else {
        return false
      }
    }
    return true
  }

  /// Prepares the cells for another screen.
  func prepareForReuse() { for cell in cells { cell.prepareForReuse() } }

  /// Whether functions have been defined for the cells since they were made.
  var hasFunctions: Bool { cells.contains { $0.componentClass.hasFunctions } }

  /// Uses cells from the pool in another screen.
  func use(in context: EntityID?, of controller: Controller) {
    for cell in cells { cell.use(in: context, of: controller) }
  }
}
