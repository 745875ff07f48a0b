/// The three-way merge of documents, by entities and their properties.
///
/// - An entity is recognized by its id, wherever in the document it is, so that one side can move what the other one
///   changes.
/// - A property has the value of the side that has changed it. Objects without ids are merged by their members.
/// - A list of entities has the insertions, removals and moves of both sides. Insertions at one place are sorted by
///   their first id, so that both sides get the same list.
/// - Any other list is one value: two different changes of it are a conflict.
/// - A conflict is also: an entity that one side has changed and the other one removed, or that both have moved to
///   different places.
package struct DocumentMerge {
  /// A place that both sides have changed in different ways. The values are nil for what is not there.
  package struct Conflict: Equatable {
    package let path: String
    package let mine: JSONValue?
    package let theirs: JSONValue?
    /// Whether only another document has the own change, that of a partial or the file of a blob.
    package var isInPart = false
  }

  package struct Result {
    /// Has the own value where there is a conflict.
    package let merged: JSONValue
    package let conflicts: [Conflict]
  }

  private var bases: [String: JSONValue]
  private let mines: [String: JSONValue]
  private let theirses: [String: JSONValue]
  /// The ids of the entities with own changes in other documents that the other side has removed.
  private let removedChanges: Set<String>
  private let prefersMine: Bool
  private var conflicts: [Conflict] = []

  /// Merges two versions that have the same origin.
  ///
  /// - Parameters:
  ///   - common: What entities were from which both sides have begun, although the origin has none of them.
  ///   - changedParts: The ids of the entities with own changes that are in other documents.
  ///   - prefersMine: Whether the other version is an own one from before: where it conflicts with a newer value, that
  ///     is the result.
  package static func merge(
    base: JSONValue, mine: JSONValue, theirs: JSONValue, common: [String: JSONValue] = [:],
    changedParts: Set<String> = [], prefersMine: Bool = false
  ) -> Result {
    var merge = DocumentMerge(base, mine, theirs, changedParts, prefersMine)
    merge.bases.merge(common) { origin, _ in origin }
    let merged = merge.value(base, mine, theirs, "") ?? .null
    if merge.conflicts.isEmpty { merge.checkIDs(merged) }
    return Result(merged: merged, conflicts: merge.conflicts)
  }

  private init(
    _ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue, _ changedParts: Set<String>, _ prefersMine: Bool
  ) {
    (bases, mines, theirses) = (Self.entities(in: base), Self.entities(in: mine), Self.entities(in: theirs))
    removedChanges = changedParts.filter { [mines, theirses] in mines[$0] != nil && theirses[$0] == nil }
    self.prefersMine = prefersMine
  }

  // MARK: Entities

  static func id(_ value: JSONValue?) -> String? {
    guard case .object(let members)? = value, case .string(let id)? = members["id"], !id.isEmpty else { return nil }
    return id
  }

  /// Returns the entities of a document by their ids.
  static func entities(in document: JSONValue) -> [String: JSONValue] {
    var found: [String: JSONValue] = [:]
    visit(document) { id, entity in found[id] = entity }
    return found
  }

  private static func visit(_ value: JSONValue, _ body: (String, JSONValue) -> Void) {
    switch value {
    case .object(let members):
      if let id = id(value) { body(id, value) }
      for member in members.values { visit(member, body) }
    case .array(let elements): for element in elements { visit(element, body) }
    default: break
    }
  }

  /// Checks that each entity is at one place: both sides may have moved it, or moved one entity below another one and
  /// back.
  private mutating func checkIDs(_ merged: JSONValue) {
    var counts: [String: Int] = [:]
    Self.visit(merged) { id, _ in counts[id, default: 0] += 1 }
    for id in mines.keys where theirses[id] != nil && counts[id] == nil { counts[id] = 0 }
    for (id, count) in counts.sorted(by: { $0.key < $1.key }) where count != 1 {
      conflicts.append(Conflict(path: "\(Patch.escape(id))>", mine: mines[id], theirs: theirses[id]))
    }
  }

  // MARK: Values

  /// Merges a value; nil stands for one that is not there.
  private mutating func value(
    _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, _ path: String
  ) -> JSONValue? {
    if Self.isEqual(mine, theirs) { return mine }
    let (mineID, theirsID) = (Self.id(mine), Self.id(theirs))
    // An entity that is here now was elsewhere before.
    var base = base
    if let mineID, mineID == theirsID, Self.id(base) != mineID { base = bases[mineID] }
    if Self.isEqual(mine, base), !hasRemovedChange(mine) { return theirs.map { arrived($0, path, isMine: false) } }
    if Self.isEqual(theirs, base) { return mine.map { arrived($0, path, isMine: true) } }
    switch (mine, theirs) {
    case (.object(let left)?, .object(let right)?) where mineID == theirsID:
      var members: [String: JSONValue] = [:]
      var origin: [String: JSONValue] = [:]
      if case .object(let members)? = base { origin = members }
      for key in Set(left.keys).union(right.keys).sorted() {
        members[key] = value(origin[key], left[key], right[key], "\(path)/\(Patch.escape(key))")
      }
      return .object(members)
    case (.array(let left)?, .array(let right)?):
      var origin: [JSONValue] = []
      if case .array(let elements)? = base { origin = elements }
      if let merged = list(origin, left, right, path) { return merged }
    default: break
    }
    if !prefersMine {
      conflicts.append(Conflict(path: path, mine: mine, theirs: theirs, isInPart: Self.isEqual(mine, base)))
    }
    return mine
  }

  /// Returns whether an own value has something that has changed in another document, and that the other side has
  /// removed.
  private func hasRemovedChange(_ mine: JSONValue?) -> Bool {
    guard let mine, !removedChanges.isEmpty else { return false }
    return !removedChanges.isDisjoint(with: Self.entities(in: mine).keys)
  }

  /// Returns a value that only one side has changed. An entity that this side has moved there gets the changes of the
  /// other side, which has it elsewhere.
  private mutating func arrived(_ value: JSONValue, _ path: String, isMine: Bool) -> JSONValue {
    switch value {
    case .object(var members):
      if let id = Self.id(value), let base = bases[id], let other = isMine ? theirses[id] : mines[id],
        !Self.isEqual(other, base)
      {
        return self.value(base, isMine ? value : other, isMine ? other : value, path) ?? value
      }
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        members[key] = arrived(member, "\(path)/\(Patch.escape(key))", isMine: isMine)
      }
      return .object(members)
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          arrived(element, "\(path)/\(Self.id(element).map(Patch.escape) ?? String(index))", isMine: isMine)
        })
    default: return value
    }
  }

  static func isEqual(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (nil, nil), (nil, .null?), (.null?, nil): true
    case (let left?, let right?): left.isSame(as: right)
    default: false
    }
  }

  // MARK: Lists

  /// Merges lists of entities; nil for any other lists.
  private mutating func list(
    _ base: [JSONValue], _ mine: [JSONValue], _ theirs: [JSONValue], _ path: String
  ) -> JSONValue? {
    guard let base = Keyed(base), let left = Keyed(mine), let right = Keyed(theirs) else { return nil }
    var order = ListOrder(base.ids, left.ids, right.ids)
    order.removed = removed(base, left, right, path)
    guard let ids = order.merged() else {
      conflicts.append(Conflict(path: path, mine: .array(mine), theirs: .array(theirs)))
      return .array(mine)
    }
    return .array(
      ids.compactMap { id in
        element(id, base.values[id], left.values[id], right.values[id], "\(path)/\(Patch.escape(id))")
      })
  }

  /// Returns the entities that leave a list. One that a side has changed and the other one removed is a conflict, and
  /// stays.
  private mutating func removed(_ base: Keyed, _ mine: Keyed, _ theirs: Keyed, _ path: String) -> Set<String> {
    var removed: Set<String> = []
    for id in base.ids where mine.values[id] == nil || theirs.values[id] == nil {
      let isGone = mines[id] == nil || theirses[id] == nil
      let other = mine.values[id] ?? theirs.values[id]
      if isGone, let other, !Self.isEqual(other, base.values[id]) || hasRemovedChange(mine.values[id]) {
        if prefersMine, mine.values[id] != nil { continue }
        if !prefersMine {
          conflicts.append(
            Conflict(
              path: "\(path)/\(Patch.escape(id))", mine: mine.values[id], theirs: theirs.values[id],
              isInPart: Self.isEqual(other, base.values[id])))
        }
      }
      removed.insert(id)
    }
    return removed
  }

  /// Merges an entity of a list: one that only one side has there was inserted, or moved from elsewhere.
  private mutating func element(
    _ id: String, _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, _ path: String
  ) -> JSONValue? {
    if mine != nil, theirs != nil { return value(base, mine, theirs, path) }
    guard let origin = bases[id] else { return mine ?? theirs }
    guard let left = mine ?? mines[id], let right = theirs ?? theirses[id] else {
      // The other side has removed it.
      let (own, other) = (mine ?? mines[id], theirs ?? theirses[id])
      guard !Self.isEqual(own ?? other, origin) || hasRemovedChange(own) else { return own ?? other }
      if prefersMine { return own }
      conflicts.append(Conflict(path: path, mine: own, theirs: other, isInPart: Self.isEqual(own ?? other, origin)))
      return own ?? other
    }
    return value(origin, left, right, path)
  }

  /// A list whose elements are entities with different ids.
  private struct Keyed {
    var ids: [String] = []
    var values: [String: JSONValue] = [:]

    init?(_ elements: [JSONValue]) {
      for element in elements {
        guard let id = DocumentMerge.id(element), values.updateValue(element, forKey: id) == nil else { return nil }
        ids.append(id)
      }
    }
  }
}
