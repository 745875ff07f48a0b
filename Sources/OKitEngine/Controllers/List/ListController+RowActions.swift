/// The swipe actions of rows: delete, more and quick.
extension ListController {
  func swipe(_ row: ListRow, _ edge: Action.Edge) throws {
    let mode = mode
    switch edge {
    case .leading where row.hasQuick(mode): try quick(row)
    case .trailing where row.hasDelete(mode): try delete(row)
    case .trailing where row.hasMore(mode): try more(row)
    case .leading, .trailing: throw row.cell.impossible("has no \(edge.rawValue) action")
    }
  }

  func quick(_ row: ListRow) throws {
    guard row.hasQuick(mode) else { throw row.cell.impossible("has no quick action now") }
    try runOnRow(.onQuickTap, row)
  }

  /// The built-in `onQuickAction`.
  func runQuick(_ entity: EntityID) {
    let key = Self.listKeys.quickTap
    guard let tap = properties.given(key) else { return }
    run(tap, properties.name(of: key), entity)
  }

  private func run(_ tap: PropertyValue, _ property: String, _ entity: EntityID) {
    services.run(tap, context: entity, controller: self, extra: [], origin: origin(property)) { _ in }
  }

  // MARK: Deleting

  /// Asks, and runs `onDelete` when the person agrees.
  func delete(_ row: ListRow) throws {
    guard row.hasDelete(mode) else { throw row.cell.impossible("cannot be deleted") }
    guard properties[Self.listKeys.deletePrompt] else { return try runOnRow(.onDelete, row) }
    showDialog(
      DialogRequest(
        .alert, title: localized("Confirm Deletion"), message: localized("Do you really want to delete entry?"),
        buttons: [
          .init(localized("Yes"), style: .destructive, tap: { [self] _ in try runOnRow(.onDelete, row) }),
          .init(localized("No"), style: .cancel),
        ]))
  }

  /// The built-in `deleteEntity`: takes the entity from where it lives. A reference leaves its list, its target stays.
  ///
  /// - Throws: `model.restricted` when something that refers to the entity forbids it; nothing has changed then.
  func remove(_ entity: EntityID) throws {
    guard let parent = store.parent(of: entity), let property = store.parentProperty(of: entity) else { return }
    try store.transaction {
      guard property.isCollection else { return try store.set(parent, property, .null) }
      let collection = CollectionRef(owner: parent, slot: property.slot)
      if let index = store.index(of: .entity(entity), in: collection) { try store.remove(from: collection, at: index) }
    }
    try rowLeft(entity)
    try runFunction(.setData)
  }

  private func rowLeft(_ entity: EntityID) throws {
    marked.remove(entity)
    guard selected?.entity == entity else { return }
    selected = nil
    try runFunction(.updateSelection)
  }

  // MARK: More

  func more(_ row: ListRow) throws {
    guard row.hasMore(mode) else { throw row.cell.impossible("has no more actions now") }
    try runOnRow(.onMoreTap, row)
  }

  /// One action of the more sheet.
  struct MoreAction {
    var name: String
    var isEnabled: Bool
    var tap: PropertyValue?
  }

  /// The built-in `onMoreTap`: runs `moreTap`, else shows the actions that are enabled.
  func showMore(_ entity: EntityID) {
    let key = Self.listKeys.moreTap
    if let tap = properties.given(key) { return run(tap, properties.name(of: key), entity) }
    var buttons: [DialogRequest.Button] = []
    for (index, action) in moreActions(row(showing: entity)).enumerated() where action.isEnabled {
      buttons.append(
        .init(
          action.name,
          tap: { [self] _ in
            try runFunction(.onMoreAction, [.entity(entity), .string(action.name), .int(index + 1)])
          }))
    }
    buttons.append(.init(localized("Cancel"), style: .cancel))
    let title = shownRow(row(showing: entity), mode)?.text
    showDialog(DialogRequest(.sheet, title: title, message: localized("Select an action"), buttons: buttons))
  }

  /// The names of the actions in the sheet of a row; empty where it shows none, or a script shows another one.
  final func actionsOfMore(of row: RowID) -> [String] {
    guard let element = row.entity, row == id(ofElement: element), content.shows(element), !overrides(.onMoreTap),
      properties.given(Self.listKeys.moreTap) == nil, case let row = self.row(ofElement: element), row.hasMore(mode)
    else { return [] }
    return moreActions(row).filter(\.isEnabled).map(\.name)
  }

  /// The built-in `onMoreAction`: runs the action with that number from 1, else the one with that name.
  func runMore(_ entity: EntityID, _ name: Value?, _ number: Value?) {
    let actions = moreActions(row(showing: entity))
    // The number comes from a script: what overflows is the number of no action.
    let index = number?.int.map { $0 &- 1 } ?? actions.firstIndex { .string($0.name) == name }
    guard let index, actions.indices.contains(index) else { return }
    guard let tap = actions[index].tap else {
      let name = properties.name(of: Self.listKeys.moreActions)
      return services.report(
        evaluator.problem(
          "list.moreActions", of: origin(name), "\"\(actions[index].name)\" has nothing to run",
          hint: MoreActionDefinition.missingTapHint))
    }
    run(tap, "moreActions[\(index + 1)].tap", entity)
  }

  /// The actions with their state for a row. What has no enabled part, or an empty one, is enabled.
  private func moreActions(_ row: ListRow) -> [MoreAction] {
    let (properties, keys, fields) = (row.properties, Self.listKeys, MoreActionDefinition.keys)
    let names = properties.names(keys.moreActions)
    let enabled = properties[keys.moreActionsEnabled]
    let taps = properties.given(keys.moreActionsTap)?.actions ?? []
    var definitions: [MoreActionDefinition] = []
    if case .moreActions(let given)? = properties.given(keys.moreActions) { definitions = given }
    return names.indices.map { index in
      guard definitions.indices.contains(index), case .record(let values) = definitions[index] else {
        return MoreAction(
          name: names[index] ?? "", isEnabled: part(enabled, index)?.flag ?? true, tap: part(taps, index))
      }
      let record = BoundRecord(properties, keys.moreActions, index, values)
      return MoreAction(
        name: record.value(fields.name).flatMap(evaluator.text) ?? "",
        isEnabled: (values[fields.enabled] == nil ? part(enabled, index)?.flag : record[fields.enabled]) ?? true,
        tap: values[fields.tap] ?? part(taps, index))
    }
  }

  private func part<T>(_ parts: [T?], _ index: Int) -> T? { parts.indices.contains(index) ? parts[index] : nil }
}
