/// What was not sent.
extension HTTPStorage {
  /// Returns what an earlier process has not sent of a model, and sends it from now on. Does nothing while it is known.
  ///
  /// - Returns: The operation; nil if everything was sent.
  /// - Throws: `http.pending`, and what reading throws.
  package func resumePending(of model: String) throws -> StorageOperation? {
    finishAcknowledged()
    guard let queue = queues[model], queue.sending != nil else {
      guard let unsent = try pending.load(model, self) else { return nil }
      try unsent.expectNoConversion()
      return resume(unsent, queue(of: model))
    }
    guard !isReadOnly, queue.isStopped, let stopped = queue.unacknowledged else { return nil }
    return add(HTTPChange(model: model, document: stopped.contents.last?.path ?? ""), to: queue)
  }

  private func resume(_ unsent: PendingChange, _ queue: HTTPQueue) -> StorageOperation? {
    for (path, version) in unsent.versions { setVersion(version, at: path) }
    guard !isReadOnly else {
      queue.hold(unsent.change)
      return nil
    }
    return add(unsent.change, to: queue)
  }

  /// Whether the server has not acknowledged everything of a model.
  package func isUnsent(_ model: String) -> Bool { queues[model]?.sending != nil }

  /// Whether a content of a path was not acknowledged.
  package func isUnsent(path: String) -> Bool { queues.values.contains { $0.content(at: path) != nil } }

  /// The paths of the contents of a model that were not acknowledged.
  package func unsentPaths(of model: String) -> [String] { queues[model]?.unacknowledged?.contents.map(\.path) ?? [] }

  // MARK: Conversions

  /// Returns what an interrupted conversion of a model has left; the next store of the model continues it.
  ///
  /// - Throws: `http.pending` for what an application has not sent, for another endpoint and for damaged files.
  package func interruptedConversion(of model: String) throws -> HTTPChange? {
    finishAcknowledged()
    guard let unsent = try pending.load(model, self) else { return nil }
    if !unsent.change.isConversion { try PendingChange.expectNone(of: model, in: local) }
    for (path, version) in unsent.versions { setVersion(version, at: path) }
    queue(of: model).hold(unsent.change)
    return unsent.change
  }

  /// Forgets what a conversion has not sent.
  ///
  /// - Parameter writes: What the local storage stores in the same commit.
  package func giveUp(_ model: String, with writes: [StorageWrite] = []) throws {
    try pending.remove(model, with: writes)
    queue(of: model).drop()
  }
}
