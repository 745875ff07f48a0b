import OKitModel

/// Applies JSON Patch operations (RFC 6902) to plain data, as strictly as the RFC asks for.
struct JSONPatchInterpreter {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// - Parameter model: the name that absolute paths begin with, empty for the default model.
  static func apply(_ patches: [Patch], to document: JSONValue, model: String = "") throws -> JSONValue {
    var document = document
    for patch in patches {
      let path = try pointer(patch.path, model)
      switch patch.operation {
      case .add: try change(&document, path) { try add(&$0, $1, patch.value) }
      case .remove: try change(&document, path) { try expect(try remove(&$0, $1), patch.old, patch.path) }
      case .replace:
        try change(&document, path) {
          try expect(try remove(&$0, $1), patch.old, patch.path)
          try add(&$0, $1, patch.value)
        }
      case .move:
        guard let from = patch.from else { throw Failure(description: "move without from") }
        var moved = JSONValue.null
        try change(&document, try pointer(from, model)) { moved = try remove(&$0, $1) }
        try change(&document, path) { try add(&$0, $1, moved) }
      }
    }
    return document
  }

  private static func pointer(_ path: String, _ model: String) throws -> [String] {
    let prefix = model.isEmpty ? "" : "\(model)>"
    guard path.hasPrefix(prefix + "/") else { throw Failure(description: "\(path) is not absolute in \"\(model)\"") }
    return path.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false).map {
      $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
        .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }
  }

  private static func change(
    _ jsonValue: inout JSONValue, _ path: [String], _ body: (inout JSONValue, String) throws -> Void
  )
    throws
  {
    guard let first = path.first else { throw Failure(description: "the whole document") }
    guard path.count > 1 else { return try body(&jsonValue, first) }
    var child = try remove(&jsonValue, first)
    try change(&child, Array(path.dropFirst()), body)
    try add(&jsonValue, first, child)
  }

  private static func add(_ jsonValue: inout JSONValue, _ key: String, _ value: JSONValue) throws {
    switch jsonValue {
    case .object(var members):
      members[key] = value
      jsonValue = .object(members)
    case .array(var elements):
      guard let index = Int(key), index >= 0, index <= elements.count else {
        throw Failure(description: "no position \(key)")
      }
      elements.insert(value, at: index)
      jsonValue = .array(elements)
    default: throw Failure(description: "\(key) of a scalar")
    }
  }

  private static func remove(_ jsonValue: inout JSONValue, _ key: String) throws -> JSONValue {
    switch jsonValue {
    case .object(var members):
      guard let value = members.removeValue(forKey: key) else { throw Failure(description: "there is no \(key)") }
      jsonValue = .object(members)
      return value
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else {
        throw Failure(description: "no element \(key)")
      }
      let value = elements.remove(at: index)
      jsonValue = .array(elements)
      return value
    default: throw Failure(description: "\(key) of a scalar")
    }
  }

  /// Checks that the old value of a patch was present.
  private static func expect(_ found: JSONValue, _ old: JSONValue, _ path: String) throws {
    guard found == old else { throw Failure(description: "\(path): the old value is \(found), not \(old)") }
  }
}
