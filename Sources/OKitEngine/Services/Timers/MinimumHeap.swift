/// Elements of which the least is at hand: O(log count) for adding one and taking the first.
struct MinimumHeap<Element: Comparable> {
  /// Each element is not greater than those at twice its place and one, and two.
  private var elements: [Element] = []

  var count: Int { elements.count }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    elements[0] = last
    sink(0)
  }

  /// O(count).
  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    elements.removeAll(where: isUnwanted)
    for index in (0..<elements.count / 2).reversed() { sink(index) }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      if least == index { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
