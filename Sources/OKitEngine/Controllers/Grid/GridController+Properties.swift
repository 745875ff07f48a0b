extension ComponentDescriptor {
  /// The columns of a grid. Titles are read in the context of the grid.
  package static let column = declare("Column", .column, "A column of a grid.") { columnTable }

  package static let (columnTable, columnKeys) = properties {
    (
      title: $0.string("title", effect: "screen.columns", "the title"),
      cell: $0.part("cell", .cell, Component.self, effect: "row.cells", "the template of its cells"),
      sort: $0.parts(
        "sort", of: .any, effect: "rows",
        "the sort keys of the rows after a tap on the title, which another tap reverses; read for each row")
    )
  }

  package static let grid = declare(
    "ModelGridController", .controller(GridController.self), extends: list,
    "Shows the entities of a collection in rows, with a cell for each column."
  ) { gridTable }

  package static let (gridTable, gridKeys) = properties(extending: list) {
    (
      columns: $0.part(
        "columns", .columns, [Component].self, effect: "screen.columns",
        "the columns: tables `{ title =, cell =, sort = }`"),
      columnsPath: $0.list(
        "columnsPath", effect: "screen.columns",
        "a list with an element for each column, instead of `columns`; all columns have the same `cell`"),
      columnHeader: $0.string(
        "columnHeader", effect: "screen.columns",
        "the title of a column of `columnsPath`, read in its entity; by default the text of the element"),
      cellPath: $0.entity(
        "cellPath", effect: "row.cells",
        """
        the context of a cell: a path from the row, or a function of the row that is called with the column (the \
        element of `columnsPath`, else the title); by default the row
        """),
      rowHeader: $0.string(
        "rowHeader", effect: "row.text",
        "the text of the row, shown before its cells; without it, a row is called by the text of its first cell")
    )
  }
}

extension GridController {
  static let columnKeys = ComponentDescriptor.columnKeys
  static let gridKeys = ComponentDescriptor.gridKeys
}
