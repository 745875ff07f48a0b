/// Storing models.
///
/// A store may take time. Its models stay pending until the storage says that they are durable.
extension ModelRegistry {
  /// Stores a model, or, inside the function given to `state`, together with the others. A model without changes is not
  /// written.
  ///
  /// - Throws: `model.notAModel`, and what the storage throws; the model stays pending then. The store of a storage
  ///   that takes its time may fail after this returns: see `waitUntilStored`.
  public func store(_ model: EntityID) throws {
    guard store.models.name(of: model) != nil else {
      throw Diagnostic("model.notAModel", "\(store.describe(model)) is not a registered model")
    }
    if collected != nil { collected?.append(model) } else { try write([model]) }
  }

  /// Stores all models of the state, all or none. Without a state function: all registered models.
  ///
  /// - Throws: as `store(_:)`.
  public func storeState() throws {
    guard let state else { return try write(store.models.sorted.map(\.root)) }
    collected = []
    defer { collected = nil }
    try state()
    try write(collected ?? [])
  }

  /// Waits until every store that was begun is finished.
  ///
  /// - Throws: why the first one of those that failed did.
  public func waitUntilStored() throws {
    var failure: (any Error)?
    do { try beginRequestedStores() } catch { failure = error }
    let awaited = unfinished.stores
    for store in awaited { store.isAwaited = true }
    defer { for store in awaited { store.isAwaited = false } }
    for store in awaited {
      do { try store.operation.wait() } catch { failure = failure ?? error }
    }
    readMergedPartsAgain()
    if let failure { throw failure }
  }

  /// The models that have changes not stored yet.
  public var pending: [String] {
    store.models.sorted.filter { store.type(of: $0.root)?.modelKind?.isStored == true && store.isPending($0.root) }.map(
      \.name)
  }

  func write(_ models: [EntityID]) throws {
    try checkStrictEntities(of: models)
    if models.contains(where: store.isPending) { try noteLaunch() }
    var writes: [ModelWrite] = []
    var numbers: [EntityID: Int] = [:]
    var parts: [PartChanges] = []
    // The databases that documents replace.
    var replaced: [String] = []
    // Those that something else has changed.
    var edited: [String] = []
    var seen: Set<EntityID> = []
    for model in models where seen.insert(model).inserted {
      guard let type = store.type(of: model), type.modelKind?.isDocument == true, type.modelKind?.isRemote == false,
        let name = store.models.name(of: model)
      else { continue }
      let isSwitched = isSwitched(type, name)
      let edit: DocumentEdit?
      let isRemoved: Bool
      do {
        (edit, isRemoved) = (try self.edit(of: model, name), try self.isRemoved(model, name))
        if edit == .document, isSwitched { throw storage.edited(Self.path(of: name)) }
      } catch {
        for write in writes { write.finish(false) }
        throw error
      }
      // Without its document, a journal is lost: memory has what both had.
      guard isSwitched || isRemoved || store.isPending(model) || edit != nil && isWorthKeeping(model) else { continue }
      if isRemoved { reportRemoved(name) }
      if edit == .journal, !isSwitched { reportChangedJournal(of: model, name) }
      let number = store.numberForStoring(model)
      var writesDocument = isSwitched || store.isDocumentPending(model) && unfinished.number(of: model) != number
      let form = form(of: type, name)
      var changes: PartChanges
      do {
        if edit != nil || isRemoved {
          // The journal and the document do not belong together any more, and memory has all that both had.
          endJournal(of: model)
          writesDocument = true
        }
        // A document needs its parts in the same commit: a store before it may fail.
        changes = try store.partChanges(
          of: model, named: name, writesAll: isSwitched, writesMissing: isRemoved
        ) {
          writesDocument ? nil : unfinished.number(of: $0)
        }
        changes.set(form, keepsPrevious: !isSwitched)
        let partials = try editedPartials(changes)
        if isSwitched, let first = partials.first { throw storage.edited(first) }
        changes.keepAsPrevious(partials)
        edited += partials.map(Self.name)
      } catch {
        for write in writes { write.finish(false) }
        throw error
      }
      if edit == .document {
        let write = previousVersion(of: model, type, name)
        writes += [write] + changes.writes.map { ModelWrite(write: $0) { _ in } }
        edited.append(name)
        refused.insert(model)
        continue
      }
      if !changes.isEmpty { parts.append(changes) }
      guard writesDocument else { continue }
      numbers[model] = number
      // The journal has the other form.
      if isSwitched { endJournal(of: model) }
      do {
        var write = try modelWrite(of: model, type, name)
        write.write?.form = form
        if isSwitched { write.write?.keepsPrevious = false }
        writes.append(write)
        if replacedForms[name] == .database { replaced.append(name) }
      } catch {
        for write in writes { write.finish(false) }
        endJournal(of: model)
        throw error
      }
    }
    if !writes.isEmpty || !parts.isEmpty { try begin(writes, numbers, parts, replacing: replaced) }
    // One after the other: a database commits alone.
    for model in models where rowModels[model] != nil { try storeRows(of: model) }
    // Parts that have moved to a model that was stored later leave rows behind.
    for model in models where rowModels[model] != nil && store.hasPendingParts(model) { try storeRows(of: model) }
    try requestStores(models)
    try refuse(edited)
  }

