/// Sends the requests of an application in place of libcurl: a client that the program has, a queue, a recording.
///
///     options.parts = [.http(transport: ProgramClient())]
///
/// The hosts that scripts may ask are checked before, and the limits of a request afterwards.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the response, with any status; a redirect is followed by the application. The task is
  /// cancelled when nobody waits for the response any more. What cannot be a response, such as one with the status 99,
  /// fails the request with `net.response`, and that of a model on a server with `http.body`.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request to a server.
public struct TransportRequest: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The URL.
  public let url: String
  /// The headers, credentials among them.
  public let headers: [(name: String, value: String)]
  /// The body; nil for none.
  public let body: [UInt8]?
}

/// The response of a server.
public struct TransportResponse: Sendable {
  /// The status, from 200 to 599.
  public let status: Int
  /// The headers by their names. Several cookies in `Set-Cookie` have line feeds between them.
  public let headers: [String: String]
  /// The body.
  public let body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
