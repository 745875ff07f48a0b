/// The three-way merge of the order of a list, by the ids of its elements.
///
/// What neither side has removed, moved or inserted stays in the order of the base. What a side has inserted or moved
/// follows the same element as on that side; elements of both sides at one place are sorted by the first id of each
/// run.
struct ListOrder {
  private let base: [String]
  private let mine: [String]
  private let theirs: [String]
  /// The elements of the base that leave the list.
  var removed: Set<String> = []

  init(_ base: [String], _ mine: [String], _ theirs: [String]) {
    (self.base, self.mine, self.theirs) = (base, mine, theirs)
  }

  /// Returns the merged order; nil when both sides have moved one element to different places.
  func merged() -> [String]? {
    let known = Set(base)
    let rest = base.filter { !removed.contains($0) }
    let positions = Dictionary(uniqueKeysWithValues: rest.enumerated().map { ($1, $0) })
    let (left, right) = (mine.filter { !removed.contains($0) }, theirs.filter { !removed.contains($0) })
    let (movedHere, movedThere) = (Self.moved(left, positions), Self.moved(right, positions))
    let fixed = rest.filter { !movedHere.contains($0) && !movedThere.contains($0) }
    let stays = Set(fixed)
    // An element that only one side has moved is where that side has it.
    let here = Self.runs(left, stays) { !movedThere.contains($0) || movedHere.contains($0) }
    let there = Self.runs(right, stays) { !movedHere.contains($0) || movedThere.contains($0) }
    guard let (here, there) = Self.withoutDuplicates(here, there, known) else { return nil }
    var result: [String] = []
    for anchor in [nil] + fixed.map(Optional.some) {
      if let anchor { result.append(anchor) }
      let runs = [here[anchor] ?? [], there[anchor] ?? []].filter { !$0.isEmpty }
      for run in runs.sorted(by: { ($0.first ?? "") < ($1.first ?? "") }) { result += run }
    }
    return result
  }

  /// Returns the elements of a list that are not in its longest part with the order of the base.
  private static func moved(_ list: [String], _ positions: [String: Int]) -> Set<String> {
    let kept = list.filter { positions[$0] != nil }
    let numbers = kept.compactMap { positions[$0] }
    if zip(numbers, numbers.dropFirst()).allSatisfy(<) { return [] }
    let stays = longestIncreasing(numbers.count) { numbers[$0] }.map { kept[$0] }
    return Set(kept).subtracting(stays)
  }

  /// Returns the elements that do not stay, by the nearest staying one before them.
  private static func runs(
    _ list: [String], _ stays: Set<String>, _ isPlaced: (String) -> Bool
  ) -> [String?: [String]] {
    var runs: [String?: [String]] = [:]
    var anchor: String?
    for id in list {
      if stays.contains(id) { anchor = id } else if isPlaced(id) { runs[anchor, default: []].append(id) }
    }
    return runs
  }

  /// Removes from one of two sets of runs what is in both.
  ///
  /// - Parameter known: The elements of the base; the others were inserted by both sides.
  /// - Returns: Nil when both sides have moved one element of the base to different places.
  private static func withoutDuplicates(
    _ here: [String?: [String]], _ there: [String?: [String]], _ known: Set<String>
  ) -> ([String?: [String]], [String?: [String]])? {
    var places: [String: String?] = [:]
    for (anchor, run) in here { for id in run { places[id] = .some(anchor) } }
    var (left, right) = (here, there)
    for (anchor, run) in there {
      for id in run {
        guard let other = places[id] else { continue }
        if other != anchor, known.contains(id) { return nil }
        // Both sides have to keep the same one.
        let (first, second) = ([other ?? ""] + (here[other] ?? []), [anchor ?? ""] + run)
        let keepsHere = !second.lexicographicallyPrecedes(first)
        if keepsHere { right[anchor]?.removeAll { $0 == id } } else { left[other]?.removeAll { $0 == id } }
      }
    }
    return (left, right)
  }
}
