/// Numbers for the values behind Lua objects. Equal values have the same number until it is released, and later values reuse it.
struct HandleTable<Element: Hashable> {
  private var numbers: [Element: UInt64] = [:]
  /// By number, from `first` on.
  private var elements: [Element?] = []
  private var free: [UInt64] = []
  private var first: UInt64 = 1

  mutating func number(for element: Element) -> UInt64 {
    if let number = numbers[element] { return number }
    let number = free.popLast() ?? first + UInt64(elements.count)
    numbers[element] = number
    let index = Int(number - first)
    if index == elements.count { elements.append(element) } else { elements[index] = element }
    return number
  }

  /// O(1).
  subscript(number: UInt64) -> Element? { index(number).flatMap { elements[$0] } }

  mutating func release(_ number: UInt64) {
    guard let index = index(number), let element = elements[index] else { return }
    elements[index] = nil
    numbers[element] = nil
    free.append(number)
  }

  private func index(_ number: UInt64) -> Int? {
    number >= first && number - first < UInt64(elements.count) ? Int(number - first) : nil
  }

  /// Removes all values. Their numbers are not reused, since objects may still have them.
  mutating func removeAll() {
    first += UInt64(elements.count)
    (numbers, elements, free) = ([:], [], [])
  }

  var count: Int { numbers.count }
}
