/// Bytes put into two words from the front, so that the words ascend as the bytes do. None of the bytes is 0.
package struct WeightBytes: BitwiseCopyable {
  static let capacity = 16

  private(set) var high: UInt64 = 0
  private(set) var low: UInt64 = 0
  private var count = 0

  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { guard append(byte) else { break } }
  }

  /// Returns false when there is no room.
  @inline(__always)
  mutating func append(_ byte: UInt8) -> Bool {
    guard count < Self.capacity else { return false }
    if count < 8 {
      high |= UInt64(byte) << UInt64(56 - 8 * count)
    } else {
      low |= UInt64(byte) << UInt64(120 - 8 * count)
    }
    count += 1
    return true
  }
}
