/// Stores documents and the files of their parts on a server: `okit/data/<rest>` is `<endpoint>/<rest>`.
///
/// - A read waits for the response. 404 means that nothing is stored; everything else that is not the content is an
///   error.
/// - A write replaces only the version that was read or written last (`If-Match`), or nothing (`If-None-Match: *`).
/// - A store is an operation that `pump` continues between turns. From its beginning, reads see what it writes.
/// - What the server has not acknowledged is also in the local storage; see `HTTPPending`.
package final class HTTPStorage: DocumentStorage {
  package let transport: any DocumentTransport
  /// The time of the runtime.
  let now: () -> DateValue
  /// Moves a virtual clock; nil for one that moves by itself.
  private let move: ((DateValue) -> Void)?
  /// Returns a number from 0 to 1.
  let random: () -> Double
  /// The models whose documents are stored. A hot reload replaces them, and the storage outlives them.
  package weak var delegate: (any HTTPStorageDelegate)?
  /// Whether nothing is sent but reads: for a check, and where an application stores nothing. Reads see what waits to
  /// be sent.
  package var isReadOnly = false
  let pending: HTTPPending
  package private(set) var versions: [String: HTTPVersion] = [:]
  /// The versions before the reads of the current transaction.
  private var earlier: [String: HTTPVersion?] = [:]
  private var isReading = false
  private(set) var queues: [String: HTTPQueue] = [:]
  /// The queues by the names of their models.
  private var sortedQueues: [HTTPQueue] = []
  private let ahead = HTTPReadAhead()
  private var isPumping = false
  /// The stores that the server has acknowledged since what waits was stored last.
  private var acknowledged: [(queue: HTTPQueue, operations: [StorageOperation])] = []
  /// Whether the server has to be asked whether it honours conditions.
  var needsProbe: Bool {
    get { !hasProbed && transport.needsProbe }
    set { hasProbed = !newValue }
  }
  private var hasProbed = false
  /// Whether the server has the document of `ConditionProbe`.
  var hasProbeDocument = false
  /// The model whose queue asks the server.
  weak var prober: HTTPQueue?
  /// The document that `ConditionProbe` writes: no other process has this name, not even one with the same seed.
  private(set) lazy var probePath = Self.newProbePath()

  private static func newProbePath() -> String {
    "okit-probe-\(String(UInt64.random(in: .min ... .max), radix: 16)).json"
  }

  /// - Parameters:
  ///   - local: Where what was not sent is kept.
  ///   - now: The time of the runtime.
  ///   - move: Moves a virtual clock; nil for one that moves by itself.
  ///   - random: Returns a number from 0 to 1.
  package init(
    _ transport: any DocumentTransport, local: any DocumentStorage, now: @escaping () -> DateValue,
    move: ((DateValue) -> Void)? = nil, random: @escaping () -> Double
  ) {
    (self.transport, self.now, self.move, self.random) = (transport, now, move, random)
    pending = HTTPPending(local)
  }

  /// The folder whose paths are those of the endpoint.
  static let folder = "okit/data/"

  static func remotePath(_ path: String) -> String {
    path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  package func location(of path: String) -> String { transport.url(of: Self.remotePath(path)) }

  /// Where what was not sent is kept.
  package var local: any DocumentStorage {
    get { pending.local }
    set { pending.local = newValue }
  }

  // MARK: Versions

  func setVersion(_ version: HTTPVersion?, at path: String) {
    earlier[path] = nil
    versions[path] = version
    ahead.drop(path)
  }

  /// Returns the version of a content that the server has.
  func version(_ tag: String?, _ body: [UInt8], at path: String) -> HTTPVersion {
    HTTPVersion(tag: tag, body: body, at: path, date: date(of: path) ?? now())
  }

  /// Returns when a path was first read; nil for one at which nothing was stored.
  package func date(of path: String) -> DateValue? { versions[path]?.date }

  /// Returns when nothing was found at a path; nil for one at which something is stored.
  package func dateOfCreation(of path: String) -> DateValue? { versions[path]?.created }

  /// Lets the next writes to paths create what they write.
  package func forgetVersions(_ paths: [String]) { for path in paths { setVersion(nil, at: path) } }

  /// Notes what was read. A rollback undoes it: the model is as before then.
  private func noteRead(_ version: HTTPVersion, at path: String) {
    if isReading || isInTransaction, earlier[path] == nil { earlier[path] = .some(versions[path]) }
    versions[path] = version
  }

  /// Forgets what was read in a transaction that was rolled back: the next write must not replace it.
  package func rollBack() {
    for (path, version) in earlier { versions[path] = version }
    earlier = [:]
  }

  /// Notes that models are as they were read, unless a transaction is running.
  package func commitReads() { if !isReading, !isInTransaction { earlier = [:] } }

  /// Runs a body that reads, and that changes no model.
  package func readingOnly<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { rollBack() }
    return try reading(body)
  }

  /// Runs a body that makes models equal to what it reads; when it throws, they are as before.
  package func readingModels<Result>(_ body: () throws -> Result) throws -> Result {
    defer { commitReads() }
    do { return try reading(body) } catch {
      rollBack()
      throw error
    }
  }

  private func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = isReading
    isReading = true
    defer { isReading = outer }
    return try body()
  }

  // MARK: Reading

  package func read(_ path: String) throws -> [UInt8]? {
    let path = try StoragePath(path).text
    for queue in queues.values {
      if let content = queue.content(at: path) { return content.body }
      if queue.unacknowledged?.deletions.contains(path) == true { return nil }
    }
    let known = versions[path]
    let request = reading(path)
    let longest = try transport.settings().timeout
    let response = try get(request, ahead.take(path, request, now: now(), longest: longest))
    switch response.status {
    case 304:
      if let body = known?.body { return body }
    case 404:
      // What the caller makes instead has no common origin with a version from before.
      noteRead(.missing(since: known?.created ?? now()), at: path)
      return nil
    case 200, 203:
      try HTTPContentCheck.check(response, path, at: location(of: path))
      noteRead(version(response.headers["etag"], response.body, at: path), at: path)
      return response.body
    default: break
    }
    throw HTTPFailures.status(response, to: .get, at: location(of: path))
  }

  /// Returns the request for what is at a path, if it is not the known version.
  private func reading(_ path: String) -> StorageRequest {
    var request = StorageRequest(.get, Self.remotePath(path))
    if let known = versions[path], let tag = known.tag, known.body != nil {
      request.headers.append((name: "If-None-Match", value: tag))
    }
    return request
  }

  /// Begins to read paths at the same time. The next read of each soon waits for its response only.
  ///
  /// - Throws: `http.endpoint`.
  package func readAhead(_ paths: [String]) throws {
    guard !paths.isEmpty else { return }
    let longest = try transport.settings().timeout
    for path in paths where !isUnsent(path: path) {
      ahead.begin(path, reading(path), over: transport, now: now(), longest: longest)
    }
  }

  /// Lets the next read of each path ask the server.
  package func endReadAhead() { ahead.dropAll() }

  /// Checks that the server has a document at a path, or nothing, also where reads see what waits to be sent.
  ///
  /// - Throws: `http.body`, `http.status`, and why there is no response.
  package func checkContent(of path: String) throws {
    guard isUnsent(path: path) else { return }
    let response = try get(StorageRequest(.get, Self.remotePath(path)))
    switch response.status {
    case 200, 203: try HTTPContentCheck.check(response, path, at: location(of: path))
    case 404: return
    default: throw HTTPFailures.status(response, to: .get, at: location(of: path))
    }
  }

  /// Notes the version of what an interrupted conversion has stored at a path, so that it can be removed.
  ///
  /// - Throws: why there is no response.
  package func noteSent(_ content: HTTPChange.Content) throws {
    let response = try get(StorageRequest(.get, Self.remotePath(content.path)))
    guard response.status == 200, content.sent.contains(ContentDigest(response.body)) else { return }
    setVersion(version(response.headers["etag"], response.body, at: content.path), at: content.path)
  }

  /// The number of attempts of a read after the first one: someone waits for it.
  private static let maximumRetries = 2

  /// - Parameter begun: The first attempt, if it was begun before.
  private func get(_ request: StorageRequest, _ begun: HTTPReadAhead.Read? = nil) throws -> StorageResponse {
    var backOff = HTTPBackOff()
    var begun = begun
    while true {
      let result = begun.map { read in wait(request) { read.result } } ?? wait(request)
      begun = nil
      var requested: Double?
      switch result {
      case .success(let response):
        let isLast = backOff.attempts >= Self.maximumRetries
        if isLast || !HTTPFailures.isTemporary(status: response.status) { return response }
        requested = HTTPFailures.retryAfter(response)
      case .failure(let failure):
        let isLast = backOff.attempts >= Self.maximumRetries
        if isLast || failure.isFinal || !HTTPFailures.isTemporary(failure) { throw failure.diagnostic }
      }
      sleep(backOff.next(random: random(), requested: requested) ?? 0)
      // Whatever the server asks for, nobody waits beyond the time limit or the end of the session.
      if transport.isOutOfTime || transport.isEnding {
        throw HTTPFailures.outOfTime(at: transport.url(of: request.path))
      }
    }
  }

  private func wait(_ request: StorageRequest) -> Result<StorageResponse, StorageRequestFailure> {
    var result: Result<StorageResponse, StorageRequestFailure>?
    transport.send(request) { result = $0 }
    return wait(request) { result }
  }

  /// Waits for the result of a request that was sent.
  private func wait(
    _ request: StorageRequest, _ result: () -> Result<StorageResponse, StorageRequestFailure>?
  ) -> Result<StorageResponse, StorageRequestFailure> {
    while result() == nil, transport.unfinishedCount > 0 { transport.advance(waiting: Self.longestWait) }
    return result()
      ?? .failure(
        StorageRequestFailure(
          Diagnostic(
            "http.unreachable", "the request has ended without a response",
            place: Diagnostic.Place(file: transport.url(of: request.path))), wasSent: true))
  }

  private static let longestWait = 60.0

  private func sleep(_ seconds: Double) { sleep(until: DateValue(secondsSince2001: now().secondsSince2001 + seconds)) }

  private func sleep(until date: DateValue) {
    if let move { return move(max(date, now())) }
    while case let rest = date.secondsSince2001 - now().secondsSince2001, rest > 0, !transport.isEnding,
      !transport.isOutOfTime
    {
      transport.advance(waiting: min(rest, Self.checkInterval))
    }
  }

  package func contains(_ path: String) throws -> Bool { try readingOnly { try read(path) != nil } }

  package var isRemote: Bool { true }

  package func noteRead(_ path: String) {}

  /// The server compares the versions with each write.
  package func edit(of path: String) throws -> DocumentEdit? { nil }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    try read(path).map { StoredDocument(bytes: $0) }
  }

  /// A server keeps no previous versions.
  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    _ = try StoragePath(path)
    return nil
  }

  package func restorePrevious(_ path: String) -> StorageOperation {
    .running { throw noPrevious(try StoragePath(path)) }
  }

  package func list(_ folder: String) throws -> [String] {
    _ = try StoragePath(folder)
    throw Diagnostic(
      "http.list", "a server does not tell what is stored on it", place: Diagnostic.Place(file: location(of: folder)))
  }

  // MARK: Writing

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    do {
      let paths = try checkedPaths(writes).map(\.text)
      var change = HTTPChange(model: Self.otherModel, document: paths.first { $0.hasSuffix(".json") } ?? "")
      for write in writes {
        guard !write.isAppend else {
          throw Diagnostic(
            "storage.journal", "documents on a server have no journals",
            place: Diagnostic.Place(file: location(of: write.path)))
        }
        if write.isRemoval {
          change.delete(write.path)
        } else {
          change.write(HTTPChange.Content(path: write.path, body: try write.bytes()))
        }
      }
      return store(change)
    } catch {
      return .failed(error)
    }
  }

  /// The name of the stores of paths that belong to no model.
  private static let otherModel = "other"

  package func delete(_ paths: [String]) -> StorageOperation {
    do {
      var change = HTTPChange(model: Self.otherModel, document: "")
      for path in paths { change.delete(try StoragePath(path).text) }
      return store(change)
    } catch {
      return .failed(error)
    }
  }

  /// Begins a store of a model: keeps it in the local storage, and sends it from now on.
  ///
  /// - Parameters:
  ///   - writes: What the local storage stores in the same commit.
  ///   - finish: Called with whether it has stored that.
  /// - Returns: An operation that ends when the server has acknowledged everything.
  package func store(
    _ change: HTTPChange, with writes: [StorageWrite] = [], _ finish: (Bool) -> Void = { _ in }
  ) -> StorageOperation {
    do {
      let operations = try store([change], with: writes)
      finish(true)
      return operations[0]
    } catch {
      finish(false)
      return .failed(error)
    }
  }

  /// Begins stores of several models: keeps all of them in the local storage, in one commit, and sends them from now
  /// on.
  ///
  /// - Parameter writes: What the local storage stores in the same commit.
  /// - Returns: An operation for each model.
  /// - Throws: what the local storage throws; nothing has changed then.
  package func store(_ changes: [HTTPChange], with writes: [StorageWrite] = []) throws -> [StorageOperation] {
    let all = changes.map { queue(of: $0.model).unacknowledged(with: $0) }
    try pending.save(all.filter { !$0.isEmpty || !$0.finalWrites.isEmpty }, self, with: writes)
    return changes.map { change in
      let queue = queue(of: change.model)
      guard !isReadOnly else {
        if !change.isEmpty { queue.hold(queue.unacknowledged(with: change)) }
        return .running {}
      }
      guard !change.isEmpty || !change.finalWrites.isEmpty || queue.sending != nil else { return .running {} }
      return add(change, to: queue)
    }
  }

  /// Lets a queue send a change from now on.
  func add(_ change: HTTPChange, to queue: HTTPQueue) -> StorageOperation {
    let operation = StorageOperation { [weak self, model = queue.model] in self?.wait(for: model) }
    queue.add(change, operation)
    return operation
  }

  func queue(of model: String) -> HTTPQueue {
    if let queue = queues[model] { return queue }
    let queue = HTTPQueue(model, self)
    queues[model] = queue
    let index = sortedQueues.firstIndex { $0.model > model } ?? sortedQueues.endIndex
    sortedQueues.insert(queue, at: index)
    return queue
  }

  /// Whether the queue of another model asks the server whether it honours conditions.
  func isProbing(besides queue: HTTPQueue) -> Bool {
    guard needsProbe, let prober, prober !== queue else { return false }
    return prober.isActive
  }

  /// Stops the models that wait for an answer which does not come.
  func probeHasFailed(_ error: any Error, in queue: HTTPQueue) {
    guard prober === queue else { return }
    prober = nil
    guard needsProbe else { return }
    if hasProbeDocument {
      hasProbeDocument = false
      transport.send(StorageRequest(.delete, probePath)) { _ in }
      // The server may remove it late, in the middle of the next attempt.
      probePath = Self.newProbePath()
    }
    for other in sortedQueues where other.isWaitingForProbe { other.stop(error) }
  }

  // MARK: Progress

  /// Whether something is being sent, or will be by itself.
  package var isActive: Bool { transport.unfinishedCount > 0 || queues.values.contains(where: \.isActive) }

  /// The date of the next attempt of a request; nil when none waits.
  package var nextDue: DateValue? { queues.values.compactMap(\.due).min() }

  /// Continues what is being sent, without waiting.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  package func pump() -> Bool {
    guard !isPumping, isActive else { return false }
    isPumping = true
    defer { isPumping = false }
    commitReads()
    var (isDone, hasProgressed) = (false, false)
    while !isDone {
      transport.advance(waiting: 0)
      isDone = true
      for queue in sortedQueues where queue.proceed() {
        (isDone, hasProgressed) = (false, true)
      }
    }
    finishAcknowledged()
    return hasProgressed
  }

  /// Ends a store that the server has acknowledged, at the end of the current `pump`: together with others.
  func noteAcknowledged(_ queue: HTTPQueue, _ operations: [StorageOperation]) {
    acknowledged.append((queue, operations))
  }

  /// Removes what was acknowledged from the local storage, in one commit, and finishes the operations.
  func finishAcknowledged() {
    guard !acknowledged.isEmpty else { return }
    let finished = acknowledged
    acknowledged = []
    let models = Set(finished.map(\.queue.model)).sorted()
    do {
      try pending.save(
        models.compactMap { queues[$0]?.unacknowledged }, removing: models.filter { queues[$0]?.sending == nil }, self)
    } catch {
      // It is sent again at the next start, where the server has it already.
      report(error.diagnostic("storage.write"))
    }
    for operation in finished.flatMap(\.operations) { operation.finish(.success(())) }
  }

  /// Waits until everything of a model is sent, or sending has failed. It fails also when the script that waits is
  /// about to reach its time limit.
  package func wait(for model: String) {
    defer { finishAcknowledged() }
    // The time limit is checked meanwhile.
    let longest = move == nil && !transport.isVirtual ? Self.checkInterval : Self.longestWait
    while let queue = queues[model], queue.isActive {
      if pump() { continue }
      if transport.isPastEnd { return queue.stopWaiting(atEnd: true) }
      if transport.isOutOfTime { return queue.stopWaiting() }
      let rest = nextDue.map { max(0, $0.secondsSince2001 - now().secondsSince2001) }
      if transport.unfinishedCount > 0 {
        transport.advance(waiting: min(rest ?? longest, longest))
      } else if let rest {
        sleep(min(rest, longest))
      } else {
        return
      }
    }
  }

  private static let checkInterval = 0.1
}
