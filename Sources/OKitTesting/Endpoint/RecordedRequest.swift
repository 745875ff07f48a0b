/// A request that an application has sent, as tests see it.
struct RecordedRequest {
  let method: String
  let url: String
  /// The path below the endpoint, which begins with a slash; nil for another server.
  let path: String?
  /// With names in lower case, as sent.
  let headers: [String: String]
  let body: [UInt8]?
  /// The parts of the path that `:name` in the key of the answer stands for, without percent-encoding.
  var parameters: [String: String] = [:]

  static let declared = DeclaredClass(
    "okit.SentRequest", "A request that an application has sent.",
    [
      Declaration("method", "string", "such as `PUT`"), Declaration("url", "string", "the URL"),
      Declaration("path", "string?", "the path below the endpoint, such as `/shop.json`; nil for another server"),
      Declaration(
        "headers", "table<string, string>", "the headers with lower-case names; in `app.requests` without credentials"),
      Declaration("query", "table<string, string>", "the values of the query by name"),
      Declaration("parameters", "table<string, string>", "what `:name` in the key of the answer stands for"),
      Declaration("body", "string?", "the body"), Declaration("json", "table?", "the body, if it is a JSON document"),
    ])

  init(_ request: HTTPRequest, path: String?) {
    (method, url, body, self.path) = (request.method, request.url.text, request.body, path)
    var headers: [String: String] = [:]
    for (name, value) in request.headers {
      let name = name.lowercased()
      headers[name] = value
    }
    self.headers = headers
  }

  private static let credentials: Set = ["authorization", "proxy-authorization", "cookie"]

  /// Returns credentials without their secret part, such as `Bearer …`.
  private static func masked(_ value: String) -> String {
    guard let space = value.firstIndex(of: " ") else { return "…" }
    return "\(value[..<space]) …"
  }

  /// The values of the query; of a name that is given more than once, the last one.
  private var query: [String: String] {
    var values: [String: String] = [:]
    for part in url.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        let text = String($0.map { $0 == "+" ? " " : $0 })
        return HTTPURL.percentDecoded(text) ?? text
      }
      if let name = pair.first { values[name] = pair.count > 1 ? pair[1] : "" }
    }
    return values
  }

  /// - Parameter masksCredentials: Whether credentials are shown without their secret part: for what may be printed.
  func lua(masksCredentials: Bool) -> LuaValue {
    let shown = LuaTable(
      pairs: headers.sorted { $0.key < $1.key }.map { name, value in
        let isMasked = masksCredentials && Self.credentials.contains(name)
        return .init(key: .string(name), value: .string(isMasked ? Self.masked(value) : value))
      })
    var pairs = [
      LuaTable.Pair(key: "method", value: .string(method)), .init(key: "url", value: .string(url)),
      .init(key: "headers", value: .table(shown)),
      .init(key: "query", value: .table(LuaTable(sorted: query, LuaValue.string))),
      .init(key: "parameters", value: .table(LuaTable(sorted: parameters, LuaValue.string))),
    ]
    if let path { pairs.append(.init(key: "path", value: .string(path))) }
    if let body {
      pairs.append(
        .init(key: "body", value: String(validating: body, as: UTF8.self).map(LuaValue.string) ?? .bytes(body)))
      if let json = try? JSONValue.parse(json: body), case .table = LuaValue(json) {
        pairs.append(.init(key: "json", value: LuaValue(json)))
      }
    }
    return .table(LuaTable(pairs: pairs))
  }
}
