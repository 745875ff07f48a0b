/// The checksum XXH64 with the seed 0, which `xxhsum -H64` computes too. It finds damage, not forgery.
///
/// The algorithm is specified in the XXHash project's `xxhash_spec.md`: four lanes take 8 bytes each of a block of 32.
package struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = (Self.prime1 &+ Self.prime2, Self.prime2, 0 as UInt64, 0 &- Self.prime1)
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  /// The number of bytes so far.
  package private(set) var count = 0

  package init() {}

  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = XXHash64()
    hash.update(bytes)
    return hash.checksum
  }

  package static func checksum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { checksum($0) } }

  /// Returns a checksum as `xxhsum` prints it.
  package static func text(_ checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(32 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<missing])
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == 32 else { return }
      rest.withUnsafeBytes { Self.addBlocks($0, to: &lanes) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count & ~31
    Self.addBlocks(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: &lanes)
    if whole < bytes.count { rest.append(contentsOf: bytes[whole...]) }
  }

  private static func addBlocks(
    _ blocks: UnsafeRawBufferPointer, to lanes: inout (UInt64, UInt64, UInt64, UInt64)
  ) {
    // Local copies, which stay in registers.
    var (a, b, c, d) = lanes
    var offset = 0
    while offset < blocks.count {
      a = round(a, word(blocks, offset))
      b = round(b, word(blocks, offset + 8))
      c = round(c, word(blocks, offset + 16))
      d = round(d, word(blocks, offset + 24))
      offset += 32
    }
    lanes = (a, b, c, d)
  }

  /// The checksum of the bytes so far.
  package var checksum: UInt64 {
    var hash = Self.prime5
    if count >= 32 {
      hash = Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12) &+ Self.rotate(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    }
    hash &+= UInt64(count)
    return rest.withUnsafeBytes { Self.finish(hash, $0) }
  }

  private static func finish(_ hash: UInt64, _ rest: UnsafeRawBufferPointer) -> UInt64 {
    var (hash, offset) = (hash, 0)
    while offset + 8 <= rest.count {
      hash = rotate(hash ^ round(0, word(rest, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= rest.count {
      let half = UInt64(UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      hash = rotate(hash ^ half &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < rest.count {
      hash = rotate(hash ^ UInt64(rest[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
}
