/// One row of a list that has been on a screen: its cell, and the list's properties in the context of its entity.
final class ListRow {
  /// The editing actions that the list offers to all of its rows.
  struct Mode: Equatable {
    var isEditing = false
    /// Whether rows that can be edited have swipe actions.
    var canSwipe = true
    /// The title and the image of the quick action, if the list decides about them.
    var quickName, quickImage: String?
    var isQuickNameOfRow = false
    var isQuickImageOfRow = false
    /// The titles of the other swipe actions, nil where there are none.
    var delete: String?
    var more: String?
    var isReorderable = false
    /// Whether tapping a row opens a controller that its cell does not declare.
    var hasSegue = false
  }

  /// The element of the data whose row it is.
  let element: EntityID
  /// The entity that the row shows: the element, unless a script's `getEntity` gives another one.
  let entity: EntityID
  let cell: Cell
  let properties: BoundProperties
  private let link = Backlink<ListRow>()
  private var shown: (mode: Mode, isSelected: Bool, row: Screen.Row?)?
  private var staleCount = 0
  /// Called when a part of the row may show something else.
  let onStale: () -> Void
  private let controller: ListController
  /// The cells of a row of a grid that have been on the screen, by the keys of their columns.
  var gridCells: [Int: GridCell] = [:]
  /// The values of `rowFor` and `configure`.
  private(set) lazy var functions = OverriddenFunctions(
    controller.definition, services: controller.services,
    receiver: { [handle = controller.handle] in .handle(handle) }, onStale: onStale)

  init(_ element: EntityID, showing entity: EntityID, cell: Component, _ controller: ListController) {
    (self.element, self.entity, self.controller) = (element, entity, controller)
    let (link, staleness) = (link, controller.rowStaleness)
    let onStale = {
      link.owner?.becomeStale()
      staleness.rowChanged(of: element)
    }
    self.onStale = onStale
    self.cell = Cell.make(
      cell, context: entity, id: controller.id(ofElement: element), controller: controller, onStale: onStale)
    properties = BoundProperties(
      controller.component, context: entity, controller: .handle(controller.handle), services: controller.services,
      onStale: onStale)
    link.owner = self
  }

  deinit { link.owner = nil }

  private func becomeStale() {
    shown = nil
    staleCount += 1
  }

  /// Whether the row takes part in editing.
  func isEditing(_ mode: Mode) -> Bool { mode.isEditing && properties[ListController.tableKeys.editEnabled] }

  // A swipe to the right is not possible in edit mode; the minus button shows what a swipe to the left does.
  func hasQuick(_ mode: Mode) -> Bool {
    quick(mode) != nil && !mode.isEditing && mode.canSwipe && canBeEdited
      && properties[ListController.listKeys.quickEnabled]
  }
  func hasDelete(_ mode: Mode) -> Bool {
    mode.delete != nil && canBeEdited && properties[ListController.listKeys.deleteEnabled]
  }
  func hasMore(_ mode: Mode) -> Bool {
    mode.more != nil && canBeEdited && properties[ListController.listKeys.moreEnabled]
  }

  /// UIKit offers swipe actions only for rows that can be edited, in both modes.
  private var canBeEdited: Bool { properties[ListController.tableKeys.editEnabled] }

  func isMovable(_ mode: Mode) -> Bool {
    mode.isReorderable && isEditing(mode) && properties[ListController.listKeys.reorderEnabled]
  }

  /// Returns the row; nil when it is hidden. O(1) until something that it read changes.
  func row(_ mode: Mode, isSelected: Bool) -> Screen.Row? {
    // A function that reads the row depends on all that the row reads.
    let isTracking = controller.store.graph.isTracking
    if let shown, !isTracking, shown.isSelected == isSelected, shown.mode == mode { return shown.row }
    let before = staleCount
    let row = makeRow(mode, isSelected: isSelected)
    if staleCount == before { shown = (mode, isSelected, row) }
    return row
  }

  private func makeRow(_ mode: Mode, isSelected: Bool) -> Screen.Row? {
    guard var row = cell.row(editing: isEditing(mode), isSelected: isSelected) else { return nil }
    if hasQuick(mode), let quick = quick(mode) {
      row.leading.append(quick.title)
      row.leadingImage = quick.image
    }
    if hasDelete(mode), let title = mode.delete { row.trailing.append(title) }
    if hasMore(mode), let title = mode.more { row.trailing.append(title) }
    row.isMovable = isMovable(mode)
    if mode.hasSegue || cell.hasSegue, !cell.hasAccessoryPath(editing: isEditing(mode)) {
      let isShown = cell.showsAccessory(editing: isEditing(mode)) && properties[ListController.listKeys.navEnabled]
      row.accessory = isShown ? .disclosure : .none
    }
    return row
  }
}

/// Whether rows of a list may differ from its last screen.
final class RowStaleness {
  var isStale = true
  /// Whether there may be other rows than when `getEntity` has run.
  var hasOtherRows = false
  /// The elements whose rows may differ.
  private var changed: Set<EntityID> = []

  func rowChanged(of element: EntityID) {
    isStale = true
    changed.insert(element)
  }

  /// Returns the elements whose rows may differ from the last screen. The next screen is the last one from now on.
  func takeChangedRows() -> ChangedRows {
    defer { (isStale, changed) = (false, []) }
    return ChangedRows(changed)
  }
}

/// The elements whose rows may differ from the last screen: as a rule one, or all.
struct ChangedRows {
  private let all: Set<EntityID>
  /// All of them, if they are so few that comparing is faster than hashing.
  private let few: [EntityID]?

  init(_ elements: Set<EntityID>) { (all, few) = (elements, elements.count <= 4 ? Array(elements) : nil) }

  /// The indexes of those among other elements, in order.
  func places<Elements: RandomAccessCollection>(in elements: Elements) -> [Int]
  where Elements.Element == EntityID, Elements.Index == Int {
    if all.isEmpty { return [] }
    guard let few else { return elements.indices.filter { all.contains(elements[$0]) } }
    var places: [Int] = []
    for index in elements.indices where few.contains(elements[index]) { places.append(index) }
    return places
  }
}

/// The row that a person has chosen: its element, and the entity that it showed.
struct SelectedRow: Hashable {
  let element, entity: EntityID

  init(element: EntityID, entity: EntityID) { (self.element, self.entity) = (element, entity) }

  init(_ row: ListRow) { (element, entity) = (row.element, row.entity) }
}
