/// Contents on their way to the server.
extension HTTPQueue {
  func send(_ content: HTTPChange.Content) throws {
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
    let known = storage.versions[content.path]?.digest
    if settings.conditions, rounds == 0, isTooMuch(content.earlier) {
      return try compare(content, after: 412, conditions: settings.conditions, settings.method)
    }
    sending?.noteSent(content.path, replacing: known)
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

  /// Returns whether so many documents were sent without an answer that the server has to say first what it has.
  private func isTooMuch(_ earlier: [SentContent]) -> Bool {
    earlier.count >= SentContent.limit.count || earlier.reduce(0) { $0 + $1.body.count } > SentContent.limit.bytes
  }

  /// Returns whether a response has the tag of the content that was to be replaced, if that is another one.
  private func hasTag(_ response: StorageResponse, ofOtherThan content: HTTPChange.Content) -> Bool {
    guard let known = storage.versions[content.path], known.exists, let tag = known.tag else { return false }
    return response.headers["etag"] == tag && known.digest != content.digest
  }

  /// Checks that the server has what it has accepted: a proxy may have answered in its place.
  ///
  /// - Parameter answer: The response to the write. One with a body may be that to a read, with the tag of another
  ///   content.
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
          || hasMerged(digest, with: content) || !storage.hasChanges(conflict(content, with: response.body))
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

  /// Lets a content be sent again, whose acknowledgement may have come from something else. The condition decides: a
  /// read may give an old version.
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
  func accept(_ content: HTTPChange.Content, _ tag: String?, isStored: Bool = false) {
    if isStored, storage.versions[content.path]?.isRemoved == true, !restored.contains(content.path) {
      restored.append(content.path)
    }
    // A server that loses contents again and again gets a limited number of attempts.
    if storage.versions[content.path]?.isRemoved != true { rounds = 0 }
    storage.setVersion(storage.version(tag, content.body, at: content.path), at: content.path)
    sending?.note(.accepted, of: content)
    // What was sent before cannot arrive any more.
    waiting?.forgetSent(content.path)
    (backOff, problem) = (HTTPBackOff(), nil)
  }

  /// Looks for a content that the server has accepted before others have stored something: who did not know of it may
  /// have removed it, and then it is sent again.
  func lookFor(_ content: HTTPChange.Content) {
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
}
