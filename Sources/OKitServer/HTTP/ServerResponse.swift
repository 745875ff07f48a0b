internal import NIOHTTP1

/// The answer to a request.
struct ServerResponse: Sendable {
  var status = HTTPResponseStatus.ok
  var type: String
  var body: [UInt8]
  var headers: [(name: String, value: String)] = []
  /// Whether the connection is closed afterwards.
  var closes = false

  init(_ status: HTTPResponseStatus = .ok, type: String, _ body: [UInt8]) {
    (self.status, self.type, self.body) = (status, type, body)
  }

  /// JSON data.
  ///
  /// - Throws: `json.number` and `json.depth`, for what JSON cannot express.
  init(_ status: HTTPResponseStatus = .ok, json: JSONValue) throws {
    self.init(status, type: "application/json", try json.jsonBytes() + [UInt8(ascii: "\n")])
  }

  init(_ refusal: Refusal) {
    let diagnostic = refusal.diagnostic
    let text = (try? diagnostic.jsonValue.json()) ?? diagnostic.code.rawValue  // A diagnostic has texts only.
    self.init(refusal.status, type: "application/json", Array((text + "\n").utf8))
    if !refusal.allowedMethods.isEmpty {
      headers.append(("Allow", refusal.allowedMethods.joined(separator: ", ")))
    }
    if refusal.status == .unauthorized { headers.append(("WWW-Authenticate", "Bearer")) }
  }

  /// The head with the headers that every response has.
  var head: HTTPResponseHead {
    var head = HTTPResponseHead(version: .http1_1, status: status)
    head.headers = HTTPHeaders(Self.security + headers)
    head.headers.add(name: "Content-Type", value: type)
    head.headers.add(name: "Content-Length", value: "\(body.count)")
    if closes { head.headers.add(name: "Connection", value: "close") }
    return head
  }

  static let security: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
  ]
}
