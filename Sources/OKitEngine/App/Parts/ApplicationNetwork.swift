/// The servers of an application, over connections that outlive a hot reload: what `OKitHTTP` gives it.
package protocol ApplicationNetwork: AnyObject {
  /// The endpoint of HTTP models.
  var endpoint: any ApplicationEndpoint { get }

  /// Sends the requests of HTTP models.
  var transport: any HTTPTransport { get }

  /// Checks that a script may ask a server.
  ///
  /// - Throws: `net.permission`.
  func check(_ url: HTTPURL) throws(Diagnostic)

  /// Sends a request of a script.
  ///
  /// - Parameters:
  ///   - isStopped: Returns whether to give up.
  ///   - later: Does something after a number of seconds.
  func fetch(
    _ request: HTTPRequest, isStopped: () -> Bool, later: (Double, @escaping () -> Void) -> Void,
    completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void)
}
