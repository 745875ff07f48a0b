/// Replacing the elements of a list.
extension ModelStore {
  /// Makes a list hold the wanted elements. Those that stay are moved where their order differs, so that entities keep
  /// their identity and their observers.
  func replaceList(_ reference: CollectionRef, _ elements: CollectionStorage, _ wanted: [Value]) throws {
    var missing: [ExactValue: Int] = [:]
    if elements.count > 0 { missing = Dictionary(wanted.map { (ExactValue($0), 1) }, uniquingKeysWith: +) }
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
      // A hook of an element before may have moved it.
      let isThere = index < elements.count && elements.element(index).isSame(as: element)
      if let index = isThere ? index : elements.firstIndex(of: element, entities) {
        try removeElement(reference, index)
      }
    }
    for (position, value) in wanted.enumerated() {
      if position < elements.count, elements.element(position).isSame(as: value) { continue }
      // The search for a value goes through all elements after it.
      try budget.step(elements.holdsEntities ? 1 : 1 + (elements.count - position) / 16)
      if mayBeElement(value, of: reference),
        let index = elements.firstIndex(of: value, from: position, entities), elements.element(index).isSame(as: value)
      {
        try moveElement(reference, from: index, to: position)
      } else {
        try insertElement(value, reference, min(position, elements.count), key: nil)
      }
    }
  }

  /// The number of values up to which they are moved, inserted or removed one by one; each time all after them move
  /// too.
  private static let fewSteps = 64

  /// Returns the number of elements that have to be moved or inserted when the list is made from front to back.
  private static func steps(from kept: [Value], to wanted: [Value]) -> Int {
    var (count, next) = (0, 0)
    /// Elements that were moved to the front, to skip at their old position.
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

  /// Removes everything after the common prefix and appends the wanted elements: at the end nothing has to move.
  private func rewrite(_ reference: CollectionRef, _ elements: CollectionStorage, _ wanted: [Value]) throws {
    var start = 0
    while start < min(elements.count, wanted.count), elements.element(start).isSame(as: wanted[start]) { start += 1 }
    for index in (start..<elements.count).reversed() { try removeElement(reference, index) }
    for value in wanted[start...] { try insertElement(value, reference, elements.count, key: nil) }
  }
}

/// A value that is compared byte by byte. Comparing and hashing a text takes time proportional to its length;
/// normalizing one with many combining marks would take the square of it.
struct ExactValue: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (a: Self, b: Self) -> Bool { a.value.isSame(as: b.value) }

  func hash(into hasher: inout Hasher) {
    guard case .string(var text) = value else { return value.hash(into: &hasher) }
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
