/// The server of HTTP models, and how it is used.
package struct Endpoint: Sendable {
  /// The URL below which the documents are; without a query.
  package var url: HTTPURL
  package var settings = EndpointSettings()
  /// Headers of each request.
  package var headers: [(name: String, value: String)] = []
  /// The maximum size of a body in bytes, after decompression.
  package var maximumBody = 256 << 20
  /// Whether the command line has set the URL.
  package var isOfCommandLine = false

  package init(url: HTTPURL) { self.url = url }
}
