internal import Glibc

/// Sends the requests of HTTP models to their endpoint, several at a time.
package final class EndpointTransport: DocumentTransport {
  /// The number of requests at a time.
  static let maximumConnections = 6

  /// The time in milliseconds after which it is asked again whether to stop.
  private static let interval = 50.0

  private let configuration: EndpointConfiguration
  private let clock: RuntimeClock
  private let backend: any HTTPBackend
  /// Is told of each answer, also of a redirect.
  var onAnswer: HTTPAnswerObserver?
  private var waiting: [EndpointRequest] = []
  private var running = 0
  /// The completions that the next `advance` runs.
  private var ended: [() -> Void] = []

  /// - Parameters:
  ///   - clock: A virtual clock moves by the time that `advance` has waited without an event.
  ///   - backend: Performs the requests; nil for connections.
  ///   - authorities: A file of certificate authorities in PEM; nil for those of the system.
  ///   - address: Returns the address of a host instead of looking it up: for tests.
  ///   - variable: Returns an environment variable with a proxy; nil for those of the process.
  package init(
    _ configuration: EndpointConfiguration, clock: RuntimeClock, backend: (any HTTPBackend)? = nil,
    authorities: String? = HTTPConnections.configuredAuthorities,
    address: @escaping (HTTPURL) -> String? = { _ in nil },
    variable: ((String) -> String?)? = nil
  ) {
    (self.configuration, self.clock) = (configuration, clock)
    self.backend =
      backend
      ?? HTTPConnections(access: configuration.access, authorities: authorities, address: address) { url in
        variable.map { HTTPProxy.of(url, $0) } ?? HTTPProxy.of(url)
      }
  }

  /// Closes the connections to the server.
  func close() { backend.close() }

  package func url(of path: String) -> String { configuration.url?.appending(path).text ?? path }

  package func settings() throws(Diagnostic) -> EndpointSettings { try configuration.current().settings }

  package var isVirtual: Bool { backend.isVirtual }
  package var isOutOfTime: Bool { configuration.isOutOfTime }

  /// When the end of the session was noticed.
  private var endBegan: ContinuousClock.Instant?
  /// The maximum number of seconds that a session waits for the server after its end has begun.
  private static let longestEnd = 6.0

  package var isEnding: Bool {
    guard configuration.isEnding else { return false }
    endBegan = endBegan ?? .now
    return true
  }

  package var isPastEnd: Bool {
    guard isEnding, let endBegan else { return false }
    let timeout: Double
    do { timeout = try settings().timeout } catch { return true }
    return .now - endBegan >= .seconds(min(Self.longestEnd, timeout))
  }

  package var needsProbe: Bool { !isVirtual && configuration.usesConditions }

  package var nextEvent: DateValue? { ended.isEmpty ? backend.nextEvent : clock.now }
  package var unfinishedCount: Int { waiting.count + running + ended.count }

  // MARK: Sending

  package func send(
    _ request: StorageRequest, completion: @escaping (Result<StorageResponse, StorageRequestFailure>) -> Void
  ) {
    do throws(Diagnostic) {
      waiting.append(try EndpointRequest(request, configuration.use(), configuration.credentials, completion))
    } catch {
      let failure = StorageRequestFailure(error.at(Diagnostic.Place(file: url(of: request.path))), wasSent: false)
      ended.append { completion(.failure(failure)) }
    }
    start()
  }

  /// Begins the requests that wait, as long as there are connections for them.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  private func start() -> Bool {
    let before = running
    while running < Self.maximumConnections, !waiting.isEmpty {
      let request = waiting.removeFirst()
      if let failure = request.check() {
        ended.append { request.completion(.failure(failure)) }
      } else {
        running += 1
        begin(request)
      }
    }
    return running > before
  }

  private func begin(_ request: EndpointRequest) {
    backend.begin(request.http) { [weak self] result in
      guard let self else { return }
      onAnswer?(request.http, result)
      switch request.next(result) {
      case .ended(let result):
        running -= 1
        ended.append { request.completion(result) }
      case .redirected: begin(request)
      }
    }
  }

  // MARK: Advancing

  package func advance(waiting seconds: Double) {
    if backend.isVirtual { return advance(virtually: seconds) }
    let deadline = ContinuousClock.now + .seconds(max(0, seconds))
    while true {
      let left = ended.isEmpty ? (deadline - .now) / .milliseconds(1) : 0
      // A wait is short, so that the end of the session is noticed.
      let milliseconds = Int32(min(max(0, left.rounded(.up)), Self.interval))
      if backend.count > 0 {
        backend.advance(milliseconds: milliseconds)
      } else if milliseconds > 0 {
        poll(nil, 0, milliseconds)
      }
      if start() {
        // They are sent at once, so that the server answers while the caller uses the responses that have arrived.
        backend.advance(milliseconds: 0)
        start()
      }
      if !ended.isEmpty { return complete() }
      if isEnding || configuration.isOutOfTime { stopLoading() }
      guard ContinuousClock.now < deadline else { break }
    }
    if clock.isVirtual, seconds > 0 { clock.move(to: clock.now.adding(seconds)) }
  }

  /// Waits by moving the clock.
  private func advance(virtually seconds: Double) {
    let deadline = clock.now.adding(max(0, seconds))
    while true {
      backend.advance(milliseconds: 0)
      start()
      if !ended.isEmpty { return complete() }
      guard let next = backend.nextEvent, next <= deadline else { break }
      if next > clock.now { clock.move(to: next) }
    }
    if deadline > clock.now { clock.move(to: deadline) }
  }

  private func complete() {
    let completions = ended
    ended = []
    for complete in completions { complete() }
  }

  /// Ends the reads of documents. The requests of stores go on, so that what was stored is not lost.
  private func stopLoading() {
    backend.cancelAll {
      !$0.outlastsSession
    } _: {
      HTTPFailure(
        .stopped,
        "\($0.url.authority) did not respond before the session ended, or within the time limit of the script",
        hint: "raise the time limit of a turn for a slow server")
    }
  }
}

extension DateValue {
  fileprivate func adding(_ seconds: Double) -> DateValue {
    DateValue(secondsSince2001: secondsSince2001 + seconds)
  }
}
