/// Tells from a version of others whether they have read a version of this side.
///
/// Something between the application and the server may acknowledge a content that the server never gets. If the server has a
/// third version then, only that version tells whether it was made from the acknowledged one.
struct ChangeEvidence {
  /// Whether the version of others has a change of this side.
  private var hasFound = false
  /// Whether the version of others is as before at a place that this side has changed.
  private var hasMissed = false

  /// Whether the version of others has nothing of this side: no change, and at least one place that is as before.
  var isMissing: Bool { hasMissed && !hasFound }

  /// - Parameters:
  ///   - base: The origin of the version of this side.
  ///   - mine: The version of this side.
  ///   - theirs: The version of others.
  init(base: JSONValue, mine: JSONValue, theirs: JSONValue) {
    let (bases, mines) = (DocumentMerge.entities(in: base), DocumentMerge.entities(in: mine))
    let theirses = DocumentMerge.entities(in: theirs)
    for (id, entity) in mines {
      guard let origin = bases[id] else {
        note(isChanged: theirses[id] != nil)
        continue
      }
      // An entity that others have removed tells nothing.
      if let other = theirses[id] { compare(origin, entity, other) }
    }
    for id in bases.keys where mines[id] == nil { note(isChanged: theirses[id] == nil) }
  }

  private mutating func note(isChanged: Bool) {
    if isChanged { hasFound = true } else { hasMissed = true }
  }

  /// Compares the properties of an entity.
  private mutating func compare(_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) {
    guard case .object(let left) = base, case .object(let right) = mine else { return }
    for key in Set(left.keys).union(right.keys) {
      let (origin, value) = (left[key]?.withoutParts, right[key]?.withoutParts)
      guard !DocumentMerge.isEqual(origin, value) else { continue }
      let other = theirs[key]?.withoutParts
      if DocumentMerge.isEqual(other, value) {
        note(isChanged: true)
      } else if DocumentMerge.isEqual(other, origin) {
        note(isChanged: false)
      }
    }
  }
}

extension JSONValue {
  /// The value with ids in place of entities, which are compared themselves.
  fileprivate var withoutParts: JSONValue {
    if let id = DocumentMerge.id(self) { return .object(["id": .string(id)]) }
    switch self {
    case .object(let members): return .object(members.mapValues(\.withoutParts))
    case .array(let elements): return .array(elements.map(\.withoutParts))
    default: return self
    }
  }
}