  private func begin(
    _ writes: [ModelWrite], _ numbers: [EntityID: Int], _ parts: [PartChanges], replacing databases: [String]
  ) throws {
    let changes =
      parts.flatMap(\.writes) + writes.compactMap(\.write) + databases.flatMap { removals(ofDatabase: $0) }
    let operation = changes.isEmpty ? .running {} : storage.write(changes)
    do { try operation.check() } catch {
      for write in writes { write.finish(false) }
      throw error
    }
    let begun = unfinished.add(operation, numbers, parts, writes.map(\.finish), replacing: databases)
    // `begun` owns the operation: a strong reference would keep both of an operation that never finishes.
    operation.whenFinished { [weak self, weak begun] outcome in
      if let begun { self?.finish(begun, outcome) }
    }
  }

  /// Notes what a store has written, and deletes the files of parts that are no longer needed. The rows of parts that
  /// have left their database are removed by its next store.
  func finishStoring(_ stored: [PartChanges]) {
    let written = (unfinished.stores.flatMap(\.parts) + stored).reduce(into: Set<String>()) { $0.formUnion($1.paths) }
    for changes in stored {
      var files: [String] = []
      for path in store.finishStoring(changes, isWritten: written.contains) {
        if let row = PartRow(path: path) { store.parts.removeLater(row, storedBy: stored) } else { files.append(path) }
      }
      // A server has removed them already.
      guard !files.isEmpty, !isRemote(changes.model) else { continue }
      storage.retire(files, of: Self.path(of: changes.model)).whenFinished { [weak self] outcome in
        guard case .failure(let error) = outcome else { return }
        self?.store.report(error.diagnostic("storage.write"))
      }
    }
  }

  func finish(_ finished: UnfinishedStores.Store, _ outcome: StorageOperation.Outcome) {
    unfinished.remove(finished)
    var isStored = false
    if case .success = outcome { isStored = true }
    for completion in finished.completions { completion(isStored) }
    switch outcome {
    case .success:
      for (model, number) in finished.numbers where store.models.name(of: model) != nil {
        store.markStored(model, as: number)
        documents.insert(model)
        refused.remove(model)
      }
      finishStoring(finished.parts)
      for name in finished.replacedDatabases {
        do { try forgetDatabase(of: name) } catch {
          store.report(error.diagnostic("storage.write"))
        }
      }
    case .failure(let error):
      // `waitUntilStored` throws it.
      guard !finished.isAwaited, !remote.waiting.contains(where: { $0.isAwaited(finished.numbers.keys) }) else {
        return
      }
      store.report(error.diagnostic("storage.write"))
    }
  }
}
