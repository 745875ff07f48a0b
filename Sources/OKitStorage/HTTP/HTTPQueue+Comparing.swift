/// What the server has where a write has no clear answer.
extension HTTPQueue {
  /// Reads what the server has after a write without a clear answer, and decides what to do.
  func compare(
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
      // What was sent long ago cannot arrive any more.
      if isKnown { sending?.forgetEarlier(content.path, keeping: 2) }
      return storage.setVersion(version, at: content.path)
    }
    try beginRound(content, answer)
    let merged = try storage.resolve(conflict(content, with: theirs))
    storage.setVersion(version, at: content.path)
    try replace(with: merged, at: content.path)
  }

  /// Returns whether this application has sent a content to the path of another one.
  func hasSent(_ digest: ContentDigest, to content: HTTPChange.Content) -> Bool {
    (sending?[content.path]?.sent ?? content.sent).contains(digest)
  }

  /// Returns whether this application has sent a content to the path of another one before that has got a version of
  /// others.
  func hasMerged(_ digest: ContentDigest, with content: HTTPChange.Content) -> Bool {
    (sending?[content.path]?.sentBeforeMerge ?? content.sentBeforeMerge).contains(digest)
  }

  func conflict(_ content: HTTPChange.Content, with theirs: [UInt8]) -> HTTPConflict {
    let known = storage.versions[content.path]
    return HTTPConflict(
      model: model, path: content.path, url: storage.location(of: content.path), theirs: theirs, base: known?.body,
      mine: content.body, sent: sentContents(before: content), isFirst: known?.exists != true && known?.body == nil,
      created: known?.created, isOwn: hasMerged(ContentDigest(theirs), with: content))
  }

  /// Returns the documents that were sent to the path of a content before it, and may have been stored.
  private func sentContents(before content: HTTPChange.Content) -> [[UInt8]] {
    let newest = sending?[content.path] ?? content
    return newest.sentContents(replacing: storage.versions[content.path]?.digest)
      .filter { $0.digest != content.digest }.map(\.body)
  }

  /// Continues with a newer store that has the changes of the others.
  ///
  /// - Parameter path: What others have changed. What was sent there before is a version of others from now on, because
  ///   the merged version has what was read, which may be older.
  private func replace(with newer: (change: HTTPChange, operation: StorageOperation), at path: String) throws {
    sending?.noteMerge(at: path)
    waiting?.noteMerge(at: path)
    var all = unacknowledged ?? newer.change
    all.add(newer.change)
    all.setDeletions(newer.change.deletions)
    (sending, waiting) = (all, nil)
    operations += waitingOperations + [newer.operation]
    waitingOperations = []
    restored.removeAll { all.deletions.contains($0) }
    try storage.pending.save(all, storage)
  }

  private func beginRound(_ content: HTTPChange.Content, _ answer: Int, isSameTag: Bool = false) throws {
    rounds += 1
    guard rounds > Self.maximumRounds else { return }
    rounds = 0
    let url = storage.location(of: content.path)
    if isSameTag { throw HTTPFailures.noConditions("the server does not recognize its own ETag", at: url) }
    throw HTTPFailures.conflict("other changes were stored before each of \(Self.maximumRounds) attempts", at: url)
  }

  // MARK: The document of what was stored

  /// Whether a store has only what the document of its model refers to: others may have removed the entities from the
  /// document.
  func lacksDocument(_ change: HTTPChange) throws -> Bool {
    guard !hasCheckedDocument, !change.contents.isEmpty, !change.isConversion, change[change.document] == nil else {
      return false
    }
    return try storage.versions[change.document]?.exists == true && storage.transport.settings().conditions
  }

  /// Asks the server whether others have changed a document that is not stored now, and merges what they have changed.
  func checkDocument(_ document: String) {
    let known = storage.versions[document]
    let condition = known?.tag.map { [(name: "If-None-Match", value: $0)] } ?? []
    let read = StorageRequest(.get, HTTPStorage.remotePath(document), headers: condition)
    request(read) { [self] response in
      switch response.status {
      case 200:
        let url = storage.location(of: document)
        try HTTPContentCheck.check(response, document, at: url)
        guard ContentDigest(response.body) != known?.digest else { break }
        let merged = try storage.resolve(
          HTTPConflict(
            model: model, path: document, url: url, theirs: response.body, base: known?.body,
            mine: known?.body ?? response.body, sent: [], isFirst: false, created: nil, isOwn: false))
        storage.setVersion(storage.version(response.headers["etag"], response.body, at: document), at: document)
        sending?.doubtAccepted()
        try replace(with: merged, at: document)
        // The application has changed nothing in it.
        if let content = sending?[document], content.digest == ContentDigest(response.body) {
          sending?.note(.accepted, of: content)
        }
        return
      // The next store of the document tells whether it is gone.
      case 304, 404, 410: break
      default: throw status(response, read)
      }
      (hasCheckedDocument, backOff, problem) = (true, HTTPBackOff(), nil)
      for content in sending?.contents ?? [] where try !storage.isReferred(content.path, model) {
        throw HTTPFailures.conflict(
          "the entity with this content was removed by others; the content is kept, and waits to be sent",
          at: storage.location(of: content.path))
      }
    }
  }
}
