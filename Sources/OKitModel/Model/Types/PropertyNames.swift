internal import Glibc

/// Finds the names of a type's properties by their bytes.
///
/// Invariant: `bytes` has the names in UTF-8, one after the other, and `ends` the end of each of the `count` names.
final class PropertyNames {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let ends: UnsafeMutablePointer<Int>
  private let count: Int

  init(_ names: [String]) {
    let all = names.flatMap { Array($0.utf8) }
    bytes = .allocate(capacity: max(1, all.count))
    bytes.initialize(from: all, count: all.count)
    let sums: [Int] = names.reduce(into: []) { $0.append(($0.last ?? 0) + $1.utf8.count) }
    ends = .allocate(capacity: max(1, sums.count))
    ends.initialize(from: sums, count: sums.count)
    count = sums.count
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
  }

  /// O(names); most differ in their length.
  func position(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = name.baseAddress else { return nil }
    var before = 0
    for position in 0..<count {
      let end = ends[position]
      if end - before == name.count, memcmp(bytes + before, start, name.count) == 0 { return position }
      before = end
    }
    return nil
  }
}
