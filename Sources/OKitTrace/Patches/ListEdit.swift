/// The steps that make one list into another, with as few moves as possible.
struct ListEdit {
  /// The steps are performed one after the other; each index is that of the list at its time.
  enum Step: Hashable {
    case remove(Int)
    /// Inserts the element that the new list has at an index.
    case insert(new: Int, at: Int)
    case move(from: Int, to: Int)
  }

  private(set) var steps: [Step] = []
  /// The elements that are in both lists, by the new index.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// - Parameters:
  ///   - old: The keys of the elements. Equal keys are paired in their order.
  ///   - new: Those of the new list.
  init<Key: Hashable>(from old: [Key], to new: [Key]) {
    let shorter = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
    pairs = (0..<start).map { ($0, $0) }
    change(Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]), start)
    pairs += (0..<end).map { (old.count - end + $0, new.count - end + $0) }
  }

  private mutating func change<Key: Hashable>(_ old: [Key], _ new: [Key], _ start: Int) {
    var places: [Key: [Int]] = [:]
    for (index, key) in old.enumerated().reversed() { places[key, default: []].append(index) }
    let origins = new.map { places[$0]?.popLast() }
    let known = Set(origins.compactMap(\.self))
    for index in old.indices.reversed() where !known.contains(index) { steps.append(.remove(start + index)) }
    let stay = Set(longestIncreasing(origins.compactMap(\.self)))
    /// The list at this time: old indices, and -1 for what was inserted.
    var list = old.indices.filter(known.contains)
    /// The place after the element that precedes the next one.
    var place = 0
    for (index, origin) in origins.enumerated() {
      guard let origin else {
        steps.append(.insert(new: start + index, at: start + place))
        list.insert(-1, at: place)
        place += 1
        continue
      }
      pairs.append((start + origin, start + index))
      // An origin is in the list until the end.
      guard let from = list.firstIndex(of: origin) else { continue }
      if stay.contains(origin) {
        place = from + 1
        continue
      }
      list.remove(at: from)
      if from < place { place -= 1 }
      list.insert(origin, at: place)
      if from != place { steps.append(.move(from: start + from, to: start + place)) }
      place += 1
    }
  }
}

extension JSONPatch {
  /// Adds the steps that make one list into another.
  ///
  /// - Parameters:
  ///   - path: That of the list.
  ///   - value: Returns an element of the new list.
  ///   - compare: Adds the steps for an element that is in both lists.
  mutating func add<Key: Hashable>(
    from old: [Key], to new: [Key], at path: JSONPointer, value: (Int) -> JSONValue,
    compare: (inout JSONPatch, _ old: Int, _ new: Int) -> Void
  ) {
    let edit = ListEdit(from: old, to: new)
    for step in edit.steps {
      switch step {
      case .remove(let index): operations.append(.remove(path.appending(index)))
      case .insert(let index, let place): operations.append(.add(path.appending(place), value(index)))
      case .move(let from, let to): operations.append(.move(from: path.appending(from), to: path.appending(to)))
      }
    }
    for pair in edit.pairs { compare(&self, pair.old, pair.new) }
  }
}
