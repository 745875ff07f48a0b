extension PageMessage {
  /// The message as a page sends it.
  package var jsonValue: JSONValue {
    switch self {
    case .hello(let hello):
      var members: [String: JSONValue] = ["type": "hello", "protocol": .int(hello.version)]
      members["window"] = hello.window.map(JSONValue.string)
      members["epoch"] = hello.epoch.map(JSONValue.string)
      members["seen"] = hello.seen.map(JSONValue.int)
      members["view"] = hello.view.map { .object($0.members) }
      return .object(members)
    case .act(let act):
      return [
        "type": "act", "seq": .int(act.number), "instance": act.instance.map(JSONValue.int) ?? .null,
        "action": act.action,
      ]
    case .rows(let rows): return ["type": "rows", "from": .int(rows.lowerBound), "count": .int(rows.count)]
    case .columns(let first): return ["type": "columns", "from": .int(first)]
    case .view(let view): return .object(view.members.merging(["type": "view"]) { own, _ in own })
    case .passphrase(let text): return ["type": "passphrase", "text": .string(text)]
    case .inspect(let request):
      return [
        "type": "inspect", "id": .int(request.number), "request": .string(request.name),
        "arguments": request.arguments,
      ]
    case .bye(let reason): return ["type": "bye", "reason": .string(reason)]
    }
  }
}

extension PageMessage {
  /// The value of `type`.
  var name: String { if case .string(let name)? = jsonValue["type"] { name } else { "" } }
}

extension PageView {
  fileprivate var members: [String: JSONValue] { ["visible": .bool(isVisible), "width": .int(width)] }
}
