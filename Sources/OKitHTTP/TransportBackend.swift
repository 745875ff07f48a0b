internal import Dispatch
internal import Synchronization

/// Performs requests with the transport of a program. Each is a task, whose end comes from any thread.
final class TransportBackend: HTTPBackend {
  private struct Running {
    let request: HTTPRequest
    let completion: (Result<HTTPResponse, HTTPFailure>) -> Void
    let task: Task<Void, Never>?
    let deadline: ContinuousClock.Instant
  }

  /// The requests that have ended, by their numbers.
  private final class Ended: Sendable {
    let results = Mutex<[Int: Result<HTTPResponse, HTTPFailure>]>([:])
    let signal = DispatchSemaphore(value: 0)

    func add(_ number: Int, _ result: Result<HTTPResponse, HTTPFailure>) {
      results.withLock { $0[number] = $0[number] ?? result }
      signal.signal()
    }
  }

  private let transport: any HTTPTransport
  private let access: HTTPAccess
  private let ended = Ended()
  private var running: [Int: Running] = [:]
  private var nextNumber = 0

  init(_ transport: any HTTPTransport, _ access: HTTPAccess) { (self.transport, self.access) = (transport, access) }

  deinit { for request in running.values { request.task?.cancel() } }

  let isVirtual = false
  var nextEvent: DateValue? { nil }
  var count: Int { running.count }
  private var hasEnded: Bool { ended.results.withLock { !$0.isEmpty } }

  func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
    nextNumber += 1
    let number = nextNumber
    let deadline = ContinuousClock.now + .seconds(request.timeout)
    do { try access.check(request.url) } catch {
      running[number] = Running(request: request, completion: completion, task: nil, deadline: deadline)
      return ended.add(number, .failure(HTTPFailure(.permission, error.message, hint: error.hint)))
    }
    let sent = TransportRequest(
      method: request.method, url: request.url.text, headers: request.headers, body: request.body)
    let task = Self.send(sent, number, request.url.authority, request.maximumBody, transport, ended)
    running[number] = Running(request: request, completion: completion, task: task, deadline: deadline)
  }

  /// Sends a request as a task. The first result counts.
  private static func send(
    _ request: TransportRequest, _ number: Int, _ authority: String, _ maximum: Int, _ transport: any HTTPTransport,
    _ ended: Ended
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: ServiceExecutor.shared) {
      ended.add(number, await result(of: request, to: authority, transport, maximum: maximum))
    }
  }

  /// Ends the requests that have taken too long; nothing of the transport is needed for it.
  private func endOverdue() {
    let now = ContinuousClock.now
    for (number, request) in running where request.deadline <= now {
      let (authority, timeout) = (request.request.url.authority, request.request.timeout)
      ended.add(number, Self.failure(.timeout, "\(authority) did not respond within \(timeout) s"))
    }
  }

  private static func result(
    of request: TransportRequest, to authority: String, _ transport: any HTTPTransport, maximum: Int
  ) async -> Result<HTTPResponse, HTTPFailure> {
    do {
      let answer = try await transport.send(request)
      let headers = Dictionary(answer.headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
      let response = HTTPResponse(status: answer.status, headers: headers, body: answer.body)
      if let problem = response.problem {
        return failure(.response, "the transport has returned no response of \(authority): \(problem)")
      }
      guard response.body.count <= maximum else {
        return failure(.size, "the response of \(authority) exceeds \(maximum) bytes")
      }
      return .success(response)
    } catch { return failure(.unreachable, "no response of \(authority): \(error.programText)", error) }
  }

  private static func failure(
    _ kind: HTTPFailure.Kind, _ message: String, _ error: (any Error)? = nil
  ) -> Result<HTTPResponse, HTTPFailure> {
    var failure = HTTPFailure(kind, message)
    (failure.wasSent, failure.underlying) = (true, error.map(UnderlyingError.init))
    return .failure(failure)
  }

  func poll(milliseconds: Int32) -> Bool {
    // An interruption wakes nobody, so that waits are short.
    if !hasEnded, milliseconds > 0 {
      _ = ended.signal.wait(timeout: .now() + .milliseconds(min(10, Int(milliseconds))))
    }
    endOverdue()
    return hasEnded
  }

  func advance(milliseconds: Int32) {
    _ = poll(milliseconds: milliseconds)
    let results = ended.results.withLock { results in
      defer { results = [:] }
      return results
    }
    for (number, result) in results.sorted(by: { $0.key < $1.key }) {
      // One that was cancelled has ended before.
      guard let request = running.removeValue(forKey: number) else { continue }
      request.task?.cancel()
      request.completion(delivering(result, of: request.request))
    }
  }

  /// Passes the body of a stream on.
  private func delivering(
    _ result: Result<HTTPResponse, HTTPFailure>, of request: HTTPRequest
  ) -> Result<HTTPResponse, HTTPFailure> {
    guard let onData = request.onData, case .success(let response) = result, (200..<300).contains(response.status)
    else { return result }
    let head = HTTPResponse(status: response.status, headers: response.headers)
    if !response.body.isEmpty { onData(response.body, head) }
    return .success(head)
  }

  func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure) {
    for (number, request) in running where matches(request.request) {
      request.task?.cancel()
      var failure = failure(request.request)
      failure.wasSent = true
      ended.add(number, .failure(failure))
    }
  }
}
