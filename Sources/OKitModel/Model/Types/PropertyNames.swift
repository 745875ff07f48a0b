internal import Glibc

/// Finds the names of a type's properties by their bytes.
///
/// Invariant: `bytes` has the names in UTF-8, one after the other, and `ends` the end of each of the `count` names;
/// `expected` has `expectedCount` positions of names.
final class PropertyNames {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>
  private let count: Int
  /// The name that was found last as the first, second … of a table: most tables of a class have the same members.
  private let expected: UnsafeMutablePointer<Int>
  private let expectedCount = 16

  init(_ names: [String]) {
    count = names.count
    var size = 0
    for name in names { size += name.utf8.count }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, size))
    ends = .allocate(capacity: max(1, count))
    var end = 0
    for (position, name) in names.enumerated() {
      var name = name
      name.withUTF8 {
        if let start = $0.baseAddress { (bytes + end).initialize(from: start, count: $0.count) }
        end += $0.count
      }
      (ends + position).initialize(to: end)
    }
    self.bytes = bytes
    expected = .allocate(capacity: expectedCount)
    for index in 0..<expectedCount { (expected + index).initialize(to: count == 0 ? 0 : index % count) }
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
    expected.deallocate()
  }

  /// O(names); most differ in their length.
  func position(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    (0..<count).first { has(name, at: $0) }
  }

  /// Returns the position of the name that is the `number`th one of a table. O(1) if it was so in the table before.
  @inline(__always)
  func position(of name: UnsafeBufferPointer<UInt8>, number: Int) -> Int? {
    if number < expectedCount, count > 0, has(name, at: expected[number]) { return expected[number] }
    return search(name, number: number)
  }

  @inline(never)
  private func search(_ name: UnsafeBufferPointer<UInt8>, number: Int) -> Int? {
    guard let position = position(of: name) else { return nil }
    if number < expectedCount { expected[number] = position }
    return position
  }

  @inline(__always)
  private func has(_ name: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    let start = position == 0 ? 0 : ends[position - 1]
    guard ends[position] - start == name.count, let base = name.baseAddress else { return false }
    return memcmp(bytes + start, base, name.count) == 0
  }
}
