/// A person's choices on one screen.
package struct ViewState: Sendable, Hashable {
  var isEditing = false
  var searchText = ""
  var scope = 0
  /// The ids of rows.
  var selected: String?
  var marked: Set<String> = []
  /// The number of the selected cell of a detail.
  var cell: Int?
}
