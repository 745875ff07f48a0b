/// The rows and sections that the list shows.
extension ListContent {
  /// The number of visible rows.
  var count: Int { groups.count }

  struct Part {
    var header: String?
    var elements: [EntityID]
  }

  /// The sections that have rows in a range of all rows, and those rows. O(sections up to the end of the range + range).
  func parts(_ range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var first = 0
    groups.order.visit { number in
      let count = groups[number].rows.count
      let part = range.clamped(to: first..<first + count)
      if !part.isEmpty {
        let rows = groups[number].rows[part.lowerBound - first..<part.upperBound - first]
        parts.append(Part(header: groups[number].header, elements: rows.map { elements[Int($0)] }))
      }
      first += count
      return first < range.upperBound
    }
    return parts
  }

  /// Whether an element is among the visible rows.
  func shows(_ element: EntityID) -> Bool { slot(of: element).map { isVisible[Int($0)] } ?? false }

  /// The place of an element in its section, nil when it is not shown.
  func place(of element: EntityID) -> RowPath? {
    guard let slot = slot(of: element), isVisible[Int(slot)] else { return nil }
    let number = groupOf[Int(slot)]
    guard let section = position(ofGroup: number) else { return nil }
    let (comparison, rows) = (comparison, groups[number].rows)
    return RowPath(section: section, row: rows.index(of: rows.place { comparison.precedes($0, slot) }))
  }
}
