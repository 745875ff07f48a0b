/// Reading all models again, after a backup has replaced what is stored.
extension ModelRegistry {
  /// The storage of the models in which encrypted ones are containers.
  package var files: any DocumentStorage { encrypted?.base ?? local }

  /// Forgets the stored forms of all models: the next store of each writes the whole document.
  func endJournals() { for (_, root) in store.models.sorted { endJournal(of: root) } }

  /// Makes the models equal to what is stored, as a part of a turn. A model that is not stored becomes as a new one;
  /// one whose content is not in memory stays so.
  ///
  /// - Parameter names: The models on a server that are read, too.
  /// - Throws: what reading throws; nothing has changed then.
  func readAllAgain(onServer names: Set<String> = []) throws {
    try http?.readingModels { try readAllModelsAgain(onServer: names) } ?? readAllModelsAgain(onServer: names)
  }

  private func readAllModelsAgain(onServer names: Set<String>) throws {
    let models = store.models.sorted.filter { name, root in
      store.closedModels[root] == nil && store.type(of: root)?.modelKind?.isStored == true
        && (!isRemote(name) || names.contains(name))
    }
    // What was restored may be the form that a reload has replaced.
    let replaced = replacedForms
    replacedForms = [:]
    do {
      for (name, root) in models {
        guard let type = store.type(of: root), !isRemote(name) else { continue }
        if type.modelKind == .sqlite { try expectNoDocument(type, name) } else { try expectNoDatabase(type, name) }
      }
    } catch {
      replacedForms = replaced
      throw error
    }
    let missing = try models.filter { name, root in
      if let model = rowModels[root] { return try model.storage.tables()?.isEmpty != false }
      return try !isRemote(name) && files.readDocument(Self.path(of: name)) == nil
    }
    let loaded: [StoredModel]
    let stored = documents
    documents.subtract(missing.map(\.root))
    do {
      do { loaded = try readAgain(models, emptying: missing) } catch let diagnostic as Diagnostic
        where diagnostic.code == "model.duplicateId"
      {
        // An entity has moved from one model to another.
        loaded = try readAgain(models, emptying: models)
      }
    } catch {
      documents = stored
      replacedForms = replaced
      throw error
    }
    finishReading(loaded)
    for model in loaded where store.type(of: model.root).map({ isSwitched($0, model.name) }) == true {
      store.markPending(root: model.root)
    }
    for (_, root) in missing {
      endJournal(of: root)
      // It is stored as a new one.
      try rowModels[root]?.open()
      store.markPending(root: root)
    }
  }
}
