/// A controller whose cells are fields: each has a number, by which `FieldEditor` knows it.
protocol FieldController: Controller {
  /// Whether rows are in edit mode.
  var isRowEditing: Bool { get }
  /// Whether the row of a cell is in edit mode.
  func isEditing(_ cell: Cell) -> Bool
  func number(of id: RowID) -> Int?
  /// The cell with a number; nil if the cell no longer exists.
  func place(of number: Int) -> DetailController.Place?
  /// The number of the next cell after another one, or before it with a negative step; without one, that of the first
  /// or the last one. Nil at the ends. Of a collection, only as many rows are looked at as a screen holds.
  ///
  /// - Parameter isCandidate: Whether cells of a component are looked at.
  func cellNumber(
    _ number: Int?, plus step: Int, of isCandidate: (Component) -> Bool,
    where isWanted: (DetailController.Place) -> Bool
  ) -> Int?
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
  func isEditing(_ cell: Cell) -> Bool {
    guard let list = cell.controller as? SectionRows, let element = cell.id.entity else { return isRowEditing }
    return list.row(ofElement: element).isEditing(list.mode)
  }

  /// The number of the cells of all sections; those of rows have higher numbers.
  private func cellCount(_ sections: [DetailSection]) -> Int {
    sections.last.map { $0.firstCell + $0.cells.count } ?? 0
  }

  func number(of id: RowID) -> Int? {
    if case .cell(let number) = id { return number }
    return registered[id].map { cellCount(sections) + $0 }
  }

  /// The number of the cell of a row, or of what adds rows.
  func registeredNumber(of id: RowID) -> Int { cellCount(sections) + registered.number(of: id) }

  /// The identifier of a cell of a row; nil for any other number.
  func registeredID(_ number: Int) -> RowID? { registered[number - cellCount(sections)] }

  func place(of number: Int) -> Place? { place(of: number, in: sections) }

  func place(of number: Int, in sections: [DetailSection]) -> Place? {
    if case .element(let element, let index)? = registered[number - cellCount(sections)] {
      guard let section = sections.first(where: { $0.index == index }), section.rows?.content.shows(element) == true,
        let cell = section.rows?.row(ofElement: element).cell
      else { return nil }
      return Place(cell: cell, number: number, section: section)
    }
    guard let section = sections.last(where: { $0.firstCell <= number && !$0.cells.isEmpty }),
      section.cells.indices.contains(number - section.firstCell)
    else { return nil }
    return Place(cell: section.cells[number - section.firstCell], number: number, section: section)
  }

  /// The section of a cell and its position there; that of what adds rows is before or after them.
  private func position(of number: Int) -> (section: Int, cell: Int)? {
    switch registeredID(number) {
    case .element(let element, let section)?:
      return lists.first { $0.sectionNumber == section }?.content.location(of: element).map { (section, $0.position) }
    case .add(let section)?:
      guard let list = lists.first(where: { $0.sectionNumber == section }) else { return nil }
      return (section, list.properties[ListController.listKeys.addAppend] ? list.content.count : -1)
    default: return place(of: number).map { ($0.section.index, number - $0.section.firstCell) }
    }
  }

  func cellNumber(
    _ number: Int?, plus step: Int, of isCandidate: (Component) -> Bool, where isWanted: (Place) -> Bool
  ) -> Int? {
    var start = number.flatMap(position)
    guard number == nil || start != nil else { return nil }
    let sections = step < 0 ? sections.reversed() : sections
    for section in sections.drop(while: { section in start.map { $0.section != section.index } ?? false }) {
      let list = section.rows.flatMap { isShown(section) && isCandidate($0.cellComponent) ? $0 : nil }
      let count = list?.content.count ?? section.cells.count
      let first = start.map { $0.cell + step } ?? (step < 0 ? count - 1 : 0)
      start = nil
      let rows = list == nil ? count : ListController.windowSize
      for position in stride(from: first, to: first + step * rows, by: step) {
        guard (0..<count).contains(position), !store.isBudgetExhausted() else { break }
        if let list {
          guard let element = list.content.element(at: position) else { break }
          let place = Place(cell: list.row(ofElement: element).cell, number: 0, section: section)
          if isWanted(place) { return registeredNumber(of: list.id(ofElement: element)) }
        } else if section.cells.indices.contains(position), isCandidate(section.cells[position].component) {
          let number = section.firstCell + position
          if isWanted(Place(cell: section.cells[position], number: number, section: section)) { return number }
        }
      }
    }
    return nil
  }

  func isSelected(_ place: Place) -> Bool {
    guard let list = place.section.rows, let element = place.cell.id.entity else { return selected == place.number }
    return list.isSelected(list.row(ofElement: element))
  }

  /// Of rows, only those with input take part.
  var fieldSections: [DetailSection] {
    let cells = fields?.changedCells.filter { $0.controller !== self } ?? []
    guard !cells.isEmpty else { return sections }
    return sections.map { section in
      guard let list = section.rows else { return section }
      return DetailSection(
        index: section.index, values: section.values, firstCell: section.firstCell,
        cells: cells.filter { $0.controller === list }, rows: list)
    }
  }

  var validatedEntity: EntityID? { effectiveContext }
}
