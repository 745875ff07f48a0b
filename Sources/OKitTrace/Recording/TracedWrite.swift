/// Changes of models that no action has made: a test has written to them directly.
enum TracedWrite {
  /// What a trace calls such changes.
  static let name = "write"

  /// The statements of a test that make the changes; empty where one has none.
  static func line(_ patches: [Patch]) -> String {
    let statements = patches.compactMap(statement)
    return statements.count == patches.count ? statements.joined(separator: "; ") : ""
  }

  private static func statement(_ patch: Patch) -> String? {
    guard let (parent, last) = place(patch.path) else { return nil }
    let target = "\(parent)\(member(last))"
    let value = LuaText.literal(withoutGeneratedIDs(patch.value))
    switch (patch.operation, Int(last)) {
    case (.replace, nil), (.add, nil):
      // As data, so that a number becomes a date where the property is one.
      return "\(parent):apply { \(LuaText.isName(last) ? last : "[\(LuaText.quoted(last))]") = \(value) }"
    case (.replace, _): return "\(target) = \(value)"
    case (.remove, nil): return "\(target) = nil"
    case (.add, let index?): return "\(parent):insert(\(index + 1), \(value))"
    case (.remove, let index?): return "\(parent):remove(\(index + 1))"
    case (.move, let index?):
      guard let (source, from) = patch.from.flatMap(place), source == parent, let from = Int(from) else { return nil }
      return "\(parent):move(\(from + 1), \(index + 1))"
    case (.move, nil): return nil
    }
  }

  /// The expression of the object that has the last step of a path, and that step.
  private static func place(_ path: String) -> (parent: String, last: String)? {
    let parts = path.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
    let root = parts.count == 2 ? "app:model(\(LuaText.quoted(String(parts[0]))))" : "app:model()"
    var steps = (parts.last ?? "").split(separator: "/").map(String.init).map {
      $0.replacing("~1", with: "/").replacing("~0", with: "~")
    }
    guard let last = steps.popLast() else { return nil }
    return (root + steps.map(member).joined(), last)
  }

  /// Generated ids are generated again, and so are entities of which nothing else is known.
  private static func withoutGeneratedIDs(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(withoutGeneratedIDs))
    case .object(let members):
      return .object(
        members.compactMapValues { member in
          if case .string(let text) = member, EntityNumbers.isIdentifier(text), members["id"] == member { return nil }
          let shown = withoutGeneratedIDs(member)
          return shown == .object([:]) && member != shown ? nil : shown
        })
    default: return value
    }
  }

  private static func member(_ step: String) -> String {
    if let index = Int(step) { return "[\(index + 1)]" }
    return LuaText.isName(step) ? ".\(step)" : "[\(LuaText.quoted(step))]"
  }
}
