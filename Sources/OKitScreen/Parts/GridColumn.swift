/// A column of a grid.
package struct GridColumn: Sendable, Hashable {
  /// The order of the rows by a column.
  package enum Order: String, Sendable, Hashable, CaseIterable { case ascending, descending }

  /// Among all columns, from 0.
  package var index: Int
  /// The title of the column.
  package var title: String
  /// Whether a tap on the title sorts the rows.
  package var isSortable: Bool
  /// The order of the rows by this column; nil where they are not sorted by it.
  package var order: Order?

  package init(index: Int, title: String, isSortable: Bool = false, order: Order? = nil) {
    (self.index, self.title, self.isSortable, self.order) = (index, title, isSortable, order)
  }
}
