/// A controller of a class that a script extends from `ModelBaseTableController` itself: titles, bars, and rows for the
/// entities that the script's `fetchData` returns, with the fields of its `rowFor`.
package final class BaseController: Controller {
  package override var kind: Screen.Kind { .list }

  private final class BaseRow {
    let cell: Cell
    let functions: OverriddenFunctions

    init(_ entity: EntityID, _ component: Component, _ controller: BaseController) {
      cell = Cell.make(component, context: entity, id: .entity(entity), controller: controller)
      functions = OverriddenFunctions(controller.definition, services: controller.services) {
        [handle = controller.handle] in .handle(handle)
      }
    }
  }

  private var rows: [EntityID: BaseRow] = [:]
  private lazy var cellComponent = defaultCell
  /// The row that stays selected after a tap.
  private var selected: EntityID?

  override var viewState: ViewState {
    get {
      var state = super.viewState
      state.selectedRow = selected.flatMap(store.address).map { ViewState.Row(element: $0, entity: $0) }
      return state
    }
    set {
      super.viewState = newValue
      selected = (newValue.selectedRow?.entity).flatMap(store.entity)
    }
  }

  private func row(of entity: EntityID) -> BaseRow {
    if let row = rows[entity] { return row }
    let row = BaseRow(entity, cellComponent, self)
    if !isEnded { rows[entity] = row }
    return row
  }

  override func removeContent() {
    super.removeContent()
    rows = [:]
  }

  /// The entities of the rows, each once.
  private var entities: [EntityID] {
    let values =
      switch functions.value(.fetchData) {
      case .collection(let collection)?: store.elements(collection)
      case .list(let values)?: values
      default: [Value]()
      }
    var seen: Set<EntityID> = []
    return values.compactMap { value in
      guard case .entity(let entity) = value, store.exists(entity), seen.insert(entity).inserted else { return nil }
      return entity
    }
  }

  private var isRowEditing: Bool { isEditing && properties[Self.tableKeys.editEnabled] }

  // MARK: The screen

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    screen.hints.forceUpdate = properties[Self.tableKeys.forceUpdate]
    let entities = entities
    let range = ListController.shownRange(window, of: entities.count)
    if range.count < entities.count { screen.window = Window(total: entities.count, from: range.lowerBound) }
    let shown = entities[range]
    if rows.count > 2 * shown.count + 100 {
      let kept = Set(shown)
      rows = rows.filter { kept.contains($0.key) }
    }
    let visible = shown.compactMap(shownRow)
    if !visible.isEmpty { screen.sections = [Section(rows: visible)] }
  }

  private func shownRow(_ entity: EntityID) -> Screen.Row? {
    let row = row(of: entity)
    guard var shown = row.cell.row(editing: isRowEditing, isSelected: selected == entity) else { return nil }
    if let fields = row.functions.value(.rowFor, [.entity(entity)]) {
      RowFields(fields).apply(to: &shown, evaluator) { row.functions.refuse(.rowFor, $0, hint: $1) }
    }
    return shown
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    guard case .entity(let entity) = row, let found = rows[entity] else { return [] }
    return [found.cell.properties]
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    guard case .entity(let entity) = row, let found = rows[entity] else { return [] }
    return [found.functions, found.cell.functions]
  }

  override func shows(_ entity: EntityID) -> Bool { rows[entity] != nil }

  override func deselect() { selected = nil }

  // MARK: Actions

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    guard case .tapRow(let target) = action else { throw unsupported(action) }
    let id: RowID? =
      switch target {
      case .id(let id): id
      case .path(let path): screen[path]?.id
      }
    guard case .entity(let entity)? = id, entities.contains(entity) else {
      throw impossible("\(name) does not show that row")
    }
    try runFunction(.onRowTap, [.entity(entity)])
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    func entity() throws -> EntityID { try self.entity(function, arguments, of: "the rows") }
    switch function {
    case .fetchData: return .list([])
    case .rowFor:
      guard let row = row(of: try entity()).cell.row(editing: isRowEditing, isSelected: false) else { return .null }
      return .map(RowFields.values(of: row).filter { !$0.value.isNull })
    case .updateData: functions.forget(.fetchData)
    case .onRowTap:
      let entity = try entity()
      guard !isEditing || isRowEditing else { break }
      if !isEditing { selected = properties[Self.tableKeys.autoDeselect] ? nil : entity }
      try runFunction(.updateSelection)
      runTap(row(of: entity).cell, context: entity, editing: isRowEditing)
    default: return try super.inherited(function, arguments)
    }
    return .null
  }
}

extension Controller {
  /// A cell with the text of the entity, for controllers that give none.
  var defaultCell: Component {
    var values = PropertyValues(ComponentDescriptor.tableCell.table)
    values[Cell.keys.path] = .binding(services.emptyProgram)
    return Component(ComponentClass(.tableCell), values)
  }
}
