/// The rows and sections that the list shows.
extension ListContent {
  /// The number of visible rows.
  var count: Int { lazyData.map(unrecordedCount) ?? groups.count }

  struct Part: Equatable {
    var header: String?
    var elements: [EntityID]
  }

  /// The sections that have rows in a range of all rows, and those rows. O(log n + range).
  func parts(_ range: Range<Int>) -> [Part] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    if let lazyData { return [Part(elements: self.elements(of: lazyData, range))] }
    let elements: [EntityID] = self.elements
    var parts: [Part] = []
    var (place, first) = groups.order.place(ofRow: range.lowerBound)
    groups.order.visit(from: place) { number in
      visitedGroups += 1
      let end = first + groups[number].rows.count
      let part = range.clamped(to: first..<end)
      let rows = groups[number].rows[part.lowerBound - first..<part.upperBound - first]
      parts.append(Part(header: groups[number].header, elements: rows.map { elements[Int($0)] }))
      first = end
      return first < range.upperBound
    }
    return parts
  }

  /// The headers of the sections in order, each with the position of its first row. O(sections).
  var sectionStarts: [(header: String?, first: Int)] {
    guard lazyData == nil, count > 0 else { return [] }
    var (starts, first): ([(header: String?, first: Int)], Int) = ([], 0)
    groups.order.visit(from: groups.order.place(ofRow: 0).place) { number in
      visitedGroups += 1
      let rows = groups[number].rows.count
      if rows > 0 { starts.append((groups[number].header, first)) }
      first += rows
      return true
    }
    return starts
  }

  /// The element at a position among all rows; nil outside. O(log n).
  func element(at position: Int) -> EntityID? { parts(position..<position + 1).first?.elements.first }

  /// Whether an element is among the visible rows.
  func shows(_ element: EntityID) -> Bool {
    if let lazyData { return store.isElement(element, of: lazyData) }
    return slot(of: element).map { isVisible[Int($0)] } ?? false
  }

  /// The place of an element in its section and its position among all rows; nil when it is not shown. O(log n), the
  /// first time O(n).
  func location(of element: EntityID) -> (path: RowPath, position: Int)? {
    if let lazyData { return location(of: element, in: lazyData) }
    guard let slot = slot(of: element), isVisible[Int(slot)] else { return nil }
    let number = groupOf[Int(slot)]
    guard let (section, rowsBefore) = position(ofGroup: number) else { return nil }
    let (comparison, rows) = (comparison, groups[number].rows)
    let row = rows.index(of: rows.place { comparison.precedes($0, slot) })
    return (RowPath(section: section, row: row), rowsBefore + row)
  }
}
