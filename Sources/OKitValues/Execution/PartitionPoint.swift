extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that does not precede something; those that do come first. O(log n).
  @inlinable
  @inline(__always)
  package func partitionPoint(_ precedes: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Returns the indices of a longest increasing subsequence of numbers: what need not move when all are put in order.
/// O(n) when they are in order already, O(n log n) else.
///
/// - Parameter number: Returns the number at an index; nil for one that is not a part of it.
package func longestIncreasing(_ count: Int, _ number: (Int) -> Int?) -> [Int] {
  // For each length the smallest number that ends an increasing subsequence.
  var ends: [(index: Int, number: Int)] = []
  var previous = [Int](repeating: -1, count: count)
  for index in 0..<count {
    guard let number = number(index) else { continue }
    var length = ends.count
    if let last = ends.last, last.number >= number { length = ends.partitionPoint { $0.number < number } }
    if length > 0 { previous[index] = ends[length - 1].index }
    if length == ends.count { ends.append((index, number)) } else { ends[length] = (index, number) }
  }
  var result: [Int] = []
  var next = ends.last?.index ?? -1
  while next >= 0 {
    result.append(next)
    next = previous[next]
  }
  return result.reversed()
}

/// Returns the numbers of a longest increasing subsequence.
package func longestIncreasing(_ numbers: [Int]) -> [Int] {
  longestIncreasing(numbers.count) { numbers[$0] }.map { numbers[$0] }
}
