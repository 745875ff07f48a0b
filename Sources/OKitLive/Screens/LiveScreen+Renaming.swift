/// Rows after a hot reload, in which entities get other handles, and so their rows other ids.
extension LiveScreen {
  /// The entities that have rows.
  package var entities: Set<EntityID> { Set(screen.sections.lazy.flatMap(\.rows).compactMap(\.id.entity)) }

  /// Returns the screen with the ids that rows get from other handles of their entities.
  package func renaming(_ handles: [EntityID: EntityID]) -> LiveScreen {
    var copy = self
    for path in screen.rowPaths {
      guard let id = screen[path]?.id.renaming(handles) else { continue }
      copy.screen.sections[path.section].rows[path.row].id = id
      copy.renamed.insert(id)
    }
    return copy
  }
}

extension RowID {
  /// Nil for a row without an entity, and for one whose entity has no other handle.
  fileprivate func renaming(_ handles: [EntityID: EntityID]) -> RowID? {
    guard let entity, let handle = handles[entity] else { return nil }
    return switch self {
    case .entity: .entity(handle)
    case .element(_, let section): .element(handle, section: section)
    case .gridCell(_, let column): .gridCell(handle, column: column)
    case .cell, .add: nil
    }
  }
}
