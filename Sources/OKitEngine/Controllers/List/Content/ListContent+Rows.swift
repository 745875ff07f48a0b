/// The rows and sections that the list shows.
extension ListContent {
  /// The number of visible rows.
  var count: Int { lazyData.map(unrecordedCount) ?? groups.count }

  /// A section that has rows in a range of all rows, and those rows.
  struct Part: Equatable {
    var header: String?
    var elements: [EntityID]
  }

  /// Where the elements of a part are.
  struct PartPlace: Equatable {
    /// The number of the group; `ListGroups.none` for a lazy list.
    fileprivate let group: Int32
    /// Places with the same version and rows have the same part; nil for a lazy list, whose elements are not observed.
    let version: Int?
    /// Among the rows of the group.
    fileprivate let rows: Range<Int>
  }

  /// The sections that have rows in a range of all rows, and those rows. O(log n + range).
  func parts(_ range: Range<Int>) -> [Part] { places(range).map(part) }

  /// Returns the places of the parts that have rows in a range of all rows. O(log n + sections).
  func places(_ range: Range<Int>) -> [PartPlace] {
    var places: [PartPlace] = []
    find(&places, in: range)
    return places
  }

  /// Finds the places of the parts that have rows in a range of all rows. O(log n + sections).
  ///
  /// - Parameter places: Is replaced by them.
  func find(_ places: inout [PartPlace], in range: Range<Int>) {
    places.removeAll(keepingCapacity: true)
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    guard lazyData == nil else {
      return places.append(PartPlace(group: ListGroups.none, version: nil, rows: range))
    }
    // A copy, so that no group is looked up through the content.
    let groups = groups
    var (place, first) = groups.order.place(ofRow: range.lowerBound)
    defer { visitedGroups += places.count }
    groups.order.visit(from: place) { number, count in
      let end = first + count
      let rows = range.clamped(to: first..<end)
      places.append(
        PartPlace(
          group: number, version: groups.version(of: number),
          rows: rows.lowerBound - first..<rows.upperBound - first))
      first = end
      return first < range.upperBound
    }
  }

  /// Returns the part at a place, of which the content must not have changed since. O(log n + rows).
  func part(_ place: PartPlace) -> Part {
    if let lazyData { return Part(elements: self.elements(of: lazyData, place.rows)) }
    let (elements, group) = (self.elements as [EntityID], groups[place.group])
    return Part(header: group.header, elements: group.rows[place.rows].map { elements[Int($0)] })
  }

  /// The headers of the sections in order, each with the position of its first row. O(sections).
  var sectionStarts: [(header: String?, first: Int)] {
    guard lazyData == nil, count > 0 else { return [] }
    var (starts, first): ([(header: String?, first: Int)], Int) = ([], 0)
    groups.order.visit(from: groups.order.place(ofRow: 0).place) { number, rows in
      visitedGroups += 1
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
