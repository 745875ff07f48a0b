/// A request to a server.
package struct HTTPRequest: Sendable {
  package var url: HTTPURL
  package var method = "GET"
  /// Additional headers. Names and values have been validated: they contain no line breaks.
  package var headers: [(name: String, value: String)] = []
  /// The body; nil for none.
  package var body: [UInt8]?
  /// Seconds until the connection must exist.
  package var connectTimeout = 10.0
  /// Seconds until the response must be complete.
  package var timeout = 10.0
  /// The maximum size of the response's body in bytes, after decompression.
  package var maximumBody = 16 << 20

  package init(_ url: HTTPURL) { self.url = url }

  /// The lines of the headers as libcurl takes them.
  var headerLines: [String] {
    var lines = headers.map { "\($0.name): \($0.value)" }
    // libcurl calls a body a form unless it has a type.
    if body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    return lines
  }
}
