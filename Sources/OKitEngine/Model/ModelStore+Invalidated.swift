/// The hook `invalidated(key)`: an entity hears which of its properties a turn has changed.
extension ModelStore {
  private struct Key: Hashable {
    var entity: EntityID
    var slot: Int32
  }

  /// Runs the hook for each property that the transaction has changed so far, once for each, also for what the hooks
  /// change. O(changes).
  ///
  /// - Throws: what a hook throws.
  public func runInvalidatedHooks() throws {
    guard let hooks, !isReplaying else { return }
    var functions: [Int32: FunctionRef?] = [:]
    var seen: Set<Key> = []
    var next = 0
    while next < journal.count {
      let mutation = journal[next]
      next += 1
      guard let type = type(of: mutation.owner) else { continue }
      let function = functions[type.index] ?? type.function(named: "invalidated")
      functions[type.index] = .some(function)
      guard let function, isManaged(mutation.owner),
        seen.insert(Key(entity: mutation.owner, slot: mutation.slot)).inserted
      else { continue }
      let name = type.properties[Int(mutation.slot)].name
      try hooks.run(function, of: mutation.owner, arguments: [.string(name)])
    }
  }
}
