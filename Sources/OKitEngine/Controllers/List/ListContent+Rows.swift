/// What the list shows.
extension ListContent {
  /// The number of visible rows.
  var count: Int { groups.count }

  struct Part {
    var header: String?
    var elements: [EntityID]
  }

  /// The sections that have rows in a range of all rows, and those rows. O(sections + range).
  func parts(_ range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var first = 0
    for number in groups.order {
      let rows = groups[number].rows
      let part = range.clamped(to: first..<first + rows.count)
      if !part.isEmpty {
        let elements = rows[part.lowerBound - first..<part.upperBound - first].map { self.elements[Int($0)] }
        parts.append(Part(header: groups[number].header, elements: elements))
      }
      first += rows.count
      if first >= range.upperBound { break }
    }
    return parts
  }

  /// Whether an element is among the visible rows.
  func shows(_ element: EntityID) -> Bool { slot(of: element).map { isVisible[Int($0)] } ?? false }

  /// The place of an element in its section, nil when it is not shown.
  func place(of element: EntityID) -> RowPath? {
    guard let slot = slot(of: element), isVisible[Int(slot)] else { return nil }
    let number = groupOf[Int(slot)]
    guard let section = groups.order.firstIndex(of: number) else { return nil }
    return RowPath(section: section, row: position(of: slot, in: groups[number].rows))
  }
}
