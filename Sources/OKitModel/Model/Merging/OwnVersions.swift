/// The versions of this application that the server may have stored, although no response has said so.
///
/// A version of others may have been made from one of them. What it has of that is not a change of others.
struct OwnVersions {
  /// What both sides have in common.
  struct Origin {
    var base: JSONValue
    /// What entities were that both sides have, and the base has not.
    var common: [String: JSONValue] = [:]
    /// Whether a sent version has replaced the known one.
    var isSent = false
  }

  private let base: JSONValue
  private let known: DocumentEntityTable
  private let sent: [(document: JSONValue, table: DocumentEntityTable)]
  private let isFirst: Bool
  private let trustsIDs: Bool

  /// - Parameters:
  ///   - base: The last version that this application knows to be stored.
  ///   - sent: What was sent to replace it, the oldest one first.
  ///   - isFirst: Whether nothing was stored before: two applications may have begun with the same ids.
  ///   - trustsIDs: Whether no other application makes an entity with a generated id of this one.
  init(base: JSONValue, sent: [JSONValue], isFirst: Bool = false, trustsIDs: Bool = true) {
    (self.base, self.isFirst, self.trustsIDs) = (base, isFirst, trustsIDs)
    known = DocumentEntityTable(base)
    self.sent = sent.map { ($0, DocumentEntityTable($0)) }
  }

  /// Returns the origin of a version of others for a merge with a version that was made from what was sent.
  ///
  /// - Parameter defaults: New entities, by ids, for those that two first versions have made with the same ids.
  func origin(of theirs: JSONValue, defaults: [String: JSONValue]) -> Origin {
    let table = DocumentEntityTable(theirs)
    let evidences = sent.map { ChangeEvidence(base: known, mine: $0.table, theirs: table) }
    if let index = best(evidences) { return Origin(base: sent[index].document, isSent: true) }
    guard evidences.contains(where: { $0.foundCount > 0 }) else { return Origin(base: base, common: defaults) }
    var patched = known
    var common: [String: [String: JSONValue]] = [:]
    for (id, entity) in defaults where evidences.contains(where: { $0.inserted.contains(id) }) {
      common[id] = DocumentEntityTable(entity).entities[id]
    }
    for (version, evidence) in zip(sent, evidences) {
      Self.patch(&patched, &common, evidence, version.table, table)
    }
    let entities = common.mapValues(JSONValue.object).merging(defaults) { patched, _ in patched }
    return Origin(base: patched.document, common: entities, isSent: true)
  }

  /// Whether a version of others was made from the last version that was sent, and from none before.
  func hasLast(in theirs: JSONValue) -> Bool {
    guard let last = sent.last?.table else { return false }
    let table = DocumentEntityTable(theirs)
    return ([known] + sent.dropLast().map(\.table)).allSatisfy { earlier in
      let evidence = ChangeEvidence(base: earlier, mine: last, theirs: table)
      return evidence.isEmpty || evidence.isComplete || isProof(evidence)
    }
  }

  private func isProof(_ evidence: ChangeEvidence) -> Bool {
    trustsIDs && evidence.generatedCount > 0 && (!isFirst || evidence.isComplete)
  }

  /// Returns the version from which others have certainly made theirs; of several, the one of which it has most. Where
  /// nothing tells them apart, the oldest one: the changes after it may be unknown to others.
  private func best(_ evidences: [ChangeEvidence]) -> Int? {
    func rank(_ index: Int) -> (Int, Int, Int) {
      let evidence = evidences[index]
      return (evidence.foundCount - evidence.missedCount, -evidence.otherCount, -index)
    }
    return evidences.indices.filter { isProof(evidences[$0]) }.max { rank($0) < rank($1) }
  }

  /// Makes the places of a base, which others have as an own version has them, equal to it.
  private static func patch(
    _ base: inout DocumentEntityTable, _ common: inout [String: [String: JSONValue]], _ evidence: ChangeEvidence,
    _ mine: DocumentEntityTable, _ theirs: DocumentEntityTable
  ) {
    for id in evidence.inserted {
      let (left, right) = (mine.entities[id] ?? [:], theirs.entities[id] ?? [:])
      let equal = left.filter { DocumentMerge.isEqual($0.value, right[$0.key]) }
      common[id, default: [:]].merge(equal) { $1 }
      base.insert(id, common[id] ?? equal)
    }
    for place in evidence.values { base.set(place.id, place.key, mine.entities[place.id]?[place.key]) }
    base.removeFromPlaces(evidence.removed)
    for (place, ids) in evidence.moved.sorted(by: { ($0.key.id, $0.key.key) < ($1.key.id, $1.key.key) }) {
      base.removeFromPlaces(Set(ids))
      let list = DocumentEntityTable.ids(base.entities[place.id]?[place.key]) ?? []
      base.setList(place.id, place.key, ordered(list + ids, by: mine, place))
    }
    for place in evidence.orders {
      guard let list = DocumentEntityTable.ids(base.entities[place.id]?[place.key]) else { continue }
      base.setList(place.id, place.key, ordered(list, by: mine, place))
    }
  }

  /// Returns a list in the order of an own version; what that has not is at the end.
  private static func ordered(_ list: [String], by mine: DocumentEntityTable, _ place: ChangeEvidence.Place) -> [String]
  {
    let known = Set(list)
    let order = (DocumentEntityTable.ids(mine.entities[place.id]?[place.key]) ?? []).filter(known.contains)
    return order + list.filter { !order.contains($0) }
  }
}
