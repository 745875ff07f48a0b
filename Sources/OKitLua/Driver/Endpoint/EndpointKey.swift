/// The requests that an answer is for: `GET /shop.json`, `PUT /_image/*`, `GET https://example.org/x`,
/// `* /articles/:slug`.
package struct EndpointKey {
  /// The key as the test has it.
  package let text: String
  private let method: String
  /// A path below the endpoint, which begins with a slash, or a URL.
  private let target: String
  /// Whether the key ends with `*`, and is for everything that begins with `target`.
  private let isPrefix: Bool

  private static let methods = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "MKCOL", "*"]

  /// - Throws: `lua.argument`.
  package init(_ text: String) throws(Diagnostic) {
    self.text = text
    let space = text.firstIndex(of: " ") ?? text.endIndex
    method = String(text[..<space])
    guard Self.methods.contains(method) else {
      throw Diagnostic(
        "lua.argument", "endpoint: \"\(text)\" does not begin with a method",
        hint: NearestName.hint(for: method, in: Self.methods) ?? "use for example \"GET /shop.json\"")
    }
    var rest = text[space...].dropFirst()
    isPrefix = rest.hasSuffix("*")
    if isPrefix { rest.removeLast() }
    if rest.hasPrefix("/") {
      target = String(rest)
    } else if rest.contains("://") {
      target = try HTTPURL(String(rest)).text
    } else {
      throw Diagnostic(
        "lua.argument", "endpoint: \"\(text)\" has no path that begins with a slash, and no URL",
        hint: "use for example \"\(method) /shop.json\" or \"\(method) https://example.org/shop.json\"")
    }
  }

  /// Returns how well the key matches a request, and what its parameters stand for; nil if it does not.
  ///
  /// A key without a query is for all queries. A path matches the path below the endpoint, or the end of the path on
  /// another server.
  ///
  /// - Parameter path: The path below the endpoint; nil for a request to another server.
  func match(_ method: String, path: String?, url: HTTPURL) -> (rank: Int, parameters: [String: String])? {
    guard self.method == "*" || self.method == method else { return nil }
    let isPath = target.hasPrefix("/")
    // Everything on all servers is no answer that a test means.
    if isPrefix, path == nil, target == "/" { return nil }
    let given = isPath ? path ?? HTTPURL.percentDecoded(url.target) ?? url.target : url.text
    let matched = target.contains("?") ? given[...] : given.prefix { $0 != "?" }
    let (wanted, parts) = (Self.segments(target[...]), Self.segments(matched))
    for dropped in 0...(isPath && path == nil ? max(0, parts.count - wanted.count) : 0) {
      let rest = [""] + parts.dropFirst(dropped + 1)
      guard let parameters = Self.match(wanted, isPath ? rest : parts, isPrefix: isPrefix) else { continue }
      let kind = isPrefix ? 0 : parameters.isEmpty ? 2 : 1
      let rank = kind << 20 + target.utf8.count
      let decoded = parameters.mapValues { isPath ? $0 : HTTPURL.percentDecoded($0) ?? $0 }
      return ((rank - dropped) * 2 + (self.method == "*" ? 0 : 1), decoded)
    }
    return nil
  }

  /// Returns the answer whose key matches a request best, with what its parameters stand for; nil if none does.
  ///
  /// - Parameter path: See `match`.
  package static func best<Answer>(
    _ answers: [(key: EndpointKey, answer: Answer)], for request: HTTPRequest, path: String?
  ) -> (answer: Answer, parameters: [String: String])? {
    let matches = answers.compactMap { entry in
      entry.key.match(request.method, path: path, url: request.url).map { (match: $0, answer: entry.answer) }
    }
    return matches.max { $0.match.rank < $1.match.rank }.map { ($0.answer, $0.match.parameters) }
  }

  /// Returns the error for a request without an answer.
  package static func missing(_ request: String, _ keys: [EndpointKey]) -> Diagnostic {
    let names = keys.map(\.text)
    let known = names.isEmpty ? "the endpoint has no answers" : "the answers are for \(names.joined(separator: ", "))"
    return Diagnostic(
      "app.endpoint", "no answer for \(request); \(known)", hint: NearestName.hint(for: request, in: names))
  }

  private static func segments(_ path: Substring) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  private static func match(_ wanted: [String], _ given: [String], isPrefix: Bool) -> [String: String]? {
    guard isPrefix ? given.count >= wanted.count : given.count == wanted.count else { return nil }
    var parameters: [String: String] = [:]
    for (index, (name, text)) in zip(wanted, given).enumerated() {
      if name.hasPrefix(":"), name.utf8.count > 1 {
        guard !text.isEmpty else { return nil }
        parameters[String(name.dropFirst())] = text
      } else if isPrefix, index == wanted.count - 1 {
        guard text.hasPrefix(name) else { return nil }
      } else if name != text {
        return nil
      }
    }
    return parameters
  }
}
