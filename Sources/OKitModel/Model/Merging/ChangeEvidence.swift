/// What a version of others has of the changes of an own version.
///
/// When a write has no clear answer, and the server has a third version then, only that version tells whether it was
/// made from what was sent.
struct ChangeEvidence {
  /// A property of an entity.
  struct Place: Hashable {
    let id: String
    let key: String
  }

  /// The number of changes that the version of others has.
  private(set) var foundCount = 0
  /// The number of places that this side has changed and that are as before in the version of others.
  private(set) var missedCount = 0
  /// The number of places that this side has changed and that have a third value.
  private(set) var otherCount = 0
  /// The number of new entities with generated ids that the version of others has: it was made from the own version.
  private(set) var generatedCount = 0

  /// The properties with the value of the own version.
  private(set) var values: [Place] = []
  /// The new entities of the own version that the other one has, too.
  private(set) var inserted: [String] = []
  /// The entities that both versions lack.
  private(set) var removed: Set<String> = []
  /// The lists with the order of the own version.
  private(set) var orders: [Place] = []
  /// The entities that are in the list to which the own version has moved them.
  private(set) var moved: [Place: [String]] = [:]

  /// Whether nothing was changed.
  var isEmpty: Bool { foundCount == 0 && missedCount == 0 && otherCount == 0 }

  /// Whether the version of others has all changes.
  var isComplete: Bool { foundCount > 0 && missedCount == 0 && otherCount == 0 }

  /// - Parameters:
  ///   - base: The origin of the version of this side.
  ///   - mine: The version of this side.
  ///   - theirs: The version of others.
  init(base: DocumentEntityTable, mine: DocumentEntityTable, theirs: DocumentEntityTable) {
    for (id, entity) in mine.entities.sorted(by: { $0.key < $1.key }) {
      guard let origin = base.entities[id] else {
        guard theirs.entities[id] != nil else {
          missedCount += 1
          continue
        }
        foundCount += 1
        inserted.append(id)
        if Self.isGenerated(id) { generatedCount += 1 }
        continue
      }
      // An entity that others have removed tells nothing.
      guard let other = theirs.entities[id] else { continue }
      for key in Set(origin.keys).union(entity.keys).sorted() {
        compare(Place(id: id, key: key), origin[key], entity[key], other[key], base, theirs)
      }
    }
    for id in base.entities.keys where mine.entities[id] == nil {
      if theirs.entities[id] == nil {
        foundCount += 1
        removed.insert(id)
      } else {
        missedCount += 1
      }
    }
  }

  private mutating func compare(
    _ place: Place, _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, _ bases: DocumentEntityTable,
    _ theirses: DocumentEntityTable
  ) {
    guard !DocumentMerge.isEqual(base, mine) else { return }
    if let left = DocumentEntityTable.ids(base), let right = DocumentEntityTable.ids(mine),
      let other = DocumentEntityTable.ids(theirs)
    {
      return compare(place, left, right, other, bases, theirses)
    }
    if DocumentMerge.isEqual(theirs, mine) {
      foundCount += 1
      values.append(place)
    } else if DocumentMerge.isEqual(theirs, base) {
      missedCount += 1
    } else {
      otherCount += 1
    }
  }

  /// Compares the order of a list, and what was moved to it. Insertions and removals are those of entities.
  private mutating func compare(
    _ place: Place, _ base: [String], _ mine: [String], _ theirs: [String], _ bases: DocumentEntityTable,
    _ theirses: DocumentEntityTable
  ) {
    let common = Set(base).intersection(mine).intersection(theirs)
    let (before, own, other) = (
      base.filter(common.contains), mine.filter(common.contains), theirs.filter(common.contains)
    )
    if before != own {
      if other == own {
        foundCount += 1
        orders.append(place)
      } else if other == before {
        missedCount += 1
      } else {
        otherCount += 1
      }
    }
    for id in Set(mine).subtracting(base) where bases.entities[id] != nil {
      if theirs.contains(id) {
        foundCount += 1
        moved[place, default: []].append(id)
      } else if theirses.entities[id] != nil {
        missedCount += 1
      }
    }
  }

  /// Whether an id is one that okit has generated, which no other application makes (a UUID).
  private static func isGenerated(_ id: String) -> Bool {
    let dashes = [8, 13, 18, 23]
    return id.utf8.count == 36
      && id.utf8.enumerated().allSatisfy { index, unit in
        dashes.contains(index) ? unit == UInt8(ascii: "-") : Character(Unicode.Scalar(unit)).isHexDigit
      }
  }
}
