/// Numbers for the values behind Lua objects. Equal values have the same number until it is released.
struct HandleTable<Element: Hashable> {
  private var numbers: [Element: UInt64] = [:]
  private var elements: [UInt64: Element] = [:]
  private var next: UInt64 = 1

  mutating func number(for element: Element) -> UInt64 {
    if let number = numbers[element] { return number }
    defer { next += 1 }
    numbers[element] = next
    elements[next] = element
    return next
  }

  subscript(number: UInt64) -> Element? { elements[number] }

  mutating func release(_ number: UInt64) {
    if let element = elements.removeValue(forKey: number) { numbers[element] = nil }
  }

  /// Removes all values; their numbers are not reused.
  mutating func removeAll() {
    numbers = [:]
    elements = [:]
  }

  var count: Int { elements.count }
}
