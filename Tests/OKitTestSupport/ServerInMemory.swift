package import OKitEngine

/// A server with entity tags inside the process: what `DocumentTransport`s of several applications send arrives here.
package final class ServerInMemory {
  package struct Stored: Equatable {
    package var body: [UInt8]
    package var tag: String
  }

  package var stored: [String: Stored] = [:]
  /// Whether `If-Match` is honoured.
  package var honoursTags = true
  /// Whether `If-None-Match` is honoured.
  package var honoursAbsence = true
  /// Whether both conditions are honoured.
  package var honoursConditions: Bool {
    get { honoursTags && honoursAbsence }
    set { (honoursTags, honoursAbsence) = (newValue, newValue) }
  }
  /// Whether responses to writes have an `ETag`.
  package var tagsWrites = true
  /// Whether responses to reads have an `ETag`.
  package var tagsReads = true
  /// The folders that exist; nil for a server that needs none.
  package var folders: Set<String>?
  /// Whether all contents have the same ETag.
  package var hasOneTag = false
  /// Whether contents of one size have the same ETag.
  package var tagsSizes = false
  private var generation = 0

  package init() {}

  package func put(_ path: String, _ body: [UInt8]) {
    generation += hasOneTag ? 0 : 1
    stored[path] = Stored(body: body, tag: "\"\(tagsSizes ? body.count : generation)\"")
  }

  package func put(_ path: String, _ text: String) { put(path, Array(text.utf8)) }

  package func text(_ path: String) -> String? { stored[path].map { String(decoding: $0.body, as: UTF8.self) } }

  package func respond(to request: StorageRequest) -> StorageResponse {
    let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
    let current = stored[request.path]
    let isOtherTag = headers["if-match"].map { $0 != current?.tag } ?? false
    let isStored = headers["if-none-match"].map { $0 == "*" ? current != nil : $0 == current?.tag } ?? false
    let fails = honoursTags && isOtherTag || honoursAbsence && isStored
    switch request.method {
    case .get:
      guard let current else { return StorageResponse(status: 404) }
      if tagsReads, isStored { return StorageResponse(status: 304) }
      var headers = ["content-type": request.path.hasSuffix(".json") ? "application/json" : "application/octet-stream"]
      if EncryptedContent.isContainer(current.body) { headers["content-type"] = "application/octet-stream" }
      if tagsReads { headers["etag"] = current.tag }
      return StorageResponse(status: 200, headers: headers, body: current.body)
    case .put, .post:
      if fails { return StorageResponse(status: 412) }
      if let folders, case let parts = request.path.split(separator: "/"), parts.count > 1,
        !folders.contains(parts.dropLast().joined(separator: "/"))
      {
        return StorageResponse(status: 409)
      }
      put(request.path, request.body ?? [])
      let tag = stored[request.path]?.tag ?? ""
      return StorageResponse(status: current == nil ? 201 : 204, headers: tagsWrites ? ["etag": tag] : [:])
    case .delete:
      if fails { return StorageResponse(status: 412) }
      return StorageResponse(status: stored.removeValue(forKey: request.path) == nil ? 404 : 204)
    case .makeFolder:
      guard folders?.insert(request.path).inserted == true else { return StorageResponse(status: 405) }
      return StorageResponse(status: 201)
    }
  }
}

