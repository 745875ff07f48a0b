/// Sends the stores of one model in order: contents first, the document last of them, then the removals.
///
/// A store that begins while another one is being sent waits; a newer one replaces it.
final class HTTPQueue {
  typealias Handler = (StorageResponse) throws -> Void

  /// A failure after which the request is sent again.
  private struct Retry: Error {
    let diagnostic: Diagnostic
    var after: Double?
  }

  let model: String
  unowned let storage: HTTPStorage  // Safe: only the storage keeps queues.
  var sending: HTTPChange?
  var waiting: HTTPChange?
  var operations: [StorageOperation] = []
  var waitingOperations: [StorageOperation] = []
  var backOff = HTTPBackOff()
  /// Why the last request has to be sent again; nil after a success.
  var problem: Diagnostic?
  /// The number of times that the server had something else than expected, since a request has succeeded.
  var rounds = 0
  static let maximumRounds = 5
  /// When the request is sent again.
  private(set) var due: DateValue?
  private(set) var isRequesting = false
  /// Whether sending has failed; the next store tries again.
  private(set) var isStopped = false
  /// Whether a conflict waits for the end of a turn.
  private var isPostponed = false
  /// Whether another model asks the server whether it honours conditions.
  private(set) var isWaitingForProbe = false
  /// Handles the response that has arrived.
  private var ready: (() throws -> Void)?
  /// The contents that others have removed from the server, and that were stored again. A conflict may follow, which
  /// tells more.
  var restored: [String] = []
  /// Whether the server was asked for the document, because the store has only what the document refers to.
  var hasCheckedDocument = false
  /// The folders that were made on the server.
  var folders: Set<String> = []

  init(_ model: String, _ storage: HTTPStorage) { (self.model, self.storage) = (model, storage) }

  /// Everything that the server has not acknowledged; nil if it has acknowledged everything.
  var unacknowledged: HTTPChange? {
    guard var all = sending else { return nil }
    if let waiting { all.add(waiting) }
    return all
  }

  /// Returns everything that the server has not acknowledged, and a newer store. What is about to be sent may arrive as
  /// well.
  func unacknowledged(with newer: HTTPChange) -> HTTPChange {
    guard var all = unacknowledged else { return newer }
    all.add(newer)
    for content in sending?.contents ?? [] where !isStopped && content.progress == .waiting {
      all.noteSending(content, replacing: storage.versions[content.path]?.digest)
    }
    return all
  }

  /// Returns the newest content that was not acknowledged.
  func content(at path: String) -> HTTPChange.Content? { waiting?[path] ?? sending?[path] }

  /// Whether something is being sent, or will be without another store.
  var isActive: Bool { sending != nil && !isStopped }

  // MARK: Stores

  func add(_ change: HTTPChange, _ operation: StorageOperation?) {
    if let current = sending, !isStopped {
      var newer = waiting ?? change
      if waiting != nil { newer.add(change) }
      for content in current.contents where content.progress == .waiting {
        newer.noteSending(content, replacing: storage.versions[content.path]?.digest)
      }
      waiting = newer
      if let operation { waitingOperations.append(operation) }
      return
    }
    if var stopped = sending {
      stopped.doubtAccepted()
      stopped.add(change)
      sending = stopped
    } else {
      sending = change
    }
    if let operation { operations.append(operation) }
    (isStopped, backOff, rounds, due, hasCheckedDocument) = (false, HTTPBackOff(), 0, nil, false)
  }

  /// Keeps a store for reads, and does not send it.
  func hold(_ change: HTTPChange) { (sending, isStopped) = (change, true) }

  /// Forgets what has failed.
  func drop() { if isStopped { (sending, isStopped, restored) = (nil, false, []) } }

  // MARK: Steps

