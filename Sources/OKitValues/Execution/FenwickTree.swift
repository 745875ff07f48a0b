/// The running totals of a sequence of counts (a Fenwick tree): a total, a change of one count and the position of an
/// offset take O(log n).
@usableFromInline
package struct FenwickTree {
  /// The entry at `i` is the sum of the counts from `i & (i + 1)` to `i`.
  @usableFromInline
  var sums: [Int] = []

  /// O(n).
  @inlinable
  package init(_ counts: [Int]) {
    sums = counts
    for position in sums.indices {
      let next = position | (position + 1)
      if next < sums.count { sums[next] += sums[position] }
    }
  }

  @inlinable
  package mutating func add(_ amount: Int, at position: Int) {
    var position = position
    while position < sums.count {
      sums[position] += amount
      position |= position + 1
    }
  }

  /// Returns the sum of the first `position` counts.
  @inlinable
  package func sum(before position: Int) -> Int {
    var (position, total) = (position, 0)
    while position > 0 {
      total += sums[position - 1]
      position &= position - 1
    }
    return total
  }

  /// Returns the position of the count that contains an offset, and the offset in it. The position is the number of
  /// counts if the offset is not below their sum.
  @inlinable
  package func position(of offset: Int) -> (position: Int, rest: Int) {
    var (position, rest) = (0, offset)
    var step = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
    while step > 0 {
      let next = position + step
      if next <= sums.count, sums[next - 1] <= rest {
        position = next
        rest -= sums[next - 1]
      }
      step >>= 1
    }
    return (position, rest)
  }
}
