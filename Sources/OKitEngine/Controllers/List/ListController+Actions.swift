/// The actions of a person on a list and its rows.
extension ListController {
  func performOnList(_ action: ScreenAction, on screen: Screen) throws {
    if try performOnField(action, on: screen) { return }
    switch action {
    case .refresh:
      guard isRefreshable else { throw impossible("\(name) cannot be refreshed") }
      try pull()
    case .search(let text):
      guard isSearchable else { throw impossible("\(name) has no search bar") }
      searchText = text
      searchLater()
    case .filter(let scope): try choose(scope: scope)
    case .tapIndex(let title): try scroll(toIndex: title)
    case .tapRow(let target):
      let row = try row(target, on: screen)
      try row.cell.checkEnabled()
      try runOnRow(.onRowTap, row)
    case .tapAccessory(let target): try tapAccessory(try row(target, on: screen))
    case .swipe(let target, let edge): try swipe(try row(target, on: screen), edge)
    case .delete(let target): try delete(try row(target, on: screen))
    case .more(let target): try more(try row(target, on: screen))
    case .quick(let target): try quick(try row(target, on: screen))
    case .move(let target, let place): try move(try row(target, on: screen), to: place)
    case .select(let target, let isSelected): try select(try row(target, on: screen), isSelected)
    case .edit(let target, let edit):
      let row = try row(target, on: screen)
      try row.cell.edit(edit, editing: isEditing(row), isSelected: isSelected(row))
    default: throw unsupported(action)
    }
  }

  // MARK: Rows

  /// The row that is meant; it may lie outside the window of the screen.
  func row(_ target: ScreenAction.RowTarget, on screen: Screen) throws -> ListRow {
    guard let id = screen.id(of: target), let element = id.entity, id == self.id(ofElement: element),
      content.shows(element),
      case let row = row(ofElement: element), shownRow(row, mode) != nil
    else {
      throw impossible("\(name) does not show that row")
    }
    return row
  }

  func runOnRow(_ function: OverridableFunction, _ row: ListRow) throws {
    acted = SelectedRow(row)
    try runFunction(function, [.entity(row.entity)])
  }

  // MARK: Tapping

  /// The built-in `onRowTap`.
  func tapRow(_ row: ListRow) throws {
    if isEditing {
      guard isEditing(row) else { return }
      try selectEditing(row)
    } else {
      selected = row.properties[Self.tableKeys.autoDeselect] ? nil : SelectedRow(row)
      try runFunction(.updateSelection)
    }
    try runFunction(.onTap, [.entity(row.entity)])
    guard !isEditing, row.properties[Self.listKeys.navEnabled], let segue = segue(of: row) else { return }
    try open(segue, row.entity)
  }

  /// Marks a row that is tapped in edit mode, or opens or closes it.
  private func selectEditing(_ row: ListRow) throws {
    if properties.has(Self.listKeys.selectPath) {
      try mark(row, !isSelected(row))
    } else if row.cell.opens {
      if isChosen(row) { return try runFunction(.clearSelection) }
      selected = SelectedRow(row)
    }
    try runFunction(.updateSelection)
  }

  func runTap(_ row: ListRow, editing: Bool) { runTap(row.cell, context: row.entity, editing: editing) }

  func segue(of row: ListRow) -> Segue? { row.cell.segue ?? component.values.segue(Self.listKeys.segue) }

  private func tapAccessory(_ row: ListRow) throws {
    let shown = shownRow(row, mode)
    try row.cell.checkEnabled()
    if shown?.button == nil {
      switch shown?.accessory {
      case .detail, .detailDisclosure, .checkmark: break
      // The disclosure is only a part of the row.
      case .disclosure where !row.cell.hasAccessoryTap(editing: isEditing(row)) && !overrides(.onAccessoryTap):
        return try runOnRow(.onRowTap, row)
      case .disclosure: break
      case .some(.none), nil: throw row.cell.impossible("has no accessory")
      }
    }
    try row.cell.checkAccessory(editing: isEditing(row))
    if try row.cell.tapOwnButton(editing: isEditing(row)) { return }
    try runOnRow(shown?.button != nil ? .didTapAccessoryButton : .onAccessoryTap, row)
  }

  /// The built-in `onAccessoryTap`: runs the action of the accessory.
  func runAccessoryTap(_ row: ListRow) throws {
    guard try accessoryTapped(row) else { throw row.cell.impossible("has no action for its accessory") }
  }

  // MARK: Selecting in edit mode

  /// Whether a tap marks a row.
  var canMark: Bool { isEditing && properties.has(Self.listKeys.selectPath) }

  /// Whether the row is shown as selected.
  func isSelected(_ row: ListRow) -> Bool { isSelected(row, isEditing: isEditing) }

  func isSelected(_ row: ListRow, isEditing: Bool) -> Bool {
    guard isEditing, let given = row.properties.given(Self.listKeys.selectPath) else { return isChosen(row) }
    guard case .binding(let program) = given, canRead(program, row.entity) else { return marked.contains(row.entity) }
    return row.properties[Self.listKeys.selectPath]
  }

  /// Whether the row was selected. If the element of that row shows another entity now, the selection is where the
  /// entity is.
  private func isChosen(_ row: ListRow) -> Bool {
    guard let selected, selected.entity == row.entity else { return false }
    return selected.element == row.element || self.row(ofElement: selected.element).entity != selected.entity
  }

  /// Whether the selection can be read from the path; a function would be called.
  private func canRead(_ program: BindingProgram, _ entity: EntityID) -> Bool {
    guard program.parts.count == 1, case .path(_, let steps) = program.parts[0].source,
      case .name(let step)? = steps.last, step.parameters == nil
    else { return false }
    guard steps.count == 1, let type = store.type(of: entity) else { return true }
    if case .property = step.meaning(for: type, evaluator) { return true }
    return false
  }

  private func select(_ row: ListRow, _ isOn: Bool) throws {
    guard isEditing else {
      throw row.cell.impossible("can only be selected in edit mode", hint: editHint)
    }
    guard isEditing(row) else { throw row.cell.impossible("does not support editing") }
    try row.cell.checkEnabled()
    if properties.has(Self.listKeys.selectPath) {
      try mark(row, isOn)
    } else if row.cell.opens {
      selected = isOn ? SelectedRow(row) : nil
    } else {
      throw row.cell.impossible("cannot be selected: \(name) has no selectPath")
    }
  }

  private func mark(_ row: ListRow, _ isOn: Bool) throws {
    guard isSelected(row) != isOn else { return }
    switch row.properties.given(Self.listKeys.selectPath) {
    case .binding(let program)?:
      do {
        try store.transaction { try evaluator.set(program, row.entity, .bool(isOn)) }
      } catch let refused as Diagnostic {
        throw evaluator.located(refused, in: program, of: origin("selectPath"))
      }
    case .function(let function)?:
      let origin = origin("selectPath")
      services.run(
        .function(function), context: row.entity, controller: self, extra: [.bool(isOn)], origin: origin
      ) { _ in }
    default: return
    }
    if isOn { marked.insert(row.entity) } else { marked.remove(row.entity) }
  }
}
