extension ApplicationPart {
  /// Requests to servers: `okit.fetch`, and models of `okit.ModelHttp` and `okit.ModelEncryptedHttp`.
  public static let http: ApplicationPart = .http(EndpointOptions())

  /// - Parameter endpoint: What the program says about the endpoint of HTTP models.
  public static func http(_ endpoint: EndpointOptions) -> ApplicationPart {
    ApplicationPart { parts in
      parts.network = { EndpointNetwork(endpoint, permitted: $0, clock: $1, $2) }
    }
  }
}
