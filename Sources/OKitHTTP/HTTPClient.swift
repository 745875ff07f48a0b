internal import Glibc

/// Sends requests, one after the other, over connections that it keeps. Used by one thread.
package final class HTTPClient {
  private let connections: HTTPConnections

  /// - Parameter authorities: A file of certificate authorities in PEM; nil for those of the system.
  package init(access: HTTPAccess, authorities: String? = HTTPClient.configuredAuthorities) {
    connections = HTTPConnections(access: access, authorities: authorities)
  }

  /// The file that the environment variable `SSL_CERT_FILE` names, as programs with OpenSSL do.
  package static var configuredAuthorities: String? { getenv("SSL_CERT_FILE").map { String(cString: $0) } }

  /// The time in milliseconds after which it is asked again whether to stop.
  static let interval: Int32 = 50

  /// Sends a request and waits for the response. Does not follow redirects.
  ///
  /// - Parameter isStopped: Returns whether to give up; asked every 50 ms.
  /// - Throws: `HTTPFailure`.
  package func perform(_ request: HTTPRequest, isStopped: () -> Bool) throws(HTTPFailure) -> HTTPResponse {
    var result: Result<HTTPResponse, HTTPFailure>?
    connections.begin(request) { result = $0 }
    while true {
      connections.advance(milliseconds: Self.interval)
      if let result { return try result.get() }
      guard isStopped() else { continue }
      connections.cancelAll {
        HTTPFailure(.stopped, "\($0.url.authority) did not respond within the limits of the script")
      }
    }
  }
}
