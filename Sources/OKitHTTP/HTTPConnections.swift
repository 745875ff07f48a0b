internal import CCurl
internal import Glibc

/// Performs transfers over connections that it keeps for later ones. Used by one thread.
///
/// libcurl is loaded by the first request ([decision 23](../../docs/decisions/0023-http-by-libcurl.md)).
final class HTTPConnections: HTTPBackend {
  /// The file that the environment variable `SSL_CERT_FILE` names, as programs with OpenSSL do.
  package static var configuredAuthorities: String? { getenv("SSL_CERT_FILE").map { String(cString: $0) } }

  private let access: HTTPAccess
  private let authorities: String?
  /// Returns the address of a host instead of looking it up: for tests.
  private let address: (HTTPURL) -> String?
  /// Returns the proxy of a request; nil for none.
  private let proxy: (HTTPURL) -> String?
  private var connections: OpaquePointer?
  private var running: [ObjectIdentifier: HTTPTransfer] = [:]
  /// Transfers that have ended, and whose completions have not run.
  private var ended: [(transfer: HTTPTransfer, outcome: Result<HTTPResponse, HTTPFailure>)] = []

  init(
    access: HTTPAccess, authorities: String?, address: @escaping (HTTPURL) -> String? = { _ in nil },
    proxy: @escaping (HTTPURL) -> String? = { HTTPProxy.of($0) }
  ) {
    (self.access, self.authorities, self.address, self.proxy) = (access, authorities, address, proxy)
  }

  deinit { close() }

  func close() {
    for transfer in running.values { if let handle = transfer.handle { okit_transfer_cancel(connections, handle) } }
    okit_connections_close(connections)
    (connections, running) = (nil, [:])
  }

  /// The number of transfers whose completions have not run.
  var count: Int { running.count + ended.count }

  /// Begins a transfer. `completion` runs in a later `advance`.
  func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
    let transfer = HTTPTransfer(request, access, proxy: proxy(request.url), completion)
    do throws(HTTPFailure) {
      do { try access.check(request.url) } catch {
        throw HTTPFailure(.permission, error.message, hint: error.hint)
      }
      if connections == nil { connections = okit_connections_open() }
      guard let connections else {
        throw HTTPFailure(.library, "libcurl is not installed (Debian: apt-get install libcurl4)")
      }
      if let result = transfer.begin(connections, authorities, address(request.url)) {
        ended.append((transfer, transfer.outcome(result)))
      } else {
        running[ObjectIdentifier(transfer)] = transfer
      }
    } catch { ended.append((transfer, .failure(error))) }
  }

  let isVirtual = false
  var nextEvent: DateValue? { nil }

  func poll(milliseconds: Int32) -> Bool {
    if let connections, !running.isEmpty {
      let isWorking = okit_connections_advance(connections, hasArrived ? 0 : milliseconds)
      var result = okit_transfer_result()
      while okit_connections_next(connections, &result) {
        guard let transfer = HTTPTransfer.of(result.context) else { continue }
        running[ObjectIdentifier(transfer)] = nil
        transfer.handle = nil
        ended.append((transfer, transfer.outcome(result)))
      }
      if !isWorking {
        cancelAll {
          HTTPFailure(.failed, "libcurl cannot continue the request to \($0.url.authority)")
        }
      }
    }
    return hasArrived
  }

  /// Whether there is something to deliver.
  private var hasArrived: Bool { !ended.isEmpty || running.values.contains(where: \.hasParts) }

  func advance(milliseconds: Int32) {
    _ = poll(milliseconds: milliseconds)
    for transfer in running.values where transfer.hasParts { transfer.deliverParts() }
    // A completion may begin further transfers, which end in a later call.
    let all = ended
    ended = []
    for (transfer, outcome) in all {
      transfer.deliverParts()
      transfer.completion(outcome)
    }
  }

  /// Ends transfers with a failure, whose completions run in the next `advance`.
  func cancelAll(
    where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure
  ) {
    guard let connections else { return }
    for (key, transfer) in running where matches(transfer.request) {
      guard let handle = transfer.handle else { continue }
      var failure = failure(transfer.request)
      failure.wasSent = okit_transfer_cancel(connections, handle)
      transfer.handle = nil
      running[key] = nil
      ended.append((transfer, .failure(failure)))
    }
  }
}
