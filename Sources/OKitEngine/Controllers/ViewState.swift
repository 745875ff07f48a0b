/// A person's choices on one screen.
package struct ViewState: Sendable, Hashable {
  /// A row: an element of a list, and the entity that it shows.
  struct Row: Sendable, Hashable { let element, entity: EntityAddress }

  var isEditing = false
  var isHelpOpen = false
  var searchText = ""
  var scope = 0
  /// What was typed into the field that adds entities, and whether it has the focus.
  var addField = AddField()
  /// The choices on the rows of sections, by the numbers of the sections.
  var sections: [Int: ViewState] = [:]
  /// The rows of a long list to which the person has scrolled; nil for the first ones.
  var scrolledRows: Range<Int>?
  /// The row that is selected, and the entities whose rows are marked.
  var selectedRow: Row?
  var markedRows: Set<EntityAddress> = []
  /// The cell of a detail whose row is selected, and the one whose tap has selected it.
  var selectedCell: CellIdentity?
  var selectingCell: CellIdentity?
  /// The entity that a script has set in a form in place of the context.
  var dataModel: EntityAddress?
  /// The field of a detail that is edited.
  var focus: CellIdentity?
  /// Whether no field was edited since edit mode began, so that the first one has the focus.
  var isUntouched = true
  /// The choices on a grid.
  var grid = GridState()
  /// What was entered in the fields of a detail and is not written.
  var inputs: [FieldEditor.RestorableInput] = []
}
