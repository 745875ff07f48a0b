internal import Glibc

/// The requests of scripts, at most six at a time to each server; others wait in the order in which they were begun.
///
/// A queue has no thread: its owner calls `advance` between turns.
package final class RequestQueue {
  /// The number of requests at a time to one server.
  package static let maximumPerServer = 6
  /// The maximum time limit of a request in seconds.
  package static let longestTimeout = 60.0

  private struct Entry {
    let server: String
    /// Whether the next command waits for it.
    let isAwaited: Bool
    let completion: (Result<HTTPResponse, HTTPFailure>) -> Void
  }

  private struct Server {
    var running = 0
    var waiting: [HTTPRequest] = []
  }

  private let backend: any HTTPBackend
  /// Is told of each answer.
  package var onAnswer: HTTPAnswerObserver?
  private var entries: [Int: Entry] = [:]
  private var servers: [String: Server] = [:]
  private var nextNumber = 1
  private var isAdvancing = false
  /// Whether the requests that are begun now are awaited: those of a command, and those that follow from their answers.
  package private(set) var beginsAwaited = true
  private var awaitedCount = 0

  package init(_ backend: any HTTPBackend) { self.backend = backend }

  /// Closes the connections to all servers.
  package func close() { backend.close() }

  /// Whether a request has not ended.
  package var isActive: Bool { !entries.isEmpty }
  /// What the next command waits for, for a message: servers, and pauses before other attempts.
  package var awaited: [String] {
    let servers = entries.sorted { $0.key < $1.key }.filter(\.value.isAwaited).map { "a request to \($0.value.server)" }
    return servers.count < awaitedCount ? servers + ["the next attempt of a request"] : servers
  }
  /// Whether the next command has to wait.
  package var isAwaited: Bool { awaitedCount > 0 }
  package var isVirtual: Bool { backend.isVirtual }
  /// The date, by a virtual clock, of the next answer; nil for connections, and when there is none.
  package var nextEvent: DateValue? { isActive ? backend.nextEvent : nil }

  /// Begins a request. `completion` runs in a later `advance`.
  ///
  /// - Parameter isAwaited: Whether the next command waits for it.
  /// - Returns: The number for `cancel`.
  package func begin(
    _ request: HTTPRequest, isAwaited: Bool,
    _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> Int {
    var request = request
    request.number = nextNumber
    nextNumber += 1
    if let onData = request.onData {
      request.onData = { [weak self, number = request.number] in
        if self?.entries[number] != nil { onData($0, $1) }
      }
    }
    let entry = Entry(
      server: "\(request.url.host):\(request.url.port)", isAwaited: isAwaited, completion: completion)
    entries[request.number] = entry
    if entry.isAwaited { awaitedCount += 1 }
    servers[entry.server, default: Server()].waiting.append(request)
    start(entry.server)
    return request.number
  }

  /// Ends a request and closes its connection. Its completion does not run.
  package func cancel(_ number: Int) {
    guard let entry = remove(number) else { return }
    if let index = servers[entry.server]?.waiting.firstIndex(where: { $0.number == number }) {
      servers[entry.server]?.waiting.remove(at: index)
    } else {
      backend.cancelAll {
        $0.number == number
      } _: { _ in
        HTTPFailure(.cancelled, "the request was cancelled")
      }
      servers[entry.server]?.running -= 1
    }
    start(entry.server)
  }

  private func remove(_ number: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    if entry.isAwaited { awaitedCount -= 1 }
    return entry
  }

  private func start(_ name: String) {
    while let server = servers[name], server.running < Self.maximumPerServer, let request = server.waiting.first {
      servers[name]?.waiting.removeFirst()
      servers[name]?.running += 1
      backend.begin(request) { [weak self] in self?.end(request, $0) }
    }
    if let server = servers[name], server.running == 0, server.waiting.isEmpty { servers[name] = nil }
  }

  private func end(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>) {
    guard let entry = remove(request.number) else { return }
    onAnswer?(request, result)
    servers[entry.server]?.running -= 1
    start(entry.server)
    following(entry.isAwaited) { entry.completion(result) }
  }

  /// Runs what follows from something that is awaited or not; the requests that it begins are like that, too.
  package func following<Result>(_ isAwaited: Bool, _ body: () throws -> Result) rethrows -> Result {
    let previous = beginsAwaited
    beginsAwaited = isAwaited
    defer { beginsAwaited = previous }
    return try body()
  }

  /// The next command waits as long as it exists: a pause between the attempts of a request that is awaited.
  package final class Pause {
    private weak var queue: RequestQueue?

    fileprivate init(_ queue: RequestQueue) {
      self.queue = queue
      queue.awaitedCount += 1
    }

    deinit { queue?.awaitedCount -= 1 }
  }

  /// Begins a pause, if the requests that are begun now are awaited.
  package func pause() -> Pause? { beginsAwaited ? Pause(self) : nil }

  // MARK: Advancing

  /// Continues all requests without delivering anything.
  ///
  /// - Parameter milliseconds: How long to wait until one of them can go on; 0 for not at all.
  /// - Returns: Whether `advance` has something to deliver.
  package func poll(milliseconds: Int32 = 0) -> Bool {
    if isActive { return backend.poll(milliseconds: milliseconds) }
    if milliseconds > 0 { _ = Glibc.poll(nil, 0, milliseconds) }
    return false
  }

  /// Delivers what has arrived. What a completion begins is delivered in the same call if it has arrived.
  package func advance() {
    guard !isAdvancing, isActive else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while poll() { backend.advance(milliseconds: 0) }
  }

  /// Runs `body`; no command waits for what is begun by something else than the answers to awaited requests.
  package func waiting(_ body: () throws -> Void) rethrows { try following(false, body) }
}
