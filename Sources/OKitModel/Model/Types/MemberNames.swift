internal import Glibc

/// The names that a table for a new entity of a class can have: those of the properties, then `id`. Plain pointers, so
/// that a look at a name counts no references; the plan of the class frees them.
///
/// Invariant: `bytes` has the names in UTF-8, one after the other; name `n` of `count` ends before `ends[n]`.
/// `expected` has `expectedCount` positions of names.
package struct MemberNames: BitwiseCopyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>
  private let count: Int
  /// The name that was found last as the first, second … of a table: most tables of a class have the same members.
  private let expected: UnsafeMutablePointer<Int>
  private static var expectedCount: Int { 16 }

  init(_ properties: [Property]) {
    let names = properties.map(\.name) + ["id"]
    count = names.count
    var size = 0
    for name in names { size += name.utf8.count }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    ends = .allocate(capacity: count)
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
    expected = .allocate(capacity: Self.expectedCount)
    for number in 0..<Self.expectedCount { (expected + number).initialize(to: number % count) }
  }

  func deallocate() {
    bytes.deallocate()
    ends.deallocate()
    expected.deallocate()
  }

  /// Returns the place of the property with a name; nil for the id, for any other name, and for one that has other
  /// bytes than the equal name of a property. O(names); most differ in their length.
  func slot(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    (0..<count - 1).first { has(name, at: $0) }
  }

  /// Returns the place of the property with a name that is the `number`th one of a table, `NewMember.id` for the id;
  /// nil as above. O(1) if the name was there in the table before.
  package func slot(of name: UnsafeBufferPointer<UInt8>, number: Int) -> Int? {
    var position = number < Self.expectedCount ? expected[number] : 0
    if !has(name, at: position) {
      guard let found = (0..<count).first(where: { has(name, at: $0) }) else { return nil }
      position = found
      if number < Self.expectedCount { expected[number] = found }
    }
    return position == count - 1 ? NewMember.id : position
  }

  @inline(__always)
  private func has(_ name: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    let start = position == 0 ? 0 : ends[position - 1]
    guard ends[position] - start == name.count, let base = name.baseAddress else { return false }
    let (own, other, length) = (UnsafeRawPointer(bytes + start), UnsafeRawPointer(base), name.count)
    // Most names are short: two words that overlap compare sooner than a call.
    if length > 16 { return memcmp(own, other, length) == 0 }
    if length >= 8 { return Self.areEqual(own, other, length, UInt64.self) }
    if length >= 4 { return Self.areEqual(own, other, length, UInt32.self) }
    for index in 0..<length where bytes[start + index] != name[index] { return false }
    return true
  }

  @inline(__always)
  private static func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ length: Int, _: Word.Type
  ) -> Bool {
    let rest = length - MemoryLayout<Word>.size
    return one.loadUnaligned(as: Word.self) == two.loadUnaligned(as: Word.self)
      && (one + rest).loadUnaligned(as: Word.self) == (two + rest).loadUnaligned(as: Word.self)
  }
}
