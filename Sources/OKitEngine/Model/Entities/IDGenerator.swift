internal import Glibc

/// Makes the ids of new entities: UUIDs of version 4, from the system's random numbers or, for tests, from a seed.
package struct IDGenerator: Sendable {
  private var seeded: SplitMix64?
  /// Random words of the system not used yet: asking for many at once costs little more than asking for one.
  private var words: [UInt64] = []

  package init(seed: UInt64? = nil) { seeded = seed.map(SplitMix64.init) }

  private mutating func word() -> UInt64 {
    if let word = seeded?.next() ?? words.popLast() { return word }
    words = [UInt64](repeating: 0, count: 32)
    let failure = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
    var system = SystemRandomNumberGenerator()
    if failure != 0 { words = [system.next()] }
    return words.popLast() ?? system.next()
  }

  package mutating func next() -> String {
    var high = word()
    var low = word()
    high = high & ~0xF000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let words = (high, low)
    return String(unsafeUninitializedCapacity: 36) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var place = start
      for byte in 0..<16 {
        if byte == 4 || byte == 6 || byte == 8 || byte == 10 {
          place.pointee = UInt8(ascii: "-")
          place += 1
        }
        let word = byte < 8 ? words.0 : words.1
        let value = UInt8(truncatingIfNeeded: word >> UInt64((7 - byte & 7) * 8))
        place[0] = Self.digit(value >> 4)
        place[1] = Self.digit(value & 15)
        place += 2
      }
      return 36
    }
  }

  @inline(__always)
  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "A") &+ nibble &- 10
  }
}

/// Sebastiano Vigna's SplitMix64: small, fast, the same on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
