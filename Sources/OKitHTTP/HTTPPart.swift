extension ApplicationPart {
  /// Requests to servers: `okit.fetch`, and models of `okit.ModelHttp` and `okit.ModelEncryptedHttp`.
  public static let http: ApplicationPart = .http()

  /// Requests to servers, as `http`.
  ///
  /// - Parameters:
  ///   - endpoint: What the program says about the endpoint of HTTP models.
  ///   - transport: Sends the requests; nil for libcurl.
  public static func http(
    _ endpoint: EndpointOptions? = nil, transport: (any HTTPTransport)? = nil
  ) -> ApplicationPart {
    ApplicationPart { parts in
      parts.network = { EndpointNetwork(endpoint ?? EndpointOptions(), permitted: $0, clock: $1, $2, transport) }
    }
  }
}