  /// Handles the response that has arrived, or sends the next request if it is time for it.
  ///
  /// - Returns: Whether there was something to do.
  func proceed() -> Bool {
    if let ready {
      (self.ready, isRequesting) = (nil, false)
      run(ready)
      return true
    }
    guard !isRequesting, !isStopped, sending != nil else { return false }
    if isPostponed {
      guard !storage.isInTransaction else { return false }
      isPostponed = false
    }
    if let due {
      guard due <= storage.now() else { return false }
      self.due = nil
    }
    isWaitingForProbe = storage.isProbing(besides: self)
    guard !isWaitingForProbe else { return false }
    run { try sendNext() }
    return true
  }

  private func run(_ step: () throws -> Void) {
    do { try step() } catch let retry as Retry {
      // It may wait for long: a person finds it in files.
      if backOff.attempts == 0 { storage.local.flushLog() }
      problem = retry.diagnostic
      let delay = backOff.next(random: storage.random(), requested: retry.after)
      guard let delay else { return stop(retry.diagnostic) }
      due = DateValue(secondsSince2001: storage.now().secondsSince2001 + delay)
    } catch is HTTPConflict.Postponed {
      isPostponed = true
    } catch {
      stop(error)
    }
  }

  func stop(_ error: any Error) {
    sending = unacknowledged
    waiting = nil
    let failed = operations + waitingOperations
    (operations, waitingOperations, isStopped, due, isWaitingForProbe) = ([], [], true, nil, false)
    for operation in failed { operation.finish(.failure(error)) }
    if failed.isEmpty { storage.report(error.diagnostic("http.failed")) }
    storage.probeHasFailed(error, in: self)
    storage.local.flushLog()
  }

  /// Fails because the script, or the session, has no time left to wait.
  func stopWaiting(atEnd isEnd: Bool = false) {
    let url = storage.location(of: sending?.next?.path ?? sending?.document ?? "")
    guard isEnd else { return stop(problem ?? HTTPFailures.outOfTime(at: url)) }
    stop(
      (problem ?? HTTPFailures.endOfSession(at: url)).appending(
        .storedState("the session has ended; what was not sent is kept, and the next start sends it")))
  }

  private func sendNext() throws {
    guard let change = sending else { return }
    if storage.needsProbe {
      storage.prober = self
      return try ConditionProbe(storage) { [self] in request($0, $1) }.begin()
    }
    if let content = change.next { return content.progress == .doubtful ? lookFor(content) : try send(content) }
    if try lacksDocument(change) { return checkDocument(change.document) }
    sending?.removeContents()
    if let path = change.deletions.first { return try delete(path) }
    try finish()
  }

  private func finish() throws {
    if waiting == nil, let writes = sending?.finalWrites, !writes.isEmpty {
      try storage.pending.remove(model, with: writes)
    }
    for path in restored { storage.report(HTTPFailures.restored(at: storage.location(of: path))) }
    (restored, hasCheckedDocument) = ([], false)
    let finished = operations
    (sending, operations) = (waiting, waitingOperations)
    (waiting, waitingOperations) = (nil, [])
    storage.noteAcknowledged(self, finished)
  }

  // MARK: Requests

  func request(_ request: StorageRequest, _ handle: @escaping Handler) {
    isRequesting = true
    var request = request
    request.belongsToStore = true
    storage.transport.send(request) { [weak self] result in
      self?.ready = {
        switch result {
        case .success(let response):
          // A POST may have been carried out.
          if HTTPFailures.isTemporary(status: response.status), request.method != .post {
            throw Retry(
              diagnostic: self?.status(response, request) ?? Diagnostic("http.status", ""),
              after: HTTPFailures.retryAfter(response))
          }
          try handle(response)
        case .failure(let failure):
          let isSafe = request.method != .post || !failure.wasSent
          guard isSafe, HTTPFailures.isTemporary(failure) else { throw failure.diagnostic }
          throw Retry(diagnostic: failure.diagnostic)
        }
      }
    }
  }

  func status(_ response: StorageResponse, _ request: StorageRequest) -> Diagnostic {
    HTTPFailures.status(response, to: request.method, at: storage.transport.url(of: request.path))
  }
}
