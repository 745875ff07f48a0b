/// The response of a server, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status = 0
  /// With names in lower case; the values of repeated headers are joined by commas, and those of `set-cookie`, whose
  /// values have commas, by line feeds.
  package var headers: [String: String] = [:]
  /// The body after decompression.
  package var body: [UInt8] = []
  /// Whether the response has said where its body ends. Otherwise, the end of the connection is its end, and nobody can
  /// tell whether a part is missing.
  package var isDelimited = true

  package init(status: Int = 0, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
