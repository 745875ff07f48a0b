/// The identifier of a row. It stays the same while the row exists, however its content and place change.
///
/// Its text is `entity:12.1` for the row of an entity (the index and the generation of its handle), `entity:12.1:2` for
/// that in a section of a detail, `cell:3` for a static cell, `cell:12.1.3` for the cell of such a row in a column of a
/// grid, and `add:2` for what adds an entity to a section.
package enum RowID: Sendable, Hashable, LosslessStringConvertible {
  case entity(EntityID)
  /// A static cell, by a key that its controller gives it.
  case cell(Int)
  /// A cell of a grid, by the entity of its row and the key of its column.
  case gridCell(EntityID, column: Int)
  /// The row of an entity in a section of a detail, by the number of the section from 0.
  case element(EntityID, section: Int)
  /// The field or the button that adds an entity to a section of a detail, or to the list, which is section 0.
  case add(section: Int)

  /// The entity that has the row, or the row of the cell; nil for a static cell, and for a row that adds one.
  package var entity: EntityID? {
    switch self {
    case .entity(let entity), .element(let entity, _), .gridCell(let entity, _): entity
    case .cell, .add: nil
    }
  }

  /// What tells it from other rows, with `entity`.
  package var place: (kind: Int, number: Int) {
    switch self {
    case .entity: (0, 0)
    case .cell(let number): (1, number)
    case .gridCell(_, let column): (2, column)
    case .element(_, let section): (3, section)
    case .add(let section): (4, section)
    }
  }

  /// Whether the row adds an entity, and does not show one.
  package var adds: Bool { if case .add = self { true } else { false } }

  package var isGridCell: Bool { if case .gridCell = self { true } else { false } }

  /// Whether it is a static cell, or a cell of a grid.
  package var isCell: Bool { if case .cell = self { true } else { isGridCell } }

  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && parts[0] == "entity" else { return nil }
    switch parts[0] {
    case "entity":
      guard let entity = Self.entity(parts[1].split(separator: ".", omittingEmptySubsequences: false)) else {
        return nil
      }
      guard parts.count == 3 else {
        self = .entity(entity)
        break
      }
      guard let section = Int(parts[2]), section >= 0 else { return nil }
      self = .element(entity, section: section)
    case "cell":
      let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      guard let last = numbers.last.flatMap({ Int($0) }) else { return nil }
      if numbers.count == 1 {
        self = .cell(last)
      } else {
        guard let entity = Self.entity(numbers.dropLast()), last >= 0 else { return nil }
        self = .gridCell(entity, column: last)
      }
    case "add":
      guard let section = Int(parts[1]), section >= 0 else { return nil }
      self = .add(section: section)
    default: return nil
    }
    // One identifier has one text: no `+1`, no `01`.
    guard description == text else { return nil }
  }

  private static func entity(_ numbers: some Collection<Substring>) -> EntityID? {
    let numbers = numbers.map { UInt32($0) }
    guard numbers.count == 2, let index = numbers[0], let generation = numbers[1] else { return nil }
    return EntityID(index: index, generation: generation)
  }

  package var description: String {
    switch self {
    case .entity(let entity): "entity:\(entity.index).\(entity.generation)"
    case .cell(let number): "cell:\(number)"
    case .gridCell(let entity, let column): "cell:\(entity.index).\(entity.generation).\(column)"
    case .element(let entity, let section): "entity:\(entity.index).\(entity.generation):\(section)"
    case .add(let section): "add:\(section)"
    }
  }
}
