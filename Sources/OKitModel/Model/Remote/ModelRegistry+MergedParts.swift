/// The partials of models that were merged with a version of others.
///
/// A merge does not read them: the server would have another version of the document meanwhile. Those in memory are
/// read again when the merged document is stored.
extension ModelRegistry {
  /// Reads the partials in memory of merged models that the server has. Does nothing during a turn.
  func readMergedPartsAgain() {
    guard let http, remote.homes.values.contains(where: \.isMerged), !store.isInTransaction, !holdsRows,
      !http.transport.isEnding
    else { return }
    for (name, root) in store.models.sorted.sorted(by: { $0.root.index < $1.root.index }) {
      guard let home = remote.homes[name], home.isMerged, !home.isUnsent else { continue }
      home.isMerged = false
      do { try readPartialsAgain(of: root, name, http) } catch {
        var problem = error.diagnostic("storage.read")
        problem.severity = .warning
        store.report(problem.appending(.storedState("the partials of \"\(name)\" stay as they were read before")))
      }
    }
  }

  /// Returns the partials below an entity whose entity is in memory and has no changes that were not stored.
  private func partialsInMemory(below root: EntityID) -> [(partial: EntityID, path: String, property: Property)] {
    guard store.hasPartials else { return [] }
    return store.subtree(root).compactMap { partial in
      guard let record = store.record(partial), let property = store.type(of: record).lazyProperty,
        property.role == .deferred, !record.isNil(property.slot), let file = store.parts.files[partial]
      else { return nil }
      return (partial, file.path, property)
    }
  }

  private func readPartialsAgain(of root: EntityID, _ name: String, _ http: HTTPStorage) throws {
    let partials = partialsInMemory(below: root).filter { !store.isDocumentPending($0.partial) }
    guard !partials.isEmpty else { return }
    try http.readAhead(partials.map(\.path))
    defer { http.endReadAhead() }
    var changed: [EntityID] = []
    try http.readingModels {
      try inTurn {
        try store.readingAgain {
          try store.transaction {
            changed = try applyChanged(partials, name, http)
            if !changed.isEmpty { store.history.clearAfterTransaction(store) }
          }
        }
      }
    }
    for partial in changed {
      store.markStored(partial, as: store.numberForStoring(partial))
      store.settleStored(partial)
    }
  }

  /// Makes the entities of partials equal to their documents, where these have changed.
  ///
  /// - Returns: The partials whose document has changed.
  private func applyChanged(
    _ partials: [(partial: EntityID, path: String, property: Property)], _ name: String, _ http: HTTPStorage
  ) throws -> [EntityID] {
    store.parts.keepsPartials = true
    defer { store.parts.keepsPartials = false }
    return try partials.compactMap { partial, path, property -> EntityID? in
      guard store.isManaged(partial), case .entity(let child)? = store.record(partial)?.value(of: property) else {
        return nil
      }
      let known = http.versions[path]?.digest
      var isChanged = false
      try store.placing(path) {
        let data = try store.storedData(ofDeferred: property, of: partial)
        isChanged = http.versions[path]?.digest != known && DocumentMerge.id(data) == store.id(of: child)
        if isChanged { try store.apply(document: data, of: name, to: child) }
      }
      return isChanged ? partial : nil
    }
  }

  /// Begins to read the partials in memory of a model at the same time, for a merge that needs all of them.
  func readPartialsAhead(of root: EntityID, _ http: HTTPStorage) throws {
    try http.readAhead(partialsInMemory(below: root).map(\.path))
  }
}
