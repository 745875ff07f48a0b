/// The calls of a test that claim changes: `:changes { … }` for models and requests, `:shows { … }` for the screen.
struct ChangeClaims {
  private var made: [String] = []
  private var shown = Node()

  private final class Node {
    var value: JSONValue?
    private(set) var children: [String: Node] = [:]

    func child(_ name: String) -> Node {
      if let child = children[name] { return child }
      let child = Node()
      children[name] = child
      return child
    }
  }

  init(_ changes: [StepChange]) {
    for change in changes {
      switch change.subject {
      case .model(let patch): made.append(Self.lua(patch))
      case .request(let request): made.append("{ request = \(Self.lua(.string(request))) }")
      case .screen: add(change.value, at: [])
      case .shown(let part): add(change.value, at: part.split(separator: ".").map(String.init))
      case .order: add(.object([:]), at: ["sections"])
      }
    }
  }

  private func add(_ value: JSONValue, at path: [String]) {
    var node = shown
    for step in path { node = node.child(step) }
    if case .object(let members) = value {
      node.value = node.value ?? .object([:])
      for (name, member) in members where member != .null { node.child(name).value = member }
    } else {
      node.value = value
    }
  }

  var calls: [String] {
    var calls: [String] = []
    if !made.isEmpty { calls.append(":changes { \(made.joined(separator: ", ")) }") }
    if shown.value != nil || !shown.children.isEmpty { calls.append(":shows \(Self.lua(shown))") }
    return calls
  }

  // MARK: Lua

  private static func lua(_ patch: Patch) -> String {
    var members = ["path = \(lua(.string(patch.path)))"]
    if let from = patch.from { members.append("from = \(lua(.string(from)))") }
    if patch.old != .null { members.append("old = \(lua(patch.old))") }
    if patch.value != .null { members.append("new = \(lua(patch.value))") }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private static func lua(_ node: Node) -> String {
    // What has gone is false in a claim.
    guard !node.children.isEmpty else { return node.value.map { $0 == .null ? "false" : lua($0) } ?? "{}" }
    let members = node.children.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { key, child in
      (Int(key) == nil ? key : "[\(key)]") + " = " + lua(child)
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// A value as a literal, without the identifiers of elements.
  static func lua(_ value: JSONValue) -> String { LuaText.literal(withoutIDs(value)) }

  private static func withoutIDs(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(withoutIDs))
    case .object(let members):
      .object(members.filter { $0.key != "id" && $0.value != .null }.mapValues(withoutIDs))
    default: value
    }
  }
}
