/// The servers of an application, over connections that outlive a hot reload: what `OKitHTTP` gives it.
package protocol ApplicationNetwork: AnyObject {
  /// The endpoint of HTTP models.
  var endpoint: any ApplicationEndpoint { get }

  /// Sends the requests of HTTP models.
  var transport: any DocumentTransport { get }

  /// Checks that a script may ask a server.
  ///
  /// - Throws: `net.permission`.
  func check(_ url: HTTPURL) throws(Diagnostic)

  /// Adds the credentials for the server of a request, if there are any.
  ///
  /// - Throws: `http.credentials` for a connection without encryption; `net.request` for a request that has others.
  func authorize(_ request: inout HTTPRequest) throws(Diagnostic)

  /// What messages and screens must not show: the credentials of servers.
  var secrets: [String] { get }

  /// The requests of scripts.
  var requests: RequestQueue { get }

  /// Closes all connections.
  func close()

  /// Is told of each answer, or failure, of a server before the application is.
  var onAnswer: HTTPAnswerObserver? { get set }
}
