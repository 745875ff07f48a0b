/// The answers of servers as the endpoint of a test.
struct RecordedAnswers {
  /// In the order of the requests, by what a test calls them.
  private var answers: [String: [JSONValue]] = [:]

  init(_ requests: [JSONValue]) {
    for request in requests {
      guard case .string(let method)? = request["method"], case .string(let url)? = request["url"] else { continue }
      answers["\(method) \(url)", default: []].append(Self.answer(to: request))
    }
  }

  /// The table of the answers; nil without requests. Equal requests that were answered in different ways get these
  /// answers one after the other.
  var lua: String? {
    guard !answers.isEmpty else { return nil }
    let members = answers.sorted { $0.key < $1.key }.map { key, answers in
      let texts = answers.map(LuaText.literal)
      let value = Set(texts).count == 1 ? texts[0] : "answers { \(texts.joined(separator: ", ")) }"
      return "[\(LuaText.quoted(key))] = \(value)"
    }
    return "{ \(members.joined(separator: ", ")) }"
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

  private static func answer(to request: JSONValue) -> JSONValue {
    guard let answer = request["answer"] else { return ["fail": .string(failure(request["error"]?["code"]))] }
    var members: [String: JSONValue] = ["status": answer["status"] ?? 200]
    members["body"] = answer["json"] ?? answer["body"]
    if case .object(let headers)? = answer["headers"] {
      let kept = headers.filter { ["etag", "last-modified", "location", "content-type"].contains($0.key) }
      members["headers"] = kept.isEmpty ? nil : .object(kept)
    }
    return .object(members)
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
