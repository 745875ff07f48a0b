/// Properties of lists, details and cells that have no effect because of the others.
extension DefinitionCheck {
  /// A controller that others extend may leave the needed properties to them.
  func surplusProperties(_ controller: ComponentClass) -> [Diagnostic] {
    guard !isOnlyBase(controller) else { return [] }
    if controller.descriptor.isKind(of: .list) { return surplusOfList(controller) }
    return controller.descriptor.isKind(of: .detail) ? surplusOfDetail(controller) : []
  }

  private func noEffect(_ slot: Int, _ reason: String, hint: String, _ controller: ComponentClass) -> Diagnostic {
    let name = controller.descriptor.table.schemas[slot].name
    return evaluator.problem(
      "controller.noEffect", of: controller.origin(name), "has no effect \(reason)", hint: hint)
  }

  // MARK: Lists

  private func surplusOfList(_ controller: ComponentClass) -> [Diagnostic] {
    let keys = ListController.listKeys
    let needs: [(needed: Int, by: [Int], hint: String)] = [
      (
        keys.searchFilterPath.slot, [keys.searchFilters.slot],
        "give searchFilterPath, the value that a scope is compared with"
      ),
      (
        keys.searchFilters.slot, [keys.searchFilterPath.slot, keys.searchScopePath.slot, keys.onFilter.slot],
        "give searchFilters, the scopes to choose from"
      ),
      (
        keys.group.slot, [keys.groupName.slot, keys.groupSort.slot, keys.groupSortAsc.slot],
        "give group, the value by which rows form a section"
      ),
      (keys.rowSort.slot, [keys.rowSortAsc.slot], "give rowSort, the sort key"),
      (keys.reorder.slot, [keys.reorderEnabled.slot], "write reorder = true"),
      (keys.addField.slot, [keys.addPlaceholder.slot], "give addField, the property that gets the text"),
    ]
    let missing = needs.flatMap { need -> [Diagnostic] in
      guard !isUsed(need.needed, controller), !controller.values.mayLack(need.needed) else { return [] }
      let name = controller.descriptor.table.schemas[need.needed].name
      return need.by.filter { isUsed($0, controller) }.map {
        noEffect($0, "without \(name)", hint: need.hint, controller)
      }
    }
    return missing + fixedOrder(controller) + surplusOfSection(controller) + idleFieldProperties(controller)
  }

  /// What a section with `dataPath` lacks, or has twice.
  private func surplusOfSection(_ controller: ComponentClass) -> [Diagnostic] {
    let keys = ListController.listKeys
    guard controller.section != nil else { return [] }
    var found: [Diagnostic] = []
    if controller.values[keys.cell] == nil, !controller.values.mayLack(keys.cell.slot) {
      let rows = evaluator.problem(
        "controller.noEffect", of: controller.origin("dataPath"), "has no effect without cell, which shows the rows",
        hint: "give the cell of the rows: cell = okit.ModelTableCell { path = \"name\" }")
      found.append(rows)
    }
    // A binding may show the field only sometimes.
    if isUsed(keys.addField.slot, controller), controller.values[keys.addField]?.constant != nil,
      isUsed(keys.addName.slot, controller)
    {
      found.append(
        noEffect(
          keys.addName.slot, "beside addField, which takes the place of the button",
          hint: "give one of them", controller))
    }
    return found
  }

  /// The ends of the editing of fields in a list, which are not edited one after the other, and the focus in a grid.
  private func idleFieldProperties(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.section == nil else { return [] }
    let (keys, isGrid) = (EditCell.fieldKeys, controller.descriptor.isKind(of: .grid))
    let columns = isGrid ? controller.values.components(GridController.gridKeys.columns) : []
    let cells =
      columns.compactMap { $0.values.component(GridController.columnKeys.cell) }
      + [controller.values.component(ListController.listKeys.cell)].compactMap(\.self)
    let slots = isGrid ? [keys.focus.slot] : [keys.onEndEdit.slot, keys.onCancelEdit.slot]
    return cells.filter { $0.descriptor.isKind(of: .editCell) }.flatMap { cell in
      slots.filter { cell.values[slot: $0] != nil }.map { slot in
        evaluator.problem(
          "controller.noEffect", of: cell.origin(cell.descriptor.table.schemas[slot].name, of: controller),
          "has no effect in a \(isGrid ? "grid" : "list")",
          hint: isGrid ? nil : "give it a field of a detail, a form or a grid")
      }
    }
  }

  /// Rows that can be moved, although the list determines their order.
  private func fixedOrder(_ controller: ComponentClass) -> [Diagnostic] {
    let keys = ListController.listKeys
    guard isUsed(keys.reorder.slot, controller),
      let order = [keys.group.slot, keys.rowSort.slot].first(where: { slot in
        guard let value = controller.values[slot: slot] else { return false }
        return slot == keys.group.slot || !value.isEmptyText
      })
    else { return [] }
    let name = controller.descriptor.table.schemas[order].name
    return [
      noEffect(
        keys.reorder.slot, "beside \(name), which determines the order of the rows",
        hint: "omit \(name), or reorder", controller)
    ]
  }

  /// Whether a property is given another value than its default and an empty text.
  private func isUsed(_ slot: Int, _ controller: ComponentClass) -> Bool {
    guard let value = controller.values[slot: slot], !value.isEmptyText, value.partCount != 0 else { return false }
    let standard = controller.descriptor.table.schemas[slot].defaultValue
    return standard.isNull || value.constant?.flag != standard.flag
  }

  // MARK: Details

  /// Parts for more sections than there are.
  private func surplusOfDetail(_ controller: ComponentClass) -> [Diagnostic] {
    let keys = DetailController.detailKeys
    let sections = controller.values.sections(keys.sections).count
    let slots = [
      keys.sectionHeaders.slot, keys.sectionFooters.slot, keys.sectionsShowDisplay.slot, keys.sectionsShowEdit.slot,
    ]
    return slots.compactMap { slot in
      guard let count = controller.values[slot: slot]?.partCount, count > sections else { return nil }
      let first = sections + 1
      let parts = first == count ? "part \(count)" : "parts \(first) to \(count)"
      let all = sections == 1 ? "1 section" : "\(sections) sections"
      let name = controller.descriptor.table.schemas[slot].name
      return evaluator.problem(
        "controller.noEffect", of: controller.origin(name),
        "\(count) parts for \(all); \(parts) \(first == count ? "has" : "have") no effect",
        hint: "give one part for each section")
    }
  }
}

// MARK: - Cells

extension DefinitionCheck {
  /// The focus of cells that never have it.
  func surplusFocus(_ controller: ComponentClass) -> [Diagnostic] {
    let key = EditCell.fieldKeys.focus
    let isList = controller.descriptor.isKind(of: .list)
    let cells =
      isList
      ? [controller.values.component(ListController.listKeys.cell)].compactMap(\.self)
      : controller.sectionDefinitions.flatMap(\.cells)
    return cells.compactMap { cell in
      guard cell.descriptor.isKind(of: .editCell), let given = cell.values[key], given.constant?.flag != false else {
        return nil
      }
      let reason: String
      if isList, controller.section == nil {
        reason = "in a list: only fields of a detail or a form have the focus before a user types"
      } else if let control = cell.descriptor.control, !control.driving.gestures.contains(.type) {
        reason = "because no text is typed into a \(cell.componentClass.name)"
      } else {
        return nil
      }
      return evaluator.problem(
        "controller.noEffect", of: cell.origin("focus", of: controller), "has no effect \(reason)",
        hint: "give it to a field for texts in a section of a detail or a form")
    }
  }
}
