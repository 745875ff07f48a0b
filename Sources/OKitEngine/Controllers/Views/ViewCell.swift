extension ComponentDescriptor {
  /// The cell around a label or a button that stands among the cells of a section. Scripts do not see it.
  static let viewCell = declare("ModelViewCell", .cell(ViewCell.self), extends: tableCell, "A row with a view.")
}

/// A row that consists of a view: the text of a label, or a button.
package final class ViewCell: Cell {
  override class var isReusable: Bool { true }

  /// Returns the cell for a label or a button of a section.
  static func component(around view: Component) -> Component {
    var values = PropertyValues(ComponentDescriptor.viewCell.table)
    values[Cell.keys.accessoryView] = .component(view)
    return Component(ComponentClass(.viewCell), values, place: view.place)
  }

  override var label: String { accessoryView(editing: false)?.shown?.text ?? super.label }

  override func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    guard let view = accessoryView(editing: editing)?.shown,
      var row = super.makeRow(editing: editing, isSelected: isSelected)
    else { return nil }
    row.set(view.accessibility)
    guard !view.isButton else { return row }
    row.view = nil
    (row.text, row.textRuns) = (view.text, view.runs)
    return row
  }
}
