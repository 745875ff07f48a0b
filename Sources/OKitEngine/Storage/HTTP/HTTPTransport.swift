/// Sends the requests of HTTP models: over connections to the endpoint, or in tests to answers inside the process.
///
/// Nothing runs by itself: whoever owns the transport calls `advance` between turns, and while it waits for a response.
package protocol HTTPTransport: AnyObject {
  /// Returns the URL of a path below the endpoint, without credentials: for messages.
  func url(of path: String) -> String

  /// Begins a request. `completion` runs in a later `advance`, never in this call.
  func send(_ request: StorageRequest, completion: @escaping (Result<StorageResponse, StorageRequestFailure>) -> Void)

  /// Continues what was begun, and runs the completions of what has ended.
  ///
  /// - Parameter seconds: How long to wait for something to end, by the clock of the runtime; 0 for not at all.
  func advance(waiting seconds: Double)

  /// The number of requests without a response.
  var unfinishedCount: Int { get }

  /// Whether a server has to be asked whether it honours conditions (RFC 9110, section 13), before the first write to it.
  var needsProbe: Bool { get }
}

/// A request for a path below the endpoint.
package struct StorageRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package var method: Method
  /// The path relative to the endpoint, not percent-encoded: `shop.json`, `_image/<id>.png`.
  package var path: String
  /// Additional headers such as `If-Match`. The transport adds credentials and those of the endpoint.
  package var headers: [(name: String, value: String)] = []
  /// The body; nil for none.
  package var body: [UInt8]?

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
package struct StorageRequestFailure: Error {
  /// With a code `http.…`, and the URL as its place.
  package var diagnostic: Diagnostic
  /// Whether the server may have received the request: then it may have written what was sent.
  package var wasSent: Bool

  package init(_ diagnostic: Diagnostic, wasSent: Bool) { (self.diagnostic, self.wasSent) = (diagnostic, wasSent) }
}
