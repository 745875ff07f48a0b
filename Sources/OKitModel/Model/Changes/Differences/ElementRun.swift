/// Adjacent elements of a changed list that were adjacent before too, or are all new.
struct ElementRun {
  /// The index before of the first one; -1 for new elements.
  var old: Int
  var count: Int

  static func new(_ count: Int) -> ElementRun { ElementRun(old: -1, count: count) }

  var isNew: Bool { old < 0 }

  /// The index before of the element after the run; nil for new elements.
  var end: Int? { isNew ? nil : old + count }

  /// Returns the elements of the run in a range of offsets.
  subscript(range: Range<Int>) -> ElementRun {
    ElementRun(old: isNew ? old : old + range.lowerBound, count: range.count)
  }

  func joins(_ next: ElementRun) -> Bool { isNew ? next.isNew : end == next.old }
}

extension [ElementRun] {
  /// Appends a run, which becomes a part of the last one where it joins it.
  mutating func join(_ run: ElementRun) {
    guard run.count > 0 else { return }
    if let last, last.joins(run) { self[count - 1].count += run.count } else { append(run) }
  }
}
