/// Performs requests: over connections, or in tests inside the process.
package protocol HTTPBackend: AnyObject {
  /// The number of requests whose completions have not run.
  var count: Int { get }

  /// Whether the responses arrive by a virtual clock.
  var isVirtual: Bool { get }

  /// The date, by a virtual clock, of the next response; nil for connections, and when there is none.
  var nextEvent: DateValue? { get }

  /// Begins a request. `completion` runs in a later `advance`.
  func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void)

  /// Continues all requests.
  ///
  /// - Parameter milliseconds: How long to wait until one of them can go on; 0 for not at all.
  /// - Returns: Whether `advance` has something to deliver.
  func poll(milliseconds: Int32) -> Bool

  /// Continues all requests, and runs the completions of those that have ended.
  ///
  /// - Parameter milliseconds: How long to wait until one of them can go on; 0 for not at all.
  func advance(milliseconds: Int32)

  /// Closes all connections. Requests that run end without completion.
  func close()

  /// Ends requests with a failure, whose completions run in the next `advance`.
  func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure)
}

extension HTTPBackend {
  package func close() {}

  package func cancelAll(_ failure: (HTTPRequest) -> HTTPFailure) { cancelAll(where: { _ in true }, failure) }
}
