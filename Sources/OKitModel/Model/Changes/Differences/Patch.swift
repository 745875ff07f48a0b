/// One change in the terms of JSON Patch (RFC 6902), with the old value beside the new one.
public struct Patch: Hashable, Sendable {
  /// The kind of a change.
  public enum Operation: String, Sendable, CaseIterable { case add, remove, replace, move }

  /// The kind of the change.
  public var operation: Operation
  /// Absolute: `/films/0/seen` in the default model, `people>/persons/2/name` in another one.
  public var path: String
  /// For a move: where the element was.
  public var from: String?
  /// The value before the change.
  public var old: JSONValue
  /// The value after the change.
  public var value: JSONValue

  package init(
    _ operation: Operation, _ path: String, from: String? = nil, old: JSONValue = .null, value: JSONValue = .null
  ) {
    self.operation = operation
    self.path = path
    self.from = from
    self.old = old
    self.value = value
  }

  /// The step of a path that stands for a key which is not passed on.
  static let hiddenKey = "*"

  /// Returns the patch for a changed member, nil when nothing changes. Data has no members that are null.
  static func change(_ path: String, from old: JSONValue, to new: JSONValue) -> Patch? {
    if old == new { return nil }
    if old == .null { return Patch(.add, path, value: new) }
    if new == .null { return Patch(.remove, path, old: old) }
    return Patch(.replace, path, old: old, value: new)
  }

  /// The patch that undoes this one.
  package var inverse: Patch {
    switch operation {
    case .add: Patch(.remove, path, old: value)
    case .remove: Patch(.add, path, value: old)
    case .replace: Patch(.replace, path, old: value, value: old)
    case .move: Patch(.move, from ?? path, from: path, old: old, value: value)
    }
  }

  /// `{op, path, value, old}`, for a move `{op, path, from}`.
  public var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["op": .string(operation.rawValue), "path": .string(path)]
    if let from { members["from"] = .string(from) }
    if operation != .move {
      members["old"] = old
      members["value"] = value
    }
    return .object(members.filter { $0.value != .null })
  }

  /// Returns the text of a path segment that `escape` has given.
  static func unescape(_ segment: some Collection<UInt8>) -> String {
    guard segment.contains(UInt8(ascii: "~")) else { return String(decoding: segment, as: UTF8.self) }
    let parts = String(decoding: segment, as: UTF8.self).parts(at: "~")
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { text, part in
      let rest = Substring(part.unicodeScalars.dropFirst())
      switch part.unicodeScalars.first {
      case "0": text += "~" + rest
      case "1": text += "/" + rest
      default: text += "~" + part
      }
    }
  }

  /// Returns a path segment as JSON Pointer (RFC 6901) writes it.
  static func escape(_ segment: String) -> String {
    segment.replacing(each: "~", with: "~0").replacing(each: "/", with: "~1")
  }
}

extension ModelStore {
  /// Returns the absolute path of an entity in its model, nil when it is in none. O(depth · log siblings).
  package func path(of entity: EntityID) -> String? {
    graph.withoutTracking {
      if let name = models.name(of: entity) { return Self.path(ofModel: name) }
      guard let parent = parent(of: entity), let property = parentProperty(of: entity), let base = path(of: parent)
      else { return nil }
      let path = base + "/" + Patch.escape(property.name)
      guard let (_, _, elements) = storage(CollectionRef(owner: parent, slot: property.slot)) else { return path }
      guard let index = elements.firstIndex(of: .entity(entity), entities) else { return nil }
      return path + "/" + Self.step(elements, index)
    }
  }

  /// Returns the beginning of the paths in a model.
  static func path(ofModel name: String) -> String { name == defaultModelName ? "" : "\(name)>" }

  static func step(_ elements: CollectionStorage, _ index: Int) -> String {
    elements.shape == .map ? Patch.escape(elements.key(index)) : String(index)
  }
}

extension Patch: JSONConvertible {
  public init(json: JSONValue) throws(Diagnostic) {
    let members = try JSONMembers(json, "a patch")
    self.init(
      try members.required("op") { (key) throws(Diagnostic) in try members.name(key, of: Operation.self) },
      try members.required("path", members.string), from: try members.string("from"),
      old: members["old"] ?? .null, value: members["value"] ?? .null)
  }
}
