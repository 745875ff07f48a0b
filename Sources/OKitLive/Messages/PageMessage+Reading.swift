extension PageMessage {
  /// A message that cannot be read, with the number of the action that it should have been.
  package struct Mistake: Error, Sendable {
    package let diagnostic: Diagnostic
    package let number: Int?
  }

  private enum Kind: String, CaseIterable {
    case hello, act, rows, columns, view, passphrase, inspect, bye

    /// The members beside `type`.
    var keys: [String] {
      switch self {
      case .hello: ["protocol", "window", "epoch", "seen", "view"]
      case .act: ["seq", "instance", "action"]
      case .rows: ["from", "count"]
      case .columns: ["from"]
      case .view: PageView.keys
      case .passphrase: ["text"]
      case .inspect: ["id", "request", "arguments"]
      case .bye: ["reason"]
      }
    }
  }

  /// Reads a message.
  ///
  /// - Throws: A mistake with `live.message`.
  package init(text: [UInt8]) throws(Mistake) {
    var number: Int?
    do {
      let json = try JSONValue.parse(text, called: "the message")
      if json["type"] == "act", case .int(let seq)? = json["seq"] { number = seq }
      self = try Self.read(json)
    } catch {
      let cause = error.asDiagnostic
      throw Mistake(diagnostic: Diagnostic("live.message", cause.message, hint: cause.hint), number: number)
    }
  }

  private static func read(_ json: JSONValue) throws(Diagnostic) -> PageMessage {
    let typed = try JSONMembers(json, "a message")
    let name = try typed.required("type") { key throws(Diagnostic) in try typed.string(key) }
    guard let kind = Kind(rawValue: name) else {
      let names = Kind.allCases.map(\.rawValue)
      throw Diagnostic(
        "live.message", "unknown message \"\(name)\"; expected one of \(names.joined(separator: ", "))",
        hint: NearestName.hint(for: name, in: names))
    }
    let what = "the message \"\(name)\""
    try json.reject(membersBut: kind.keys + ["type"], of: what)
    let members = try JSONMembers(json, what)
    switch kind {
    case .hello:
      guard case .int(let version)? = json["protocol"] else {
        throw members.wrong("protocol", "the integer \(LiveProtocol.version)")
      }
      return .hello(
        Hello(
          version: version,
          window: try members.string("window"), epoch: try members.string("epoch"),
          seen: try members.number("seen"), view: try members["view"].map(PageView.init(strictly:))))
    case .act:
      let number = try members.required("seq") { key throws(Diagnostic) in try members.int(key) }
      guard number > 0 else { throw members.wrong("seq", "an integer from 1, not \(number)") }
      guard json["instance"] != nil else { throw members.wrong("instance", "an integer from 0, or null for a cover") }
      return .act(
        Act(
          number: number, instance: try members.number("instance"),
          action: try members.required("action") { key throws(Diagnostic) in members[key] }))
    case .rows:
      let from = try members.required("from") { key throws(Diagnostic) in try members.number(key) }
      let count = try members.required("count") { key throws(Diagnostic) in try members.int(key) }
      guard (1...LiveProtocol.maximumRows).contains(count), from <= Int.max - count else {
        throw members.wrong("count", "an integer from 1 to \(LiveProtocol.maximumRows)")
      }
      return .rows(from..<from + count)
    case .columns:
      return .columns(from: try members.required("from") { key throws(Diagnostic) in try members.number(key) })
    case .view: return .view(try PageView(json: json))
    case .passphrase:
      return .passphrase(try members.required("text") { key throws(Diagnostic) in try members.string(key) })
    case .inspect:
      return .inspect(
        InspectorRequest(
          number: try members.required("id") { key throws(Diagnostic) in try members.number(key) },
          name: try members.required("request") { key throws(Diagnostic) in try members.string(key) },
          arguments: members["arguments"] ?? [:]))
    case .bye: return .bye(reason: try members.string("reason") ?? "closed")
    }
  }
}

extension PageView {
  fileprivate static let keys = ["visible", "width"]

  /// - Throws: Also for unknown members.
  fileprivate init(strictly json: JSONValue) throws(Diagnostic) {
    try json.reject(membersBut: Self.keys, of: "a view")
    try self.init(json: json)
  }

  fileprivate init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a view")
    self.init(
      isVisible: try members.required("visible") { key throws(Diagnostic) in try members.bool(key) },
      width: try members.required("width") { key throws(Diagnostic) in try members.number(key) })
  }
}

extension JSONMembers {
  /// Returns an integer from 0.
  fileprivate func number(_ key: String) throws(Diagnostic) -> Int? {
    guard let number = try int(key) else { return nil }
    guard number >= 0 else { throw wrong(key, "an integer from 0, not \(number)") }
    return number
  }
}
