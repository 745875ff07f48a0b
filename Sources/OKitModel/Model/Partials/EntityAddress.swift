/// What an entity is found by in another runtime with the same models: its id, and the partials whose documents have to
/// be read first.
package struct EntityAddress: Sendable, Hashable {
  package let id: String
  /// The ids of the partials in whose documents the entity is, the outermost first.
  let partials: [String]
}

extension ModelStore {
  /// Returns the address of an entity; nil for one that no longer exists. O(depth).
  package func address(of entity: EntityID) -> EntityAddress? {
    guard let id = id(of: entity) else { return nil }
    var partials: [String] = []
    var current = entity
    while let header = record(current)?.header, let parent = header.pointee.parent {
      if isDeferred(header.pointee.parentSlot, of: parent), let partial = self.id(of: parent) {
        partials.append(partial)
      }
      current = parent
    }
    return EntityAddress(id: id, partials: partials.reversed())
  }

  /// Returns the entity with an address; nil if it is in no model. A document of a partial that cannot be read is
  /// reported.
  package func entity(at address: EntityAddress) -> EntityID? {
    if let found = find(address.id) { return found }
    for id in address.partials {
      guard let partial = find(id) else { return nil }
      do { try readPart(partial) } catch {
        report(error.asDiagnostic)
        return nil
      }
    }
    return find(address.id)
  }
}
