internal import Glibc

/// Makes the ids of new entities: UUIDs of version 4, from the system's random numbers or, for tests, from a seed.
package struct IDGenerator: Sendable {
  private var seeded: SplitMix64?
  private let seed: UInt64?
  private var hasBegun = false
  /// The number of this launch, until it is stored that there are ids of it; nil if it has made none.
  var launchToNote: UInt64?
  /// Random words of the system not used yet: asking for many at once costs little more than asking for one.
  private var words: [UInt64] = []

  /// Whether ids that entities have already may come again, and have to be left out.
  let isSeeded: Bool

  package init(seed: UInt64? = nil) {
    seeded = seed.map(SplitMix64.init)
    self.seed = seed
    isSeeded = seed != nil
  }

  /// Creates a generator of the same ids each time, also of those that entities have.
  package init(repeating seed: UInt64) {
    seeded = SplitMix64(seed: seed)
    self.seed = nil
    isSeeded = false
  }

  /// Makes the ids of a launch from now on, before the first one.
  ///
  /// - Parameter launch: The number of launches with a seed before that have stored ids. Each has ids of its own.
  mutating func begin(launch: UInt64) {
    guard !hasBegun, let seed else { return }
    hasBegun = true
    launchToNote = launch
    if launch > 0 { seeded = SplitMix64(seed: SplitMix64.mixed(seed, launch)) }
  }

  private mutating func word() -> UInt64 {
    if let word = seeded?.next() ?? words.popLast() { return word }
    words = [UInt64](repeating: 0, count: 32)
    let failure = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
    var system = SystemRandomNumberGenerator()
    if failure != 0 { words = [system.next()] }
    return words.popLast() ?? system.next()
  }

  package mutating func next() -> String { nextWords().text }

  /// Makes an id as the words of its number.
  mutating func nextWords() -> Words {
    let (high, low) = (word(), word())
    return Words(high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62)
  }
}

extension IDGenerator {
  /// A generated id without its text.
  struct Words: BitwiseCopyable, Hashable {
    let high, low: UInt64

    /// The number of bytes of the text.
    static let length = 36

    var text: String {
      String(unsafeUninitializedCapacity: Self.length) { buffer in
        write(to: UnsafeMutableRawBufferPointer(buffer))
        return Self.length
      }
    }

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Creates the words with a text; returns nil for a text that no words have.
    @inline(__always)
    init?(text bytes: UnsafeRawBufferPointer) {
      guard bytes.count == Self.length else { return nil }
      self.init(dashed: bytes)
    }

    @inline(never)
    private init?(dashed bytes: UnsafeRawBufferPointer) {
      let dash = UInt8(ascii: "-")
      guard bytes[8] == dash, bytes[13] == dash, bytes[18] == dash, bytes[23] == dash else { return nil }
      func number(_ first: Int, _ second: Int) -> UInt32? {
        let high = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self))
        let low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: second, as: UInt32.self))
        return Self.number(UInt64(high) << 32 | UInt64(low))
      }
      guard let first = number(0, 4), let second = number(9, 14), let third = number(19, 24),
        let fourth = number(28, 32)
      else { return nil }
      self.init(high: UInt64(first) << 32 | UInt64(second), low: UInt64(third) << 32 | UInt64(fourth))
    }

    /// Writes the text, which is ASCII.
    @inline(__always)
    func write(to bytes: UnsafeMutableRawBufferPointer) {
      let groups = (
        Self.digits(UInt32(high >> 32)), Self.digits(UInt32(truncatingIfNeeded: high)),
        Self.digits(UInt32(low >> 32)), Self.digits(UInt32(truncatingIfNeeded: low))
      )
      let dash = UInt8(ascii: "-")
      (bytes[8], bytes[13], bytes[18], bytes[23]) = (dash, dash, dash, dash)
      func write(_ digits: UInt64, _ first: Int, _ second: Int) {
        bytes.storeBytes(of: UInt32(digits >> 32).bigEndian, toByteOffset: first, as: UInt32.self)
        bytes.storeBytes(of: UInt32(truncatingIfNeeded: digits).bigEndian, toByteOffset: second, as: UInt32.self)
      }
      write(groups.0, 0, 4)
      write(groups.1, 9, 14)
      write(groups.2, 19, 24)
      write(groups.3, 28, 32)
    }

    /// Returns the number with eight hexadecimal digits; nil for other characters.
    private static func number(_ characters: UInt64) -> UInt32? {
      // "A" has the last bits of 1, and stands for nine more.
      var digits = characters & 0x0F0F_0F0F_0F0F_0F0F &+ (characters >> 6 & 0x0101_0101_0101_0101) &* 9
      digits = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
      digits = (digits | digits >> 8) & 0x0000_FFFF_0000_FFFF
      let number = UInt32(truncatingIfNeeded: digits | digits >> 16)
      return Self.digits(number) == characters ? number : nil
    }

    /// Returns the eight hexadecimal digits of a number as characters, the first one in the highest byte.
    @inline(__always)
    private static func digits(_ number: UInt32) -> UInt64 {
      var digits = UInt64(number)
      digits = (digits & 0xFFFF_0000) << 16 | digits & 0xFFFF
      digits = (digits & 0x0000_FF00_0000_FF00) << 8 | digits & 0x0000_00FF_0000_00FF
      digits = (digits & 0x00F0_00F0_00F0_00F0) << 4 | digits & 0x000F_000F_000F_000F
      // One in each byte that is at least ten: "A" is eight characters after "9".
      let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
      return digits + 0x3030_3030_3030_3030 + letters * 7
    }
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

  /// Returns a seed that follows from two numbers. Generators with such seeds have no numbers in common.
  package static func mixed(_ seed: UInt64, _ number: UInt64) -> UInt64 {
    var first = SplitMix64(seed: seed)
    var second = SplitMix64(seed: first.next() ^ number)
    return second.next()
  }

  /// Returns a number from 0 to 1.
  package mutating func nextFraction() -> Double { Double.random(in: 0...1, using: &self) }
}
