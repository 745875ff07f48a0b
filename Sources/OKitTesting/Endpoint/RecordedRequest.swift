/// A request that an application has sent, as tests see it.
struct RecordedRequest {
  let method: String
  let url: String
  /// The path below the endpoint, which begins with a slash; nil for another server.
  let path: String?
  /// With names in lower case, without credentials.
  let headers: [String: String]
  let body: [UInt8]?

  static let declared = DeclaredClass(
    "okit.SentRequest", "A request that an application has sent.",
    [
      Declaration("method", "string", "such as `PUT`"), Declaration("url", "string", "the URL"),
      Declaration("path", "string?", "the path below the endpoint, such as `/shop.json`; nil for another server"),
      Declaration("headers", "table<string, string>", "the headers with lower-case names, without credentials"),
      Declaration("body", "string?", "the body"), Declaration("json", "table?", "the body, if it is a JSON document"),
    ])

  init(_ request: HTTPRequest, path: String?) {
    (method, url, body, self.path) = (request.method, request.url.text, request.body, path)
    var headers: [String: String] = [:]
    for (name, value) in request.headers {
      let name = name.lowercased()
      headers[name] = ["authorization", "proxy-authorization", "cookie"].contains(name) ? Self.masked(value) : value
    }
    self.headers = headers
  }

  /// Returns credentials without their secret part, such as `Bearer …`.
  private static func masked(_ value: String) -> String {
    guard let space = value.firstIndex(of: " ") else { return "…" }
    return "\(value[..<space]) …"
  }

  var lua: LuaValue {
    var pairs = [
      LuaTable.Pair(key: "method", value: .string(method)), .init(key: "url", value: .string(url)),
      .init(key: "headers", value: .table(LuaTable(sorted: headers, LuaValue.string))),
    ]
    if let path { pairs.append(.init(key: "path", value: .string(path))) }
    if let body {
      let text = String(validating: body, as: UTF8.self).map(LuaValue.string) ?? .bytes(body)
      pairs.append(.init(key: "body", value: text))
      if let json = try? JSONValue.parse(json: body), case .table = LuaValue(json) {
        pairs.append(.init(key: "json", value: LuaValue(json)))
      }
    }
    return .table(LuaTable(pairs: pairs))
  }
}
