/// Lists that show a collection as it is: nothing sorts, groups or filters them. They are lazy, because the collection
/// has their order already: an element is read when a screen shows it, and opening the list costs one page.
extension ListContent {
  /// Whether the elements of a live collection need not be read. Once they were read, for a search, they stay.
  var canBeLazy: Bool {
    source.sort.isEmpty && source.group == nil && filter == nil && dataSlots.count == 0 && !source.script.sorts
  }

  /// Leaves the elements of a collection where they are.
  func becomeLazy(_ collection: CollectionRef) {
    lazyData = collection
    edits.stop(in: store)
    (changedKeys, changedTexts) = (Changes(), Changes())
    (needsSort, needsGroups) = (false, false)
  }

  // The content follows the collection by the node of its data, so a reader of the content does not depend on the
  // collection.

  func unrecordedCount(_ collection: CollectionRef) -> Int { graph.withoutTracking { store.count(collection) } }

  /// Returns the elements at some positions, all of which exist. O(log n + range).
  func elements(of collection: CollectionRef, _ range: Range<Int>) -> [EntityID] {
    var elements: [EntityID] = []
    elements.reserveCapacity(range.count)
    graph.withoutTracking {
      store.readAhead(collection, from: range.lowerBound) { element in
        elements.append(element)
        return elements.count < range.count
      }
    }
    return elements
  }

  func location(of element: EntityID, in collection: CollectionRef) -> (path: RowPath, position: Int)? {
    guard store.isElement(element, of: collection) else { return nil }
    let index = graph.withoutTracking { store.index(of: .entity(element), in: collection) }
    return index.map { (RowPath(section: 0, row: $0), $0) }
  }
}
