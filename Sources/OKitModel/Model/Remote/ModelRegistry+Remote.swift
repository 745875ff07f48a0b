/// Models that are stored on a server.
extension ModelRegistry: HTTPStorageDelegate {
  package var isInTransaction: Bool { store.isInTransaction || holdsRows }

  package func report(_ diagnostic: Diagnostic) { store.report(diagnostic) }

  /// Runs a change of models as a turn of the application.
  func inTurn(_ body: () throws -> Void) throws { if let host { try host.runTurn(body) } else { try body() } }

  /// Lets the server's storage call this registry, and no other one from before a reload.
  package func connectServer() {
    guard let http else { return }
    http.delegate = self
    store.server = http
  }

  // MARK: Registering

  /// - Throws: `http.endpoint`, `part.missing`.
  func requireServer(for user: String) throws -> HTTPStorage {
    guard let http else { throw Diagnostic.missingPart(.http, for: user) }
    _ = try http.transport.settings()
    return http
  }

  /// Begins to read the documents of models on the server at the same time. Registering each waits for its own only.
  ///
  /// - Throws: `model.name`, `http.endpoint`, `part.missing`.
  package func prefetch(_ names: [String]) throws {
    for name in names { try Self.check(name) }
    let http = try requireServer(for: "okit.Model.prefetch")
    let names = names.filter { store.models[$0] == nil && restored[$0] == nil }
    try http.readAhead(names.map(Self.path))
    // Meanwhile: looking for many files at once opens their folder once. The first look opens the storage.
    guard store.isInTransaction else { return }
    let lacking = names.prefix(1).filter(lacksDocument)
    remote.withoutDocument = Set(lacking + files.readingMany { names.dropFirst().filter(lacksDocument) })
  }

  /// Returns whether a model has no document on this machine. Registering it throws what reading throws.
  private func lacksDocument(_ name: String) -> Bool {
    do { return try !files.contains(Self.path(of: name)) } catch { return false }
  }

  // MARK: Storing

  private func remoteHome(of root: EntityID) -> RemoteHome? { store.models.name(of: root).flatMap { remote.homes[$0] } }

  /// Stores models on the server when the turn has ended; outside of a turn, now.
  ///
  /// - Throws: what keeping the changes on this machine throws; nothing was sent then.
  func requestStores(_ models: [EntityID]) throws {
    guard http != nil else { return }
    for model in models { home(of: model)?.requestStore(model) }
    if !store.isInTransaction { try beginRequestedStores() }
  }

  /// Captures the models that are to be stored, and begins to send them.
  ///
  /// - Throws: what keeping the changes on this machine throws, for the first model that it throws for.
  func beginRequestedStores() throws {
    guard let http, !remote.requested.isEmpty else { return }
    try noteLaunch()
    let requested = remote.requested
    remote.requested = []
    var failure: (any Error)?
    func finish(_ root: EntityID, _ operation: StorageOperation) {
      if case .failure(let error)? = operation.outcome { failure = failure ?? error }
      for waiting in remote.waiting where waiting.contains(root) {
        operation.whenFinished { waiting.finish(root, $0) }
      }
    }
    var captures: [RemoteHome.Captured] = []
    for root in requested {
      do {
        guard let captured = try remoteHome(of: root)?.captureStore(of: root) else {
          finish(root, .running {})
          continue
        }
        // The keys of a model are stored before those of the next one are captured.
        if captured.keys.isEmpty { captures.append(captured) } else { finish(root, begin(captured, on: http)) }
      } catch { finish(root, .failed(error)) }
    }
    for (captured, operation) in zip(captures, begin(captures, on: http)) { finish(captured.root, operation) }
    remote.waiting.removeAll { $0.operation.outcome != nil }
    if let failure { throw failure }
  }

  /// Continues what is being sent, between turns.
  package func continueStores() {
    remote.withoutDocument = []
    guard let http, !store.isInTransaction else { return }
    http.commitReads()
    do { try beginRequestedStores() } catch {
      store.report(error.diagnostic("storage.write"))
    }
    http.pump()
    readMergedPartsAgain()
  }

  /// Returns a store of the state that `storeState` has begun, for waiting.
  ///
  /// - Parameter isAwaited: Returns whether a caller waits for it, and gets its failure.
  package func stateStore(isAwaited: @escaping () -> Bool) -> StateStore {
    let requested = Set(remote.requested)
    let state = StateStore(requested.union(unfinished.stores.flatMap(\.numbers.keys)), isAwaited: isAwaited)
    for store in unfinished.stores {
      for model in store.numbers.keys where !requested.contains(model) {
        store.operation.whenFinished { state.finish(model, $0) }
      }
    }
    if state.operation.outcome == nil { remote.waiting.append(state) }
    return state
  }

  /// The date at which something arrives or is sent again by a virtual clock; nil when nothing does.
  package var nextEvent: DateValue? {
    guard let http, http.isActive else { return nil }
    return [http.nextDue, http.transport.nextEvent].compactMap(\.self).min()
  }

  /// Whether a model is being sent, or will be by itself.
  package var isStoring: Bool { http?.isActive == true || !remote.requested.isEmpty }

  /// Waits in real time until a response has arrived, for at most a number of seconds.
  package func waitForServer(seconds: Double) { http?.transport.advance(waiting: seconds) }

  /// Begins to store a model. One that has failed before is sent again.
  ///
  /// - Throws: what capturing the model and keeping it on this machine throws.
  func beginStore(of root: EntityID, on http: HTTPStorage) throws {
    if let captured = try remoteHome(of: root)?.captureStore(of: root) { try begin(captured, on: http).check() }
  }

  /// Begins to store a model.
  ///
  /// - Returns: The operation; a failed one if the model cannot be kept on this machine.
  private func begin(_ captured: RemoteHome.Captured, on http: HTTPStorage) -> StorageOperation {
    let operation = http.store(captured.change, with: captured.keys, captured.finishKeys)
    if case .failure? = operation.outcome { return operation }
    add(operation, [captured.root: captured.number], captured.parts)
    return operation
  }

  /// Begins to store models that need no keys, all of which are kept on this machine by one commit.
  private func begin(_ captures: [RemoteHome.Captured], on http: HTTPStorage) -> [StorageOperation] {
    do {
      let operations = try http.store(captures.map(\.change))
      for (captured, operation) in zip(captures, operations) {
        add(operation, [captured.root: captured.number], captured.parts)
      }
      return operations
    } catch {
      return captures.map { _ in .failed(error) }
    }
  }

  /// - Parameter isMerge: Whether the operation continues others, which tell why it has failed.
  func add(_ operation: StorageOperation, _ numbers: [EntityID: Int], _ parts: PartChanges, isMerge: Bool = false) {
    let begun = unfinished.add(operation, SharedCommit(numbers: numbers, parts: [parts]))
    begun.isAwaited = isMerge
    operation.whenFinished { [weak self, weak begun] outcome in
      if let begun { self?.finish(begun, outcome) }
    }
  }
}
