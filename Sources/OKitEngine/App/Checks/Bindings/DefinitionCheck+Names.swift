/// Unknown names in values that the first look at a screen does not evaluate: those of search, of edit mode, and of
/// rows that may not exist yet.
extension DefinitionCheck {
  /// - Parameter row: the class of the rows, in whose contexts the properties are evaluated.
  func laterNames(ofRowsOf controller: ComponentClass, in row: EntityType?) -> [Mistake] {
    let keys = ListController.listKeys
    let slots = [
      keys.searchPath.slot, keys.searchFilterPath.slot, keys.rowSort.slot, keys.group.slot, keys.groupName.slot,
      keys.reorderEnabled.slot, keys.deleteEnabled.slot, keys.moreEnabled.slot, keys.quickEnabled.slot,
      keys.navEnabled.slot, keys.moreActionsEnabled.slot, Controller.tableKeys.editEnabled.slot,
    ]
    return unknownNames(slots, of: controller.values, controller.descriptor.table, in: row) { controller.origin($0) }
  }

  func laterNames(ofCell cell: Component, in type: EntityType?, of controller: ComponentClass) -> [Mistake] {
    let keys = Cell.keys
    let slots = [
      keys.editPath.slot, keys.editDetailPath.slot, keys.editImagePath.slot, keys.editRibbonColor.slot,
      keys.accyEditPath.slot, keys.accyEditIcon.slot, keys.accyEditText.slot, keys.accyEditShow.slot,
      keys.accyEditEnabled.slot, keys.heightEdit.slot, keys.heightSelect.slot, keys.showEdit.slot,
      keys.selectNextRow.slot,
    ]
    return unknownNames(slots, of: cell.values, cell.descriptor.table, in: type) { cell.origin($0, of: controller) }
  }

  private func unknownNames(
    _ slots: [Int], of values: PropertyValues, _ table: SchemaTable, in type: EntityType?,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [Mistake] {
    slots.flatMap { slot -> [Mistake] in
      guard let value = values[slot: slot] else { return [] }
      var mistakes: [Mistake] = []
      visitBindings(of: value, named: table.schemas[slot].name, table.schemas[slot]) { program, name, schema in
        let property = origin(name)
        // For the hints at a constant and at a text without its sign.
        let outer = evaluator.originSource
        var origin = BindingOrigin(property, isText: schema.showsText)
        origin.constants = schema.constantNames
        evaluator.origin = origin
        defer { evaluator.originSource = outer }
        mistakes += program.parts.flatMap { unknownNames($0, in: type, program, property) }
      }
      return mistakes
    }
  }
}