/// Sends the requests of one application to a `ServerInMemory`, with faults and latency.
package final class TransportInMemory: DocumentTransport {
  /// What happens to one request.
  package enum Fault: Sendable {
    /// The request does not arrive.
    case lost
    /// The request is carried out, and its response does not arrive.
    case cut
    /// The transport refuses the response.
    case failed(Diagnostic.Code)
    /// The server answers this instead of carrying the request out.
    case status(Int, [String: String] = [:])
    /// The server answers this with a body instead of carrying the request out.
    case instead(StorageResponse)
    /// The server carries the request out, and answers this.
    case answers(StorageResponse)
    /// The request is carried out, and the response has another ETag.
    case wrongTag
    /// The request is carried out, and the ETag of the response is weak.
    case weakTag
  }

  private struct Begun {
    let request: StorageRequest
    let fault: Fault?
    let due: DateValue
    let completion: (Result<StorageResponse, StorageRequestFailure>) -> Void
  }

  package let server: ServerInMemory
  package var settingsValue = EndpointSettings()
  package var needsProbe = false
  package var isVirtual = true
  package var isOutOfTime = false
  package var base = "https://example.org/"
  package private(set) var requests: [StorageRequest] = []
  /// Returns the fault of a request, by its number from 1.
  package var fault: (Int, StorageRequest) -> Fault? = { _, _ in nil }
  /// Called before a request arrives: other clients may write now.
  package var beforeArrival: (StorageRequest) -> Void = { _ in }
  package var latency = 0.0
  package var now = TestClock.start
  private var begun: [Begun] = []

  package init(_ server: ServerInMemory) { self.server = server }

  package func url(of path: String) -> String { base + path }

  package func settings() throws(Diagnostic) -> EndpointSettings { settingsValue }

  package var unfinishedCount: Int { begun.count }
  package var nextEvent: DateValue? { begun.map(\.due).min() }

  package func send(
    _ request: StorageRequest, completion: @escaping (Result<StorageResponse, StorageRequestFailure>) -> Void
  ) {
    requests.append(request)
    let due = DateValue(secondsSince2001: now.secondsSince2001 + latency)
    begun.append(Begun(request: request, fault: fault(requests.count, request), due: due, completion: completion))
  }

  package func advance(waiting seconds: Double) {
    if seconds > 0 {
      let end = DateValue(secondsSince2001: now.secondsSince2001 + seconds)
      now = max(now, min(end, nextEvent ?? end))
    }
    let due = begun.filter { $0.due <= now }
    begun.removeAll { $0.due <= now }
    for request in due { request.completion(outcome(of: request)) }
  }

  /// Forgets all requests: the process has ended.
  package func kill() { begun = [] }

  private func outcome(of begun: Begun) -> Result<StorageResponse, StorageRequestFailure> {
    func failure(_ code: Diagnostic.Code, wasSent: Bool) -> Result<StorageResponse, StorageRequestFailure> {
      .failure(
        StorageRequestFailure(
          Diagnostic(code, "no response", place: Diagnostic.Place(file: url(of: begun.request.path))), wasSent: wasSent)
      )
    }
    beforeArrival(begun.request)
    switch begun.fault {
    case .lost: return failure("http.unreachable", wasSent: false)
    case .cut:
      _ = server.respond(to: begun.request)
      return failure("http.timeout", wasSent: true)
    case .failed(let code): return failure(code, wasSent: true)
    case .status(let status, let headers): return .success(StorageResponse(status: status, headers: headers))
    case .instead(let response): return .success(response)
    case .answers(let response):
      _ = server.respond(to: begun.request)
      return .success(response)
    case .wrongTag:
      var response = server.respond(to: begun.request)
      if response.headers["etag"] != nil { response.headers["etag"] = "\"other\"" }
      return .success(response)
    case .weakTag:
      var response = server.respond(to: begun.request)
      response.headers["etag"] = response.headers["etag"].map { "W/\($0)" }
      return .success(response)
    case nil: return .success(server.respond(to: begun.request))
    }
  }
}

extension HTTPStorage {
  /// A storage on a server inside the process, with the clock of its transport.
  package convenience init(
    _ transport: TransportInMemory, local: any DocumentStorage = TransientStorage(), seed: UInt64 = 1
  ) {
    var generator = SplitMix64(seed: seed)
    self.init(
      transport, local: local, now: { transport.now }, move: { transport.now = max(transport.now, $0) },
      random: { Double.random(in: 0...1, using: &generator) })
  }
}
