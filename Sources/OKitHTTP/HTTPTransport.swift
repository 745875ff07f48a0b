/// Sends the requests of an application in place of libcurl: a client that the program has, a queue, a recording.
///
///     options.parts = [.http(transport: ProgramClient())]
///
/// The hosts that scripts may ask are checked before, and the limits of a request afterwards.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the response, with any status; a redirect is followed by the application. The task is
  /// cancelled when nobody waits for the response any more.
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
  /// The status, such as 200.
  public let status: Int
  /// The headers by their names.
  public let headers: [String: String]
  /// The body.
  public let body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
