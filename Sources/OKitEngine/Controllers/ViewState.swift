/// A person's choices on one screen.
package struct ViewState: Sendable, Hashable {
  var isEditing = false
  var searchText = ""
  var scope = 0
  /// The rows of a long list to which the person has scrolled; nil for the first ones.
  var scrolledRows: Range<Int>?
  /// The ids of rows.
  var selected: String?
  var marked: Set<String> = []
  /// The field of a detail that is edited.
  var focus: CellIdentity?
  /// What was entered in the fields of a detail and is not written.
  var inputs: [FieldEditor.RestorableInput] = []
}
