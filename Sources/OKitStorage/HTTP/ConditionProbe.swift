/// Finds out, before the first write to a server, whether the server honours conditions (RFC 9110, section 13).
///
/// It writes a small document, then replaces it under two conditions that do not hold: that there is none, and that it
/// has another tag. A server that accepts either would overwrite changes of others; some servers honour only the first
/// one. At last, it replaces the document under a condition that holds: the new content, which has the same size, must
/// have another tag. Some servers make tags of the size and a time in seconds.
struct ConditionProbe {
  private let storage: HTTPStorage
  private let request: (StorageRequest, @escaping HTTPQueue.Handler) -> Void
  private let method: StorageRequest.Method
  private let path: String

  /// - Parameters:
  ///   - storage: Its `needsProbe` becomes false when the server honours conditions.
  ///   - request: Sends a request, and passes its response to a function.
  /// - Throws: `http.endpoint`.
  init(_ storage: HTTPStorage, request: @escaping (StorageRequest, @escaping HTTPQueue.Handler) -> Void) throws {
    (self.storage, self.request) = (storage, request)
    method = try storage.transport.settings().method
    path = storage.probePath
  }

  /// Begins with the first request. Errors are thrown where the responses are handled: `http.noConditions`,
  /// `http.status`.
  func begin() { create(makesFolder: true) }

  private static let noDocument = (name: "If-None-Match", value: "*")
  private static let otherTag = (name: "If-Match", value: "\"okit-no-version\"")

  private func write(_ condition: (name: String, value: String), version: Int = 1) -> StorageRequest {
    StorageRequest(
      method, path, headers: [(name: "Content-Type", value: "application/json"), condition],
      body: Array("{\"version\":\(version)}\n".utf8))
  }

  private func create(makesFolder: Bool) {
    request(write(Self.noDocument)) { response in
      switch response.status {
      case 200..<300:
        storage.hasProbeDocument = true
        let tag = response.headers["etag"]
        replace(under: Self.noDocument) { replace(under: Self.otherTag) { change(from: tag) } }
      // An earlier attempt, whose response was lost, has written it.
      case 412:
        storage.hasProbeDocument = true
        replace(under: Self.otherTag, next: finish)
      // The folder of the endpoint is missing.
      case 404 where makesFolder, 409 where makesFolder:
        request(StorageRequest(.makeFolder, "")) { _ in create(makesFolder: false) }
      default: throw HTTPFailures.status(response, to: method, at: storage.transport.url(of: path))
      }
    }
  }

  /// Replaces the document under a condition that does not hold, and goes on if the server has refused that.
  private func replace(under condition: (name: String, value: String), next: @escaping () -> Void) {
    request(write(condition)) { response in
      guard response.status != 412 else { return next() }
      let url = storage.transport.url(of: path)
      let failure =
        200..<300 ~= response.status
        ? HTTPFailures.noConditions("the server ignores \(condition.name)", at: url)
        : HTTPFailures.status(response, to: method, at: url)
      remove { throw failure }
    }
  }

  /// Replaces the document by another one if its tag is known, and goes on if the tag changes.
  private func change(from tag: String?) {
    guard let tag, !tag.hasPrefix("W/") else { return finish() }
    request(write((name: "If-Match", value: tag), version: 2)) { response in
      guard response.status != 412, response.headers["etag"] == tag else { return finish() }
      let url = storage.transport.url(of: path)
      remove { throw HTTPFailures.noConditions("the server gives the same ETag to different contents", at: url) }
    }
  }

  private func finish() { remove { storage.needsProbe = false } }

  private func remove(_ next: @escaping () throws -> Void) {
    request(StorageRequest(.delete, path)) { _ in
      storage.hasProbeDocument = false
      try next()
    }
  }
}
