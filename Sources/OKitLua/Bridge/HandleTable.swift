/// Numbers for the values behind Lua objects. Equal values have the same number until it is released.
///
/// A number consists of a place and a generation, so that an object with a released number, such as one that a
/// finalizer has kept, does not stand for the value that uses the place later.
struct HandleTable<Element: Hashable> {
  private struct Entry {
    var generation: UInt32
    var element: Element?
  }

  private var numbers: [Element: UInt64] = [:]
  private var entries: [Entry] = []
  private var free: [UInt32] = []
  /// The last two numbers that were asked for: a loop of a script asks for those of its lists again and again.
  private var recent: (UInt64?, UInt64?)

  mutating func number(for element: Element) -> UInt64 {
    if let number = recent.0, self[number] == element { return number }
    if let number = recent.1, self[number] == element {
      recent = (number, recent.0)
      return number
    }
    let number = search(element)
    recent = (number, recent.0)
    return number
  }

  private mutating func search(_ element: Element) -> UInt64 {
    if let number = numbers[element] { return number }
    if free.isEmpty {
      free.append(UInt32(truncatingIfNeeded: entries.count))
      entries.append(Entry(generation: 0))
    }
    let place = free.removeLast()
    entries[Int(place)].element = element
    let number = UInt64(entries[Int(place)].generation) << 32 | UInt64(place)
    numbers[element] = number
    return number
  }

  /// O(1).
  subscript(number: UInt64) -> Element? {
    let place = Int(UInt32(truncatingIfNeeded: number))
    guard place < entries.count, entries[place].generation == number >> 32 else { return nil }
    return entries[place].element
  }

  mutating func release(_ number: UInt64) {
    guard let element = self[number] else { return }
    let place = UInt32(truncatingIfNeeded: number)
    entries[Int(place)].element = nil
    entries[Int(place)].generation &+= 1
    numbers[element] = nil
    free.append(place)
  }

  /// Releases all values.
  mutating func removeAll() {
    for number in Array(numbers.values) { release(number) }
  }

  var count: Int { numbers.count }
}
