/// Bytes to find in others, in time proportional to the lengths of both (the algorithm of Knuth, Morris and Pratt).
struct BytePattern {
  private let part: [UInt8]
  /// For each prefix, the length of its longest proper prefix that is also its suffix.
  private let borders: [Int]

  init(_ part: [UInt8]) {
    self.part = part
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Returns where the bytes begin for the first time from an offset on.
  func firstOffset(in whole: [UInt8], from start: Int) -> Int? {
    if part.isEmpty { return start }
    var matched = 0
    for index in whole.indices.dropFirst(start) {
      while matched > 0, whole[index] != part[matched] { matched = borders[matched - 1] }
      if whole[index] == part[matched] { matched += 1 }
      if matched == part.count { return index + 1 - matched }
    }
    return nil
  }
}
