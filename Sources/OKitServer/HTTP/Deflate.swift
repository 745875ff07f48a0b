/// Compresses the files of the page, which may come through a slow tunnel: zlib data (RFC 1950) with repetitions and the
/// fixed codes of RFC 1951.
struct Deflate {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var bitCount = 0

  static func zlib(_ input: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    deflate.compress(input)
    return deflate.bytes
  }

  private mutating func compress(_ input: [UInt8]) {
    // The last block, with fixed codes.
    put(0b011, 3)
    // By their first three bytes, the latest position, and for each position the one before it.
    var latest = [Int32](repeating: -1, count: 1 << 15)
    var before = [Int32](repeating: -1, count: input.count)
    func note(_ position: Int) -> Int32 {
      guard position + 3 <= input.count else { return -1 }
      let key = Int(input[position]) << 10 ^ Int(input[position + 1]) << 5 ^ Int(input[position + 2])
      (before[position], latest[key & 0x7FFF]) = (latest[key & 0x7FFF], Int32(position))
      return before[position]
    }
    var position = 0
    while position < input.count {
      var candidate = note(position)
      var (length, distance, tries) = (0, 0, Self.mostTries)
      while candidate >= 0, position - Int(candidate) <= Self.longestDistance, tries > 0 {
        let other = Int(candidate)
        var same = 0
        while same < Self.longestMatch, position + same < input.count, input[other + same] == input[position + same] {
          same += 1
        }
        if same > length { (length, distance) = (same, position - other) }
        (candidate, tries) = (before[other], tries - 1)
      }
      guard length >= Self.shortestMatch else {
        putSymbol(Int(input[position]))
        position += 1
        continue
      }
      putMatch(length, distance)
      for skipped in position + 1..<position + length { _ = note(skipped) }
      position += length
    }
    putSymbol(Self.end)
    if bitCount > 0 { put(0, 8 - bitCount) }
    bytes += Self.checksum(input)
  }

  private static let (shortestMatch, longestMatch, longestDistance, mostTries, end) = (4, 258, 32_768, 48, 256)

  /// Adler-32.
  static func checksum(_ input: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in input {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
  }

  // MARK: Codes

  private mutating func putMatch(_ length: Int, _ distance: Int) {
    let lengthCode = Self.code(length - 3, isLength: true)
    putSymbol(257 + lengthCode.number)
    put(lengthCode.rest, lengthCode.bits)
    let distanceCode = Self.code(distance - 1, isLength: false)
    putReversed(distanceCode.number, 5)
    put(distanceCode.rest, distanceCode.bits)
  }

  /// The code of a length or a distance, and what is left for its additional bits. Each power of two has four codes of
  /// lengths, and two of distances; the greatest length has one of its own.
  private static func code(_ value: Int, isLength: Bool) -> (number: Int, rest: Int, bits: Int) {
    if isLength, value == longestMatch - 3 { return (28, 0, 0) }
    let shares = isLength ? 2 : 1
    guard value >= 1 << (shares + 1) else { return (value, 0, 0) }
    let bits = Int.bitWidth - 1 - value.leadingZeroBitCount - shares
    return (bits << shares + value >> bits, value & (1 << bits - 1), bits)
  }

  /// A symbol of the fixed code: a byte, the end or a length.
  private mutating func putSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: putReversed(0x30 + symbol, 8)
    case ..<256: putReversed(0x190 + symbol - 144, 9)
    case ..<280: putReversed(symbol - 256, 7)
    default: putReversed(0xC0 + symbol - 280, 8)
    }
  }

  private mutating func putReversed(_ code: Int, _ count: Int) {
    var reversed = 0
    for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
    put(reversed, count)
  }

  private mutating func put(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}
