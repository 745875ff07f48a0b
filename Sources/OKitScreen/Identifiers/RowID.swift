/// The identifier of a row. It stays the same while the row exists, however its content and place change.
///
/// Its text is `entity:12.1` for the row of an entity (the index and the generation of its handle), and `cell:3` for a
/// static cell.
public enum RowID: Sendable, Hashable, LosslessStringConvertible {
  case entity(EntityID)
  /// A static cell, by a key that its controller gives it.
  case cell(Int)

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "entity":
      let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
      guard numbers.count == 2, let index = numbers[0], let generation = numbers[1] else { return nil }
      self = .entity(EntityID(index: index, generation: generation))
    case "cell":
      guard let number = Int(parts[1]) else { return nil }
      self = .cell(number)
    default: return nil
    }
    // One identifier has one text: no `+1`, no `01`.
    guard description == text else { return nil }
  }

  public var description: String {
    switch self {
    case .entity(let entity): "entity:\(entity.index).\(entity.generation)"
    case .cell(let number): "cell:\(number)"
    }
  }
}
