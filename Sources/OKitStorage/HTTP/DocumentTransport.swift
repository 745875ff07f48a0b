/// Sends the requests of HTTP models: over connections to the endpoint, or in tests to answers inside the process.
///
/// A transport has no thread: its owner calls `advance` between turns, and while it waits for a response.
package protocol DocumentTransport: AnyObject {
  /// Returns the URL of a path below the endpoint, without credentials: for messages.
  func url(of path: String) -> String

  /// Begins a request. `completion` runs in a later `advance`, never in this call.
  func send(_ request: StorageRequest, completion: @escaping (Result<StorageResponse, StorageRequestFailure>) -> Void)

  /// Continues what was begun, and runs the completions of what has ended.
  ///
  /// - Parameter seconds: How long to wait for something to end, by the clock of the runtime; 0 for not at all. The
  ///   transport moves a virtual clock. Without unfinished requests, it waits the whole time.
  func advance(waiting seconds: Double)

  /// The number of requests without a response.
  var unfinishedCount: Int { get }

  /// Whether responses come from inside the process.
  var isVirtual: Bool { get }

  /// Whether the script that waits is about to reach its time limit.
  var isOutOfTime: Bool { get }

  /// Whether the session ends.
  var isEnding: Bool { get }

  /// Whether the session ends, and has waited for the server as long as it may.
  var isPastEnd: Bool { get }

  /// Whether a server has to be asked whether it honours conditions (RFC 9110, section 13), before the first write to
  /// it.
  var needsProbe: Bool { get }

  /// Returns the settings of the endpoint.
  ///
  /// - Throws: `http.endpoint` when there is none.
  func settings() throws(Diagnostic) -> EndpointSettings

  /// The date, by a virtual clock, of the next response; nil for connections, and when no response is due.
  var nextEvent: DateValue? { get }
}

extension DocumentTransport {
  package var isEnding: Bool { false }
  package var isPastEnd: Bool { false }
}

/// How an endpoint is used.
package struct EndpointSettings: Sendable {
  /// The method of writes: `put` or `post`.
  package var method: StorageRequest.Method
  /// Whether writes are conditional; false for a server that ignores conditions, where the last writer wins.
  package var conditions: Bool
  /// The time limit of a request in seconds.
  package var timeout: Double

  package init(method: StorageRequest.Method = .put, conditions: Bool = true, timeout: Double = 10) {
    (self.method, self.conditions, self.timeout) = (method, conditions, timeout)
  }
}

/// A request for a path below the endpoint.
package struct StorageRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
    /// Creates a folder of a WebDAV server (RFC 4918, section 9.3), which answers 409 to a write into a missing one.
    case makeFolder = "MKCOL"
  }

  package var method: Method
  /// The path relative to the endpoint, not percent-encoded: `shop.json`, `_image/<id>.png`.
  package var path: String
  /// Additional headers such as `If-Match`. The transport adds credentials and those of the endpoint.
  package var headers: [(name: String, value: String)] = []
  /// The body; nil for none.
  package var body: [UInt8]?
  /// Whether a store needs the response. The end of the session ends other reads.
  package var belongsToStore = false

  package init(_ method: Method, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }
}

/// A complete response, with any status that is not a redirect.
package struct StorageResponse: Sendable {
  package var status: Int
  /// With names in lower case.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The reason why a request has no complete response.
package struct StorageRequestFailure: DescribedError {
  /// With a code `http.…`, and the URL as its place.
  package var diagnostic: Diagnostic
  /// Whether the server may have received the request: then it may have written what was sent.
  package var wasSent: Bool
  /// Whether the transport was told to stop: a read is not sent again.
  package var isFinal = false
  /// Whether the response exceeds a limit: it would do so again.
  package var isTooLarge = false

  package init(_ diagnostic: Diagnostic, wasSent: Bool) { (self.diagnostic, self.wasSent) = (diagnostic, wasSent) }
}
