/// A document as JSON to which patches by id can be applied, without knowing its classes.
final class JSONDocument {
  /// A value that patches change in place.
  private final class Node {
    enum Content {
      case object([String: Node])
      case array([Node])
      case other(JSONValue)
    }

    var content: Content

    init(_ value: JSONValue) {
      content =
        switch value {
        case .object(let members): .object(members.mapValues(Node.init))
        case .array(let elements): .array(elements.map(Node.init))
        default: .other(value)
        }
    }

    var value: JSONValue {
      switch content {
      case .object(let members): .object(members.mapValues(\.value))
      case .array(let elements): .array(elements.map(\.value))
      case .other(let value): value
      }
    }

    /// The id of an object.
    var id: String? {
      guard case .object(let members) = content, case .other(let id)? = members["id"]?.content else { return nil }
      return switch id {
      case .string(let text): text
      case .int(let number): String(number)
      case .number(let text): text
      default: nil
      }
    }
  }

  private let root: Node
  private var nodes: [String: Node] = [:]
  /// The ids that more than one object has.
  private var ambiguous: Set<String> = []

  init(_ value: JSONValue) {
    root = Node(value)
    insert(root)
  }

  var value: JSONValue { root.value }

  private func visit(_ node: Node, _ body: (Node, String) -> Void) {
    if let id = node.id { body(node, id) }
    switch node.content {
    case .object(let members): for member in members.values { visit(member, body) }
    case .array(let elements): for element in elements { visit(element, body) }
    case .other: break
    }
  }

  private func insert(_ node: Node) {
    visit(node) { if nodes.updateValue($0, forKey: $1) != nil { ambiguous.insert($1) } }
  }

  private func remove(_ node: Node) {
    visit(node) { if nodes[$1] === $0 { nodes[$1] = nil } }
  }

  // MARK: Patches

  /// Applies the patch of a record.
  ///
  /// - Throws: `storage.journal` for a patch that does not fit.
  func apply(_ patch: JSONValue) throws {
    guard case .array(let steps) = patch else { throw Self.problem("the patch", "expected an array") }
    for step in steps { try apply(step: step) }
  }

  private func apply(step: JSONValue) throws {
    guard case .string(let name)? = step["op"], let operation = Patch.Operation(rawValue: name),
      case .string(let path)? = step["path"]
    else { throw Self.problem("a step", "expected \"op\" and \"path\"") }
    switch operation {
    case .add, .replace:
      guard let value = step["value"] else { throw Self.problem(path, "expected a value") }
      try set(path, Node(value), isNew: operation == .add)
    case .remove: remove(try take(path))
    case .move:
      guard case .string(let from)? = step["from"] else { throw Self.problem(path, "expected \"from\"") }
      let node = try take(from)
      remove(node)
      try set(path, node, isNew: true)
    }
  }

  private static func problem(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("storage.journal", "\(path): \(reason)")
  }

  /// Returns the object or array that a path changes, and the last part of the path.
  private func container(_ path: String) throws -> (Node, String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Patch.unescape($0.utf8) }
    guard parts.count == 2 || parts.count == 3 else { throw Self.problem(path, "expected id/property[/element]") }
    guard let owner = nodes[parts[0]] else { throw Self.problem(path, "there is no entity with that id") }
    guard !ambiguous.contains(parts[0]) else { throw Self.problem(path, "more than one object has that id") }
    guard parts.count == 3 else { return (owner, parts[1]) }
    guard case .object(var members) = owner.content else { throw Self.problem(path, "expected an object") }
    // A document may leave out an empty collection.
    let child = members[parts[1]] ?? Node(Int(parts[2]) == nil ? .object([:]) : .array([]))
    if members.updateValue(child, forKey: parts[1]) == nil { owner.content = .object(members) }
    return (child, parts[2])
  }

  private func set(_ path: String, _ node: Node, isNew: Bool) throws {
    let (container, key) = try container(path)
    switch container.content {
    case .object(var members):
      // Only this reference to the members, so that changing them copies nothing.
      container.content = .other(.null)
      let old = members.updateValue(node, forKey: key)
      container.content = .object(members)
      if let old { remove(old) }
    case .array(var elements):
      guard let index = Int(key), index >= 0, isNew ? index <= elements.count : index < elements.count else {
        throw Self.problem(path, "there is no such position")
      }
      container.content = .other(.null)
      if isNew {
        elements.insert(node, at: index)
      } else {
        remove(elements[index])
        elements[index] = node
      }
      container.content = .array(elements)
    case .other: throw Self.problem(path, "expected an object or an array")
    }
    insert(node)
  }

  private func take(_ path: String) throws -> Node {
    let (container, key) = try container(path)
    switch container.content {
    case .object(var members):
      container.content = .other(.null)
      let old = members.removeValue(forKey: key)
      container.content = .object(members)
      if let old { return old }
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { break }
      container.content = .other(.null)
      let old = elements.remove(at: index)
      container.content = .array(elements)
      return old
    case .other: break
    }
    throw Self.problem(path, "there is no such element")
  }
}
