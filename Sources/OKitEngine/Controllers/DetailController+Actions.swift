/// The actions on the rows of a detail controller.
extension DetailController {
  /// A cell, its number among all cells, and the cells of its section.
  struct Place {
    var cell: Cell
    var number: Int
    var section: DetailSection
  }

  func performOnRow(_ action: ScreenAction, on screen: Screen) throws {
    switch action {
    case .tapRow(let target):
      let place = try place(of: target, on: screen)
      try place.cell.checkEnabled()
      guard try endsEditing(before: place) else { return }
      try perform(submitting: place.cell.properties[Cell.keys.submit]) { [self] in
        let context = place.cell.effectiveContext.map(Value.entity) ?? .null
        try runFunction(.onRowTap, [context, .int(place.number + 1)])
      }
    case .tapAccessory(let target):
      let place = try place(of: target, on: screen)
      guard try endsEditing(before: place) else { return }
      try tapAccessory(place)
    case .edit(let target, let edit):
      let before = try self.place(of: target, on: screen)
      if isRowEditing { try fields?.begin(before.number) }
      // The function of the field that was edited before may have replaced the cells, as by showing another entity.
      guard let place = self.place(of: before.number) else { throw impossible("\(name) does not show that row") }
      try place.cell.edit(edit, editing: isRowEditing, isSelected: selected == place.number)
    case .delete(let target): try refuse(target, on: screen, "cannot be deleted: \(Self.noSwipeActions)")
    case .more(let target): try refuse(target, on: screen, "has no More...: \(Self.noSwipeActions)")
    case .quick(let target): try refuse(target, on: screen, "has no quick action: \(Self.noSwipeActions)")
    case .swipe(let target, _): try refuse(target, on: screen, "cannot be swiped: \(Self.noSwipeActions)")
    case .move(let target, to: _):
      try refuse(target, on: screen, "cannot be moved: rows of a detail have a fixed order")
    case .select(let target, _):
      try refuse(target, on: screen, "cannot be selected: only rows of a list can be selected")
    default: throw unsupported(action)
    }
  }

  /// Ends the editing of another field than that of a row.
  ///
  /// - Returns: False if a function of that field has left the screen, so that there is no row to tap any more.
  private func endsEditing(before place: Place) throws -> Bool {
    let wasOpen = services.isOpen(self)
    try fields?.tap(place)
    return services.isOpen(self) || !wasOpen
  }

  private static let noSwipeActions = "rows of a detail have no swipe actions"

  /// Throws the reason why a row does not support an action.
  private func refuse(_ target: ScreenAction.RowTarget, on screen: Screen, _ reason: String) throws {
    let cell = try place(of: target, on: screen).cell
    throw cell.impossible(reason)
  }

  private func place(of target: ScreenAction.RowTarget, on screen: Screen) throws -> Place {
    guard let id = screen.id(of: target), case .cell(let number) = id, let place = self.place(of: number),
      screen.path(of: id) != nil || self.place(ofRow: id) != nil
    else { throw impossible("\(name) does not show that row") }
    return place
  }

  /// Implements `onRowTap(context, number)` unless a script overrides it; the cells of all sections are numbered from
  /// 1, hidden ones included.
  func tapRow(_ arguments: [Value]) throws {
    guard arguments.count >= 2, let number = arguments[1].int, number > 0, let place = place(of: number - 1),
      place.section.rows == nil
    else {
      throw impossible("onRowTap of \(name) needs a context and the number of a cell")
    }
    let (cell, editing) = (place.cell, isRowEditing)
    if cell.hasSegue, cell.isNowhere { throw cell.impossible("has no target: its contextPath gives no entity") }
    if cell is ViewCell, try cell.tapOwnButton(editing: editing) { return }
    try select(place, editing: editing)
    try runFunction(.onTap, [.handle(cell.handle)])
    if let segue = cell.segue { try open(segue, cell.effectiveContext) }
  }

  /// Whether a tap on the row of a cell does nothing.
  func isInert(_ row: RowID) -> Bool {
    guard case .cell(let number) = row, let cell = place(of: number)?.cell else { return false }
    let editing = isRowEditing
    let tap =
      cell.tapAction(editing: editing) ?? properties.given(editing ? Self.tableKeys.tapEdit : Self.tableKeys.tap)
    let opens = editing && (cell.opens || cell.properties[Cell.keys.selectNextRow].map { $0 != 0 } ?? false)
    return tap == nil && cell.segue == nil && !opens && !(cell is ViewCell) && !cell.properties[Cell.keys.submit]
      && properties[Self.tableKeys.autoDeselect] && !overrides(.onRowTap) && !overrides(.onTap)
  }

  private func tapAccessory(_ place: Place) throws {
    let (cell, editing) = (place.cell, isRowEditing)
    guard cell.button(editing: editing) != nil || cell.accessory(editing: editing) != .none else {
      throw cell.impossible("has no accessory")
    }
    try cell.checkAccessory(editing: editing)
    if try cell.tapOwnButton(editing: editing) { return }
    try runFunction(.onAccessoryTap, [.handle(cell.handle)])
  }

  /// The built-in `onAccessoryTap`: runs the action of the cell, else that of the controller.
  func runAccessoryTap(_ cell: Cell) throws {
    let editing = isRowEditing
    if try cell.tapAccessory(editing: editing) { return }
    let keys = Self.detailKeys
    let key = editing && properties.has(keys.accyEditTap) ? keys.accyEditTap : keys.accyTap
    guard let tap = properties.given(key) else {
      throw cell.impossible("has no action for its accessory")
    }
    let origin = origin(properties.name(of: key))
    services.run(tap, context: cell.effectiveContext, controller: self, extra: [], origin: origin) { _ in }
  }

  // MARK: Selection

  /// Selects the row that was tapped, or the one that its `selectNextRow` refers to. Rows that open in edit mode stay
  /// selected until they are tapped again, others only without `autoDeselect`.
  private func select(_ place: Place, editing: Bool) throws {
    var (cell, number) = (place.cell, place.number)
    selecting = nil
    if editing, let distance = cell.properties[Cell.keys.selectNextRow], distance != 0 {
      let (index, overflow) = (number - place.section.firstCell).addingReportingOverflow(distance)
      if !overflow, place.section.cells.indices.contains(index) {
        (cell, number) = (place.section.cells[index], place.section.firstCell + index)
        selecting = place.number
      } else {
        services.report(
          evaluator.problem(
            "cell.selectNextRow", of: cell.origin(Cell.keys.selectNextRow),
            "\(distance) leads to no cell of the section"))
      }
    }
    if editing, cell.opens {
      if selected == number { return try runFunction(.clearSelection) }
      selected = number
    } else {
      selected = properties[Self.tableKeys.autoDeselect] ? nil : number
    }
    try runFunction(.updateSelection)
  }
}
