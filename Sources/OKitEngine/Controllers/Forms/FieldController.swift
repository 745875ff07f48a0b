/// A controller whose cells are fields: each has a number, by which `FieldEditor` knows it.
protocol FieldController: Controller {
  /// Whether rows are in edit mode.
  var isRowEditing: Bool { get }
  /// Whether the row of a cell is in edit mode.
  func isEditing(_ cell: Cell) -> Bool
  func number(of id: RowID) -> Int?
  /// The cell with a number; nil if the cell no longer exists.
  func place(of number: Int) -> DetailController.Place?
  /// The number of the next cell of a kind after another one, or before it with a negative step; without one, that of
  /// the first or the last such cell. Nil at the ends.
  func cellNumber(_ number: Int?, plus step: Int, where isWanted: (DetailController.Place) -> Bool) -> Int?
  func isSelected(_ place: DetailController.Place) -> Bool
  func isShown(_ section: DetailSection) -> Bool
  /// The sections with the cells that a submit validates.
  var fieldSections: [DetailSection] { get }
  /// The entity whose own validation a submit runs; nil for none.
  var validatedEntity: EntityID? { get }
  /// Whether the Return key in the last field closes the screen.
  var closesOnEnd: Bool { get }
  /// The title and the image of a key.
  func face(of key: Keyboard.Key) -> (title: String, image: String?)
}

extension DetailController: FieldController {
  func isEditing(_ cell: Cell) -> Bool { isRowEditing }

  func number(of id: RowID) -> Int? { if case .cell(let number) = id { number } else { nil } }

  func cellNumber(_ number: Int?, plus step: Int, where isWanted: (Place) -> Bool) -> Int? {
    let count = sections.last.map { $0.firstCell + $0.cells.count } ?? 0
    var next = (number ?? (step < 0 ? count : -1)) + step
    while (0..<count).contains(next), !store.isBudgetExhausted() {
      if let place = place(of: next), isWanted(place) { return next }
      next += step
    }
    return nil
  }

  func isSelected(_ place: Place) -> Bool { selected == place.number }

  var fieldSections: [DetailSection] { sections }

  var validatedEntity: EntityID? { effectiveContext }
}
