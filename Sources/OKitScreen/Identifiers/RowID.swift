/// The identifier of a row. It stays the same while the row exists, however its content and place change.
///
/// Its text is `entity:12.1` for the row of an entity (the index and the generation of its handle), `cell:3` for a
/// static cell, and `cell:12.1.3` for the cell of such a row in a column.
public enum RowID: Sendable, Hashable, LosslessStringConvertible {
  case entity(EntityID)
  /// A static cell, by a key that its controller gives it.
  case cell(Int)
  /// A cell of a grid, by the entity of its row and the key of its column.
  case gridCell(EntityID, column: Int)

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "entity":
      guard let entity = Self.entity(parts[1].split(separator: ".", omittingEmptySubsequences: false)) else {
        return nil
      }
      self = .entity(entity)
    case "cell":
      let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      guard let last = numbers.last.flatMap({ Int($0) }) else { return nil }
      if numbers.count == 1 {
        self = .cell(last)
      } else {
        guard let entity = Self.entity(numbers.dropLast()), last >= 0 else { return nil }
        self = .gridCell(entity, column: last)
      }
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

  public var description: String {
    switch self {
    case .entity(let entity): "entity:\(entity.index).\(entity.generation)"
    case .cell(let number): "cell:\(number)"
    case .gridCell(let entity, let column): "cell:\(entity.index).\(entity.generation).\(column)"
    }
  }
}
