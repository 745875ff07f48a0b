/// A property of an entity in a model that a turn has changed.
package struct PropertyChange: Hashable {
  package let entity: EntityID
  package let key: String
}

extension ModelStore {
  /// The number of changes that the running transaction has made so far.
  package var changeCountOfTransaction: Int { journal.isReplaying ? 0 : journal.count }

  /// Returns the properties that the running transaction has changed from a change on, each once. O(changes).
  ///
  /// - Parameter told: Properties to leave out. Those that are returned are added.
  package func propertyChanges(since start: Int, besides told: inout Set<PropertyChange>) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    for index in start..<max(start, changeCountOfTransaction) {
      if isBudgetExhausted() { break }
      let mutation = journal.mutations[index]
      guard isManaged(mutation.owner), let type = type(of: mutation.owner),
        type.properties.indices.contains(Int(mutation.slot))
      else { continue }
      let change = PropertyChange(entity: mutation.owner, key: type.properties[Int(mutation.slot)].name)
      if told.insert(change).inserted { changes.append(change) }
    }
    return changes
  }
}
