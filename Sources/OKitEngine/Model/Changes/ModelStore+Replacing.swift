/// Making a list hold other elements than before.
extension ModelStore {
  /// Elements that stay are kept, and moved where their order is another one: entities keep their identity, and what
  /// observes them.
  func replaceList(_ reference: CollectionRef, _ elements: CollectionStorage, _ wanted: [Value]) throws {
    var missing = Dictionary(wanted.map { (ExactValue($0), 1) }, uniquingKeysWith: +)
    var (kept, surplus): ([Value], [(index: Int, element: Value)]) = ([], [])
    for index in 0..<elements.count {
      let element = elements.element(index)
      if let count = missing[ExactValue(element)], count > 0 {
        missing[ExactValue(element)] = count - 1
        kept.append(element)
      } else {
        surplus.append((index, element))
      }
    }
    if !elements.holdsEntities, Self.steps(from: kept, to: wanted) + surplus.count > Self.fewSteps {
      return try rewrite(reference, elements, wanted)
    }
    for (index, element) in surplus.reversed() {
      // Hooks of those before may have moved it.
      let isThere = index < elements.count && elements.element(index).isSame(as: element)
      if let index = isThere ? index : elements.firstIndex(of: element) { try removeElement(reference, index) }
    }
    for (position, value) in wanted.enumerated() {
      if position < elements.count, elements.element(position).isSame(as: value) { continue }
      // It is looked for among all behind it.
      try budget.step(1 + (elements.count - position) / 16)
      if let index = elements.firstIndex(of: value, from: position), elements.element(index).isSame(as: value) {
        try move(reference, from: index, to: position)
      } else {
        try insertElement(value, reference, min(position, elements.count), key: nil)
      }
    }
  }

  /// How many plain values are moved, inserted or removed one by one: each time all behind them move too.
  private static let fewSteps = 64

  /// How many elements are moved or inserted when each that is wanted next and is not there comes from behind or anew.
  private static func steps(from kept: [Value], to wanted: [Value]) -> Int {
    var (count, next) = (0, 0)
    /// Those that came from behind, which are passed over when it is their turn.
    var moved: [ExactValue: Int] = [:]
    for value in wanted {
      while next < kept.count, let times = moved[ExactValue(kept[next])], times > 0 {
        moved[ExactValue(kept[next])] = times - 1
        next += 1
      }
      if next < kept.count, kept[next].isSame(as: value) {
        next += 1
      } else {
        moved[ExactValue(value), default: 0] += 1
        count += 1
      }
    }
    return count
  }

  /// Takes everything behind the common beginning away, and adds what is wanted: at the end, where nothing moves.
  private func rewrite(_ reference: CollectionRef, _ elements: CollectionStorage, _ wanted: [Value]) throws {
    var start = 0
    while start < min(elements.count, wanted.count), elements.element(start).isSame(as: wanted[start]) { start += 1 }
    for index in (start..<elements.count).reversed() { try removeElement(reference, index) }
    for value in wanted[start...] { try insertElement(value, reference, elements.count, key: nil) }
  }
}

/// A value that equals another one to the last byte. Comparing and hashing texts by their bytes takes their length and no
/// more; to bring one with many combining marks into its normal form takes the square of it.
struct ExactValue: Hashable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  static func == (a: Self, b: Self) -> Bool { a.value.isSame(as: b.value) }

  func hash(into hasher: inout Hasher) {
    guard case .string(var text) = value else { return value.hash(into: &hasher) }
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
