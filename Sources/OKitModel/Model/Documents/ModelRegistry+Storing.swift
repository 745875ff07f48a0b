/// Storing models.
///
/// A store may take time. Its models stay pending until the storage says that they are durable.
extension ModelRegistry {
  /// Stores a model, or, inside the function given to `state`, together with the others. A model without changes is not
  /// written.
  ///
  /// - Throws: `model.notAModel`, and what the storage throws; the model stays pending then. The store of a storage
  ///   that takes its time may fail after this returns: see `waitUntilStored`.
  package func store(_ model: EntityID) throws {
    guard store.models.name(of: model) != nil else {
      throw Diagnostic("model.notAModel", "\(store.describe(model)) is not a registered model")
    }
    if collected != nil { collected?.append(model) } else { try write([model]) }
  }

  /// Stores all models of the state, all or none. Without a state function: all registered models.
  ///
  /// - Throws: as `store(_:)`.
  package func storeState() throws {
    guard let state else { return try write(store.models.sorted.map(\.root)) }
    collected = []
    defer { collected = nil }
    try state()
    try write(collected ?? [])
  }

  /// Waits until every store that was begun is finished.
  ///
  /// - Throws: why the first one of those that failed did.
  package func waitUntilStored() throws {
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
  package var pending: [String] {
    sortedHomes.filter { $0.home.type.isStored && store.isPending($0.root) }.map(\.home.name)
  }

  func write(_ requested: [EntityID]) throws {
    remote.withoutDocument = []
    let all = try requested + (store.optimistic?.save() ?? [])
    try checkStrictEntities(of: all)
    if all.contains(where: store.isPending) { try noteLaunch() }
    var seen: Set<EntityID> = []
    let models = all.filter { seen.insert($0).inserted }.compactMap { root in home(of: root).map { (root, $0) } }
    var commit = SharedCommit()
    do { for (root, home) in models { try home.collect(root, into: &commit) } } catch {
      commit.cancel()
      throw error
    }
    if !commit.isEmpty { try begin(commit) }
    // One after the other: what is not a document commits alone.
    for (root, home) in models { try home.storeAlone(root) }
    // Parts that have moved to a model that was stored later leave their place in the model before.
    for (root, home) in models where store.hasPendingParts(root) { try home.storeAlone(root) }
    try requestStores(models.map(\.0))
    store.optimistic?.noteStored()
    try refuse(commit.edited)
  }

  private func begin(_ commit: SharedCommit) throws {
    let changes =
      commit.parts.flatMap(\.writes) + commit.writes.compactMap(\.write)
      + commit.replaced.flatMap { removals(ofDatabase: $0) }
    let operation = changes.isEmpty ? .running {} : storage.write(changes)
    do { try operation.check() } catch {
      commit.cancel()
      throw error
    }
    let begun = unfinished.add(operation, commit)
    // `begun` owns the operation: a strong reference would keep both of an operation that never finishes.
    operation.whenFinished { [weak self, weak begun] outcome in
      if let begun { self?.finish(begun, outcome) }
    }
  }

  /// Reports the models whose documents were not overwritten.
  ///
  /// - Throws: `storage.edited` for the first one.
  func refuse(_ edited: [String]) throws {
    let errors = edited.map { name in
      var error = storage.edited(Self.path(of: name))
      error.hint =
        """
        okit.Model.sync() reads the document and drops the changes of the application; \
        \(StoredDocument.restoring(name))
        """
      return error.appending(
        .storedState("the document was not overwritten; what the application has is the previous version now"))
    }
    for error in errors.dropFirst() { store.report(error) }
    if let first = errors.first { throw first }
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
      guard !files.isEmpty else { continue }
      homes[changes.model]?.retire(files)?.whenFinished { [weak self] outcome in
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
        home(of: model)?.noteStored()
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
