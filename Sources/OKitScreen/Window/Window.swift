/// The part of a long list that a screen holds: `from` counts rows of all sections, from 0.
package struct Window: Sendable, Hashable {
  /// The number of all rows.
  package var total: Int
  /// The index of the first row that the screen has.
  package var from: Int

  package init(total: Int, from: Int) {
    self.total = total
    self.from = from
  }
}
