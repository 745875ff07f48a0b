/// A document as JSON to which patches by id can be applied, without knowing its classes.
///
/// Only the objects that the patches name are in memory. The rest of the document stays unread, so that a document of
/// any size takes little memory.
final class JSONDocument {
  /// A value that patches change in place.
  final class Node {
    enum Content {
      case object([String: Node])
      case array([Node])
      case other(JSONValue)
      /// An object or array that is not read, as its range in the bytes of the document. No patch names an object in
      /// it.
      case unread(Range<Int>)
    }

    var content: Content

    init(content: Content) { self.content = content }

    init(_ value: JSONValue) {
      content =
        switch value {
        case .object(let members): .object(members.mapValues { Node($0) })
        case .array(let elements): .array(elements.map { Node($0) })
        default: .other(value)
        }
    }

    /// The id of an object.
    var id: String? {
      guard case .object(let members) = content, case .other(let id)? = members["id"]?.content else { return nil }
      return JSONDocument.id(id)
    }
  }

  /// The bytes of the document, which outlive it.
  let bytes: UnsafeBufferPointer<UInt8>
  let file: String
  private(set) var root: Node
  private var nodes: [String: Node] = [:]
  /// The ids that more than one object has.
  private var ambiguous: Set<String> = []

  /// - Parameters:
  ///   - bytes: The document; it must outlive this.
  ///   - file: The name of the document in messages.
  ///   - ids: The ids that the patches name.
  /// - Throws: `json.syntax`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, naming ids: Set<String>) throws {
    (self.bytes, self.file) = (bytes, file)
    root = Node(content: .unread(0..<0))
    var reader = JSONReader(bytes, file: file)
    root = try find(ids, &reader) ?? Node(content: .unread(0..<bytes.count))
    try reader.finish()
  }

  /// Returns the text of the value of a member `id`.
  static func id(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    case .number(let text): text
    default: nil
    }
  }

  // MARK: Ids

  /// Registers the objects with one of the ids in the next value.
  ///
  /// - Returns: The value; nil if none is in it.
  private func find(_ ids: Set<String>, _ reader: inout JSONReader) throws -> Node? {
    let kind = try reader.peekKind()
    let start = reader.offset
    switch kind {
    case .object:
      var (id, found): (String?, [String: Node]) = (nil, [:])
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        if try name == "id" && ![.object, .array].contains(reader.peekKind()) {
          id = Self.id(try reader.readValue())
        } else if let node = try find(ids, &reader) {
          found[name] = node
        }
      }
      let isNamed = id.map(ids.contains) ?? false
      guard isNamed || !found.isEmpty else { return nil }
      let node = Node(content: .object(try members(at: start).merging(found) { $1 }))
      if isNamed, let id { register(node, id) }
      return node
    case .array:
      var (index, found): (Int, [Int: Node]) = (0, [:])
      try reader.beginArray()
      while try reader.nextElement() {
        if let node = try find(ids, &reader) { found[index] = node }
        index += 1
      }
      guard !found.isEmpty else { return nil }
      var elements = try elements(at: start)
      for (index, node) in found { elements[index] = node }
      return Node(content: .array(elements))
    default:
      try reader.skipValue()
      return nil
    }
  }

  private func register(_ node: Node, _ id: String) {
    if nodes.updateValue(node, forKey: id) != nil { ambiguous.insert(id) }
  }

  private func visit(_ node: Node, _ body: (Node, String) -> Void) {
    if let id = node.id { body(node, id) }
    switch node.content {
    case .object(let members): for member in members.values { visit(member, body) }
    case .array(let elements): for element in elements { visit(element, body) }
    case .other, .unread: break
    }
  }

  private func insert(_ node: Node) { visit(node, register) }

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

  /// Returns the ids in the paths of a patch.
  static func ids(_ patch: JSONValue) -> [String] {
    guard case .array(let steps) = patch else { return [] }
    return steps.flatMap { step in
      ["path", "from"].compactMap { name in
        guard case .string(let path)? = step[name] else { return nil }
        return Patch.unescape(path.utf8.prefix { $0 != UInt8(ascii: "/") })
      }
    }
  }

  private static func problem(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("storage.journal", "\(path): \(reason)")
  }

  /// Returns the object or array that a path changes, and the last part of the path.
  private func container(_ path: String) throws -> (Node, String) {
    let parts = path.parts(at: "/").map { Patch.unescape($0.utf8) }
    guard parts.count == 2 || parts.count == 3 else { throw Self.problem(path, "expected id/property[/element]") }
    guard let owner = nodes[parts[0]] else { throw Self.problem(path, "there is no entity with that id") }
    guard !ambiguous.contains(parts[0]) else { throw Self.problem(path, "more than one object has that id") }
    guard parts.count == 3 else { return (owner, parts[1]) }
    guard case .object(var members) = owner.content else { throw Self.problem(path, "expected an object") }
    // A document may leave out an empty collection.
    let child = members[parts[1]] ?? Node(Int(parts[2]) == nil ? .object([:]) : .array([]))
    if members.updateValue(child, forKey: parts[1]) == nil { owner.content = .object(members) }
    try read(child)
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
    case .other, .unread: throw Self.problem(path, "expected an object or an array")
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
    case .other, .unread: break
    }
    throw Self.problem(path, "there is no such element")
  }
}
