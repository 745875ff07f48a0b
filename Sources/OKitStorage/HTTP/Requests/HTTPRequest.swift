/// A request to a server.
package struct HTTPRequest {
  package var url: HTTPURL
  /// The number that identifies it in its queue.
  package internal(set) var number = 0
  package var method = "GET"
  /// Additional headers, which `add` has validated.
  package private(set) var headers: [(name: String, value: String)] = []
  /// The body; nil for none.
  package var body: [UInt8]?
  /// The time limit of a request without another one, in seconds.
  package static let standardTimeout = 10.0

  /// Seconds until the connection must exist.
  package var connectTimeout = standardTimeout
  /// Seconds until the response must be complete; of a stream, the seconds without data after which it ends.
  package var timeout = standardTimeout
  /// Gets the parts of a body with a status from 200 to 299 as they arrive, each with the response without its body and
  /// without a limit of their size: a stream.
  package var onData: (([UInt8], HTTPResponse) -> Void)?
  /// The maximum size of the response's body in bytes, after decompression.
  package var maximumBody = 16 << 20
  /// Whether the response may be compressed. A server or a proxy that compresses gives another entity tag, or a weak
  /// one.
  package var acceptsCompression = true
  /// Whether the request goes on although the session ends.
  package var outlastsSession = false

  package init(_ url: HTTPURL) { self.url = url }

  // MARK: Headers

  /// Adds a header.
  ///
  /// - Throws: `net.request` for a header with which a server could read the request in another way (request
  ///   smuggling).
  package mutating func add(_ name: String, _ value: String) throws(Diagnostic) {
    try Self.check(name, value)
    headers.append((name, value))
  }

  /// Checks that a header can be sent.
  ///
  /// - Throws: `net.request`.
  package static func check(_ name: String, _ value: String) throws(Diagnostic) {
    guard isHeaderName(name), !own.contains(name.lowercased()) else {
      throw Diagnostic(
        "net.request", "\"\(name.debugDescription.dropFirst().dropLast())\" is not a header that a script can set")
    }
    guard isHeaderValue(value) else {
      throw Diagnostic("net.request", "the header \"\(name)\" has a line break or another control character")
    }
  }

  static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { tokenBytes.contains($0) }
  }

  static func isHeaderValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Headers that the request writes itself: two of them could mean another request.
  private static let own = ["host", "content-length", "transfer-encoding", "connection", "te", "trailer", "upgrade"]

  private static let tokenBytes = Set(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  /// Removes all headers except some.
  package mutating func keepHeaders(_ names: [String]) { headers.removeAll { !names.contains($0.name) } }

  package func has(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }

  /// The lines of the headers as libcurl takes them.
  package var headerLines: [String] {
    var lines = has("accept-encoding") ? [] : ["Accept-Encoding: \(acceptsCompression ? "gzip" : "identity")"]
    lines += headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // libcurl calls a body a form unless it has a type.
    if body != nil, !has("content-type") { lines.append("Content-Type:") }
    return lines
  }

  /// Whether a server that gets the request twice does the same as if it gets it once (RFC 9110, section 9.2.2).
  package var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "MKCOL"].contains(method) }
}
