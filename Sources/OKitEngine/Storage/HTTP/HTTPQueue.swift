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
  private unowned let storage: HTTPStorage
  private(set) var sending: HTTPChange?
  private(set) var waiting: HTTPChange?
  private var operations: [StorageOperation] = []
  private var waitingOperations: [StorageOperation] = []
  private var backOff = HTTPBackOff()
  /// Why the last request has to be sent again; nil after a success.
  private var problem: Diagnostic?
  /// The number of times that the server had something else than expected, since a request has succeeded.
  private var rounds = 0
  private static let maximumRounds = 5
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
  /// The folders that were made on the server.
  private var folders: Set<String> = []

  init(_ model: String, _ storage: HTTPStorage) { (self.model, self.storage) = (model, storage) }

  /// Everything that the server has not acknowledged; nil if it has acknowledged everything.
  var unacknowledged: HTTPChange? {
    guard var all = sending else { return nil }
    if let waiting { all.add(waiting) }
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
        newer.noteSent(content.sent.union([content.digest]), to: content.path)
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
    (isStopped, backOff, rounds, due) = (false, HTTPBackOff(), 0, nil)
  }

  /// Keeps a store for reads, and does not send it.
  func hold(_ change: HTTPChange) { (sending, isStopped) = (change, true) }

  /// Forgets what has failed.
  func drop() { if isStopped { (sending, isStopped) = (nil, false) } }

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
      guard !storage.isInTransaction() else { return false }
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
    if failed.isEmpty { storage.report(error as? Diagnostic ?? Diagnostic("http.failed", "\(error)")) }
    storage.probeHasFailed(error, in: self)
    storage.local.flushLog()
  }

  /// Fails because the script has no time left to wait.
  func stopWaiting() {
    let url = storage.location(of: sending?.contents.first?.path ?? sending?.document ?? "")
    stop(problem ?? HTTPFailures.outOfTime(at: url))
  }

  private func sendNext() throws {
    guard let change = sending else { return }
    if storage.needsProbe {
      storage.prober = self
      return try ConditionProbe(storage) { [self] in request($0, $1) }.begin()
    }
    if let content = change.next { return content.progress == .doubtful ? lookFor(content) : try send(content) }
    sending?.removeContents()
    if let path = change.deletions.first { return try delete(path) }
    try finish()
  }

  private func finish() throws {
    if waiting == nil, let writes = sending?.finalWrites, !writes.isEmpty {
      try storage.pending.remove(model, with: writes)
    }
    let finished = operations
    (sending, operations) = (waiting, waitingOperations)
    (waiting, waitingOperations) = (nil, [])
    storage.noteAcknowledged(self, finished)
  }

  // MARK: Requests

  private func request(_ request: StorageRequest, _ handle: @escaping Handler) {
    isRequesting = true
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

  private func status(_ response: StorageResponse, _ request: StorageRequest) -> Diagnostic {
    HTTPFailures.status(response, to: request.method, at: storage.transport.url(of: request.path))
  }

  private func send(_ content: HTTPChange.Content) throws {
    let settings = try storage.transport.settings()
    let url = storage.location(of: content.path)
    var headers = [(name: "Content-Type", value: content.mediaType)]
    if settings.conditions {
      let version = storage.versions[content.path] ?? .missing
      let isWeak = version.tag?.hasPrefix("W/") == true
      if let condition = version.condition, !isWeak {
        headers.append(condition)
      } else if isWeak || storage.transport.needsProbe {
        // One response may have had another tag than the others.
        guard rounds > 2 else { return try compare(content, after: 412, conditions: true, settings.method) }
        throw HTTPFailures.noConditions(
          isWeak ? "the server gives weak ETags only" : "the server gives no ETag", at: url)
      }
    }
    sending?.noteSent(content.path)
    let write = StorageRequest(
      settings.method, HTTPStorage.remotePath(content.path), headers: headers, body: content.body)
    request(write) { [self] response in
      switch response.status {
      case 200..<300:
        // A server that answers writes as reads gives the tag of what it has, and stores nothing.
        let isProven = settings.method == .put || settings.conditions
        if isProven, storage.transport.isVirtual || !hasTag(response, ofOtherThan: content), response.status != 202,
          let tag = response.headers["etag"]
        {
          guard !storage.transport.isVirtual else { return accept(content, tag, isStored: true) }
          return confirm(content, tag, response)
        }
        try compare(content, after: response.status, conditions: settings.conditions, settings.method)
      case 412:
        sending?.doubtAccepted()
        try compare(content, after: 412, conditions: settings.conditions, settings.method)
      case 404, 409:
        guard let folder = Self.folders(of: write.path).first(where: { !folders.contains($0) }) else {
          throw status(response, write)
        }
        makeFolder(folder)
      default: throw status(response, write)
      }
    }
  }

  /// Returns whether a response has the tag of the content that was to be replaced, if that is another one.
  private func hasTag(_ response: StorageResponse, ofOtherThan content: HTTPChange.Content) -> Bool {
    guard let known = storage.versions[content.path], known.exists, let tag = known.tag else { return false }
    return response.headers["etag"] == tag && known.digest != content.digest
  }

  /// Checks that the server has what it has accepted: a proxy may have answered in its place.
  ///
  /// - Parameter answer: The response to the write. One with a body may be that to a read, with the tag of another content.
  private func confirm(_ content: HTTPChange.Content, _ tag: String, _ answer: StorageResponse) {
    let known = storage.versions[content.path]
    let (path, url) = (HTTPStorage.remotePath(content.path), storage.location(of: content.path))
    let condition = answer.body.isEmpty ? [(name: "If-None-Match", value: tag)] : []
    request(StorageRequest(.get, path, headers: condition)) { [self] response in
      switch response.status {
      case 200:
        let digest = ContentDigest(response.body)
        if digest == content.digest { return accept(content, response.headers["etag"] ?? tag, isStored: true) }
        try HTTPContentCheck.check(response, content.path, at: url)
        if digest == known?.digest { throw HTTPFailures.notStored(at: url) }
        // Nobody replaces a file that is this new. An answer with a content may be that to another request.
        let isDoubtful = HTTPContentCheck.isPage(answer) || !answer.body.isEmpty || response.headers["etag"] == tag
        if try isDoubtful || !HTTPVersion.keepsBody(path) || hasSent(digest, to: content)
          || storage.lacksChanges(conflict(content, with: response.body))
        {
          return try sendAgain(content)
        }
        // Others have replaced it since.
        accept(content, tag, isStored: true)
      case 304 where response.headers["etag"].map({ Self.isSame($0, tag) }) ?? true:
        accept(content, tag, isStored: true)
      case 304: try sendAgain(content)
      case 404: throw HTTPFailures.notStored(at: url)
      default: throw HTTPFailures.status(response, to: .get, at: url)
      }
    }
  }

  /// Lets a content be sent again, whose acknowledgement may have come from something else. The condition decides: a read may give
  /// an old version.
  private func sendAgain(_ content: HTTPChange.Content) throws {
    rounds += 1
    guard rounds > Self.maximumRounds else { return }
    rounds = 0
    throw HTTPFailures.notStored(at: storage.location(of: content.path))
  }

  /// Returns whether two tags are of the same content: a proxy that compresses makes them weak.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(left) == opaque(right)
  }

  /// Notes that the server has a content.
  ///
  /// - Parameter isStored: Whether the last request has stored it.
  private func accept(_ content: HTTPChange.Content, _ tag: String?, isStored: Bool = false) {
    if isStored, storage.versions[content.path]?.isRemoved == true {
      storage.report(
        Diagnostic(
          "storage.missing", "the document was removed from the server; it is stored again", severity: .warning,
          place: Diagnostic.Place(file: storage.location(of: content.path))))
    }
    // A server that loses contents again and again gets a limited number of attempts.
    if storage.versions[content.path]?.isRemoved != true { rounds = 0 }
    storage.setVersion(storage.version(tag, content.body, at: content.path), at: content.path)
    sending?.note(.accepted, of: content)
    (backOff, problem) = (HTTPBackOff(), nil)
  }

  /// Looks for a content that the server has accepted before others have stored something: who did not know of it may have removed
  /// it, and then it is sent again.
  private func lookFor(_ content: HTTPChange.Content) {
    let read = StorageRequest(.get, HTTPStorage.remotePath(content.path))
    request(read) { [self] response in
      switch response.status {
      // Those who have changed it have seen it.
      case 200..<300: sending?.note(.accepted, of: content)
      case 404, 410:
        storage.setVersion(storage.versions[content.path]?.removed ?? .missing, at: content.path)
        sending?.note(.waiting, of: content)
      default: throw status(response, read)
      }
    }
  }

  // MARK: Folders

  /// Returns the folders above a path, the outermost one first.
  private static func folders(of path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Makes a folder on a WebDAV server, which answers 409 to a write into a missing one.
  private func makeFolder(_ folder: String) {
    // The answer to the next write tells whether it is there.
    folders.insert(folder)
    request(StorageRequest(.makeFolder, folder)) { _ in }
  }

  // MARK: Comparing

  /// Reads what the server has after a write without a clear answer, and decides what to do.
  private func compare(
    _ content: HTTPChange.Content, after answer: Int, conditions: Bool, _ method: StorageRequest.Method
  ) throws {
    let known = storage.versions[content.path]
    // Answers inside the process that know no ETags need no comparison.
    let isTrusted = answer < 300 && conditions && !storage.transport.needsProbe && method == .put
    if isTrusted, known == nil || known?.exists == true && known?.tag == nil {
      return accept(content, nil, isStored: true)
    }
    let read = StorageRequest(.get, HTTPStorage.remotePath(content.path))
    request(read) { [self] response in
      switch response.status {
      case 200..<300:
        let tag = response.headers["etag"]
        if isTrusted, tag == nil { return accept(content, nil, isStored: true) }
        try HTTPContentCheck.check(response, content.path, at: storage.location(of: content.path))
        try compare(content, with: response.body, tag, after: answer)
      case 404:
        if isTrusted { return accept(content, nil, isStored: true) }
        try beginRound(content, answer)
        if known?.exists != true, answer < 300 {
          throw HTTPFailures.notStored(at: storage.location(of: content.path))
        }
        // The response may have been wrong: a merge needs the base still.
        storage.setVersion(known?.removed ?? .missing, at: content.path)
      default: throw status(response, read)
      }
    }
  }

  private func compare(
    _ content: HTTPChange.Content, with theirs: [UInt8], _ tag: String?, after answer: Int
  ) throws {
    let known = storage.versions[content.path]
    let digest = ContentDigest(theirs)
    if digest == content.digest {
      if answer < 300, let tag, known?.exists == true, known?.tag == tag, known?.digest != digest {
        throw HTTPFailures.noConditions(
          "the server gives the same ETag to different contents", at: storage.location(of: content.path),
          isStored: true)
      }
      return accept(content, tag, isStored: answer < 300)
    }
    let version = storage.version(tag, theirs, at: content.path)
    // Others have replaced a blob that the server has accepted before.
    if answer == 412, known?.digest == content.digest, known?.exists == true, !HTTPVersion.keepsBody(content.path) {
      sending?.note(.accepted, of: content)
      return
    }
    let isKnown = digest == known?.digest
    if isKnown, answer < 300 { throw HTTPFailures.notStored(at: storage.location(of: content.path)) }
    if isKnown || hasSent(digest, to: content) {
      try beginRound(content, answer, isSameTag: isKnown && tag == known?.tag)
      return storage.setVersion(version, at: content.path)
    }
    try beginRound(content, answer)
    let merged = try storage.resolve(conflict(content, with: theirs))
    storage.setVersion(version, at: content.path)
    // The merged version has what was read, and not what was sent before: that is one of others from now on.
    sending?.forgetSent(content.path)
    waiting?.forgetSent(content.path)
    replace(with: merged.change)
    operations.append(merged.operation)
    if let sending { try storage.pending.save(sending, storage) }
  }

  /// Returns whether this application has sent a content to the path of another one.
  private func hasSent(_ digest: ContentDigest, to content: HTTPChange.Content) -> Bool {
    (sending?[content.path]?.sent ?? content.sent).contains(digest)
  }

  private func conflict(_ content: HTTPChange.Content, with theirs: [UInt8]) -> HTTPConflict {
    let known = storage.versions[content.path]
    return HTTPConflict(
      model: model, path: content.path, url: storage.location(of: content.path), theirs: theirs, base: known?.body,
      mine: content.body, isFirst: known?.exists != true && known?.body == nil,
      created: known?.created)
  }

  /// Continues with a newer store that has the changes of the others.
  private func replace(with newer: HTTPChange) {
    var all = unacknowledged ?? newer
    all.add(newer)
    all.setDeletions(newer.deletions)
    (sending, waiting) = (all, nil)
    operations += waitingOperations
    waitingOperations = []
  }

  private func beginRound(_ content: HTTPChange.Content, _ answer: Int, isSameTag: Bool = false) throws {
    rounds += 1
    guard rounds > Self.maximumRounds else { return }
    rounds = 0
    let url = storage.location(of: content.path)
    if isSameTag { throw HTTPFailures.noConditions("the server does not recognize its own ETag", at: url) }
    throw HTTPFailures.conflict("other changes were stored before each of \(Self.maximumRounds) attempts", at: url)
  }

  // MARK: Removals

  private func delete(_ path: String) throws {
    if waiting?[path] != nil {
      sending?.remove(path)
      return
    }
    var headers: [(name: String, value: String)] = []
    if try storage.transport.settings().conditions {
      // A file that others have changed is theirs, and one that was removed before may have come back.
      guard let version = storage.versions[path], version.exists, version.tag != nil || storage.transport.isVirtual
      else {
        sending?.remove(path)
        return
      }
      if let condition = version.condition { headers.append(condition) }
    }
    let removal = StorageRequest(.delete, HTTPStorage.remotePath(path), headers: headers)
    request(removal) { [self] response in
      switch response.status {
      case 200..<300, 404, 410: storage.setVersion(.missing, at: path)
      // Something else has changed it, and may need it.
      case 412:
        if sending?.isConversion == true { return leaveIfStored(path) }
        storage.setVersion(nil, at: path)
      default:
        if sending?.isConversion == true { throw status(response, removal) }
        storage.report(
          status(response, removal).appending(.storedState("the file stays, although the model no longer refers to it"))
        )
      }
      sending?.remove(path)
      (backOff, rounds) = (HTTPBackOff(), 0)
    }
  }

  /// Ends the removal of a file that others have changed, unless an earlier request, whose response was lost, has removed it.
  private func leaveIfStored(_ path: String) {
    request(StorageRequest(.get, HTTPStorage.remotePath(path))) { [self] response in
      let isGone = response.status == 404 || response.status == 410
      if !isGone { try leave(path) }
      storage.setVersion(isGone ? .missing : nil, at: path)
      sending?.remove(path)
      (backOff, rounds) = (HTTPBackOff(), 0)
    }
  }

  /// Leaves a file of a model that was to leave the server, because others have changed it.
  ///
  /// - Throws: `http.conflict` for the document.
  private func leave(_ path: String) throws {
    let url = storage.location(of: path)
    let problem = "others have changed it after it was read, so that it stays on the server"
    guard path != sending?.document else { throw HTTPFailures.conflict(problem, at: url) }
    var warning = HTTPFailures.conflict(problem, at: url)
    warning.severity = .warning
    storage.report(warning)
  }
}
