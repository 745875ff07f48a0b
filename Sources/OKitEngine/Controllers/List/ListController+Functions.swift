/// The built-in functions of lists, which scripts override and call.
extension ListController {
  /// Runs a built-in function of lists; nil for any other function.
  func inheritedOfList(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value? {
    func entity() throws -> EntityID { try self.entity(function, arguments, of: "the list") }
    switch function {
    case .onAddTap: try addTapped()
    case .addEntity: try addEntity(arguments)
    case .onDelete: try runFunction(.deleteEntity, [.entity(try entity())])
    case .deleteEntity: try remove(try entity())
    case .onMoreTap: showMore(try entity())
    case .onMoreAction:
      let index = arguments.count > 2 ? arguments[2] : nil
      runMore(try entity(), arguments.dropFirst().first, index)
    case .onQuickTap: try runFunction(.onQuickAction, [.entity(try entity())])
    case .onQuickAction: runQuick(try entity())
    case .onRowTap: try tapped(row(showing: try entity()))
    case .onTap:
      let row = row(showing: try entity())
      runTap(row, editing: isEditing(row))
    case .didTapAccessoryButton: try runFunction(.onAccessoryTap, [.entity(try entity())])
    case .onAccessoryTap: try runAccessoryTap(row(showing: try entity()))
    case .navigateTo: try navigate(to: try entity(), isNew: arguments.dropFirst().first?.truth ?? false)
    case .onFilter: runFilterAction(arguments)
    case .onRefresh: try runFunction(.refreshTriggered)
    case .refreshTriggered:
      dropContent()
      try runUpdate()
    case .updateData: reloadData()
    case .startActivity: isActive = true
    case .stopActivity: isActive = false
    case .rowFor: return fields(of: try entity())
    default: return try inheritedOfData(function, arguments, entity)
    }
    return .null
  }

  /// The functions that decide which rows there are.
  private func inheritedOfData(
    _ function: OverridableFunction, _ arguments: [Value], _ entity: () throws -> EntityID
  ) throws -> Value? {
    switch function {
    case .fetchData: return properties.value(Self.listKeys.dataPath)
    case .filterData: return .bool(true)
    case .filterContentForSearchText:
      let text = arguments.count > 1 ? arguments[1].scalarText ?? "" : ""
      return .bool(matches(try entity(), text))
    case .sortData:
      guard arguments.count > 1, case .entity(let second) = arguments[1], store.exists(second) else {
        throw Diagnostic("controller.argument", "sortData needs two entities of the list")
      }
      return .bool(precedes(try entity(), second))
    case .getEntity:
      guard let number = arguments.first?.int else {
        throw Diagnostic("controller.argument", "getEntity needs the number of a row, from 1")
      }
      return content.element(at: number &- 1).map(Value.entity) ?? .null
    default: return nil
    }
  }
}
