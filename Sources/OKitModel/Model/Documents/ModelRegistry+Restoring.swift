/// Reading all models again, after a backup has replaced what is stored.
extension ModelRegistry {
  /// The storage of the models in which encrypted ones are containers.
  package var files: any DocumentStorage { encrypted?.base ?? storage }

  /// Forgets the stored forms of all models: the next store of each writes the whole document.
  package func endJournals() { for (home, root) in sortedHomes { home.endLog(of: root) } }

  /// Makes the models equal to what is stored, as a part of a turn. A model that is not stored becomes as a new one;
  /// one whose content is not in memory stays so.
  ///
  /// - Parameter names: The models on a server that are read, too.
  /// - Throws: what reading throws; nothing has changed then.
  package func readAllAgain(onServer names: Set<String> = []) throws {
    try http?.readingModels { try readAllModelsAgain(onServer: names) } ?? readAllModelsAgain(onServer: names)
  }

  private func readAllModelsAgain(onServer names: Set<String>) throws {
    let models = sortedHomes.filter { home, root in
      store.closedModels[root] == nil && home.type.isStored && (!home.isReadOnDemand || names.contains(home.name))
    }
    // What was restored may be the form that a reload has replaced.
    let known = homes.values.map { (home: $0, replaced: $0.replaced, isKnownStored: $0.isKnownStored) }
    for (home, _, _) in known { home.replaced = nil }
    let missing: [RegisteredHome]
    let loaded: [StoredModel]
    do {
      for (home, _) in models { try home.expectOneForm() }
      missing = try models.filter { try $0.home.isMissing() }
      for (home, _) in missing { home.isKnownStored = false }
      do { loaded = try readAgain(models, emptying: missing) } catch let diagnostic as Diagnostic
        where diagnostic.code == "model.duplicateId"
      {
        // An entity has moved from one model to another.
        loaded = try readAgain(models, emptying: models)
      }
    } catch {
      for (home, replaced, isKnownStored) in known { (home.replaced, home.isKnownStored) = (replaced, isKnownStored) }
      throw error
    }
    finishReading(loaded)
    for model in loaded where model.home.isSwitched { store.markPending(root: model.root) }
    for (home, root) in missing {
      home.endLog(of: root)
      // It is stored as a new one.
      try home.beginMissing(root)
      store.markPending(root: root)
    }
  }
}
