/// A request that an application has sent, as tests see it.
struct RecordedRequest {
  let method: String
  let url: String
  /// The path below the endpoint, which begins with a slash; nil for another server.
  let endpointPath: String?
  /// That path without its query, or the path on another server.
  let path: String
  /// With names in lower case, as sent.
  let headers: [String: String]
  let body: [UInt8]?
  /// The parts of the path that `:name` in the key of the answer stands for, without percent-encoding.
  let parameters: [String: String]

  static let declared = DeclaredClass(
    "okit.SentRequest", "A request that an application has sent.",
    [
      Declaration("method", "string", "such as `PUT`"), Declaration("url", "string", "the URL"),
      Declaration(
        "path", "string", "the path such as `/shop.json`: below the endpoint, or the whole one of another server"),
      Declaration(
        "headers", "table<string, string>", "the headers with lower-case names; in `app.requests` without credentials"),
      Declaration("query", "table<string, string>", "the values of the query by name"),
      Declaration("parameters", "table<string, string>", "what `:name` in the key of the answer stands for"),
      Declaration("body", "string?", "the body"), Declaration("json", "table?", "the body, if it is a JSON document"),
    ])

  init(_ request: HTTPRequest, endpointPath: String?, parameters: [String: String]) {
    (method, url, body, self.endpointPath) = (request.method, request.url.text, request.body, endpointPath)
    self.parameters = parameters
    let target = String(request.url.target.prefix { $0 != "?" })
    path = endpointPath.map { String($0.prefix { $0 != "?" }) } ?? HTTPURL.percentDecoded(target) ?? target
    var headers: [String: String] = [:]
    for (name, value) in request.headers {
      let name = name.lowercased()
      headers[name] = value
    }
    self.headers = headers
  }

  /// The method, and what keys of answers are for, for messages.
  var name: String { "\(method) \(endpointPath ?? url)" }

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

  /// - Parameter secrets: What must not be shown, for what may be printed; nil for the request as it was sent.
  func lua(masking secrets: Secrets?) -> LuaValue {
    func shown(_ text: String) -> LuaValue { .string(secrets?.shown(content: text) ?? text) }
    func shown(_ values: [String: String]) -> LuaValue {
      .table(LuaTable(sorted: secrets?.shown(values) ?? values, LuaValue.string))
    }
    var sent = headers
    if secrets != nil {
      for name in Self.credentials { sent[name] = headers[name].map(Self.masked) }
    }
    var pairs = [
      LuaTable.Pair(key: "method", value: .string(method)), .init(key: "url", value: shown(url)),
      .init(key: "headers", value: shown(sent)),
      .init(key: "query", value: shown(query)), .init(key: "parameters", value: shown(parameters)),
      .init(key: "path", value: shown(path)),
    ]
    if let body {
      pairs.append(.init(key: "body", value: String(validating: body, as: UTF8.self).map(shown) ?? .bytes(body)))
      if let json = try? JSONValue.parse(json: body), case .table = LuaValue(json) {
        pairs.append(.init(key: "json", value: LuaValue(secrets?.shown(json) ?? json)))
      }
    }
    return .table(LuaTable(pairs: pairs))
  }
}
