/// The answers of servers as the endpoint of a test.
struct RecordedAnswers {
  /// In the order of the requests, by what a test calls them.
  private var answers: [String: [String]] = [:]

  init(_ requests: [JSONValue]) {
    for request in requests {
      guard case .string(let method)? = request["method"], case .string(let url)? = request["url"] else { continue }
      answers["\(method) \(url)", default: []].append(Self.answer(to: request))
    }
  }

  /// The option with the answers. Equal requests that were answered in different ways get these answers one after the
  /// other.
  ///
  /// - Parameter isNeeded: Whether there is one even without requests.
  func lines(isNeeded: Bool) -> [String] {
    guard !answers.isEmpty else { return isNeeded ? ["endpoint = {},"] : [] }
    let members = answers.sorted { $0.key < $1.key }.map { key, answers in
      let isOne = Set(answers).count == 1
      let value = isOne ? answers[0] : "answers { \(answers.joined(separator: ", ")) }"
      return "  [\(LuaText.quoted(key))] = \(value),"
    }
    return ["endpoint = {"] + members + ["},"]
  }

  /// The function that `lua` calls for equal requests with different answers; empty if there are none.
  var helper: String {
    guard answers.values.contains(where: { Set($0).count > 1 }) else { return "" }
    return """
      -- Gives one answer after the other, and then the last one.
      local function answers(list)
        return function() return #list > 1 and table.remove(list, 1) or list[1] end
      end


      """
  }

  private static func answer(to request: JSONValue) -> String {
    var members: [(String, String)] = []
    if let answer = request["answer"] {
      members.append(("status", LuaText.literal(answer["status"] ?? 200)))
      if let body = body(answer) { members.append(("body", body)) }
      let kept = (answer["headers"]?.members ?? [:]).filter { Self.headers.contains($0.key) }
      if !kept.isEmpty { members.append(("headers", LuaText.literal(.object(kept)))) }
    } else {
      members.append(("fail", LuaText.quoted(failure(request["error"]?["code"]))))
    }
    if let latency = request["latency"] { members.append(("latency", LuaText.literal(latency))) }
    return "{ \(members.map { "\($0) = \($1)" }.joined(separator: ", ")) }"
  }

  private static let headers: Set = ["etag", "last-modified", "location", "content-type", "retry-after"]

  /// The body as a test gives it; nil for none.
  private static func body(_ answer: JSONValue) -> String? {
    if case .string(let text)? = answer["base64"] { return DataValue(base64: text).map { LuaText.quoted($0.bytes) } }
    switch answer["json"] {
    case let json? where json.isCollection: return LuaText.literal(json)
    case let json?: return (try? json.json()).map(LuaText.quoted)  // It was read, so it can be written.
    case nil: return answer["body"].map(LuaText.literal)
    }
  }

  private static func failure(_ code: JSONValue?) -> String {
    switch code {
    case "net.timeout": "timeout"
    case "net.tls": "tls"
    case "net.permission": "permission"
    case "net.response": "body"
    default: "unreachable"
    }
  }
}

extension JSONValue {
  fileprivate var isCollection: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
