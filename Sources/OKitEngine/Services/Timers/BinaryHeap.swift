/// A priority queue: a complete binary tree in an array, in which no element is greater than those below it.
struct BinaryHeap<Element: Comparable> {
  private var elements: [Element] = []

  var count: Int { elements.count }

  /// The least element. O(1).
  var min: Element? { elements.first }

  /// O(log count).
  mutating func insert(_ element: Element) {
    elements.append(element)
    rise(from: elements.count - 1)
  }

  /// Removes the least element, if there is one. O(log count).
  mutating func removeMin() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    elements[0] = last
    sink(from: 0)
  }

  /// Removes the other elements. O(count).
  mutating func keep(where isKept: (Element) -> Bool) {
    elements.removeAll { !isKept($0) }
    for index in (0..<elements.count / 2).reversed() { sink(from: index) }
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0, case let parent = (index - 1) / 2, elements[index] < elements[parent] {
      elements.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from index: Int) {
    var index = index
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      guard least != index else { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
