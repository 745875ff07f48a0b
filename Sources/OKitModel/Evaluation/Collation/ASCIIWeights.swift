/// What the sort keys of a collation have for ASCII characters. Most keys of a list are made of them, without ICU.
///
/// Memory of the collator, which fills it once. A plain pointer, because reading a class for each key would count
/// references.
package struct ASCIIWeights {
  /// The weight of one character: its primary bytes and flags; 0 for a character whose key only ICU can make.
  struct Weight: BitwiseCopyable {
    fileprivate var bits: UInt32 = 0

    var isKnown: Bool { bits != 0 }
    /// The first of two bytes.
    @inline(__always) var first: UInt8? { bits & Self.hasTwo != 0 ? UInt8(truncatingIfNeeded: bits >> 8) : nil }
    @inline(__always) var last: UInt8 { UInt8(truncatingIfNeeded: bits) }
    /// Whether the character is the later one of a letter's two cases.
    @inline(__always) var isLaterCase: Bool { bits & Self.laterCase != 0 }
    /// Whether the character may have another weight after some other.
    @inline(__always) var mayContract: Bool { bits & Self.contracts != 0 }

    fileprivate static let known: UInt32 = 1 << 16, hasTwo: UInt32 = 1 << 17
    fileprivate static let laterCase: UInt32 = 1 << 18, contracts: UInt32 = 1 << 19

    fileprivate init() {}

    fileprivate init?(primary: some BidirectionalCollection<UInt8>) {
      guard let last = primary.last, primary.count <= 2 else { return nil }
      bits = UInt32(last) | Self.known
      if primary.count == 2, let first = primary.first { bits |= UInt32(first) << 8 | Self.hasTwo }
    }
  }

  /// Stands in sort keys between the weights of letters, of accents and of case.
  static let levelSeparator: UInt8 = 1

  private static let printable: ClosedRange<UInt8> = 0x20...0x7E

  /// One for each byte.
  private let weights: UnsafeMutablePointer<Weight>
  /// Two words of bits for each ASCII character: those that have another weight after it.
  private let contractions: UnsafeMutablePointer<UInt64>

  init() {
    weights = .allocate(capacity: 256)
    weights.initialize(repeating: Weight(), count: 256)
    contractions = .allocate(capacity: 256)
    contractions.initialize(repeating: 0, count: 256)
  }

  func deallocate() {
    weights.deallocate()
    contractions.deallocate()
  }

  @inline(__always)
  subscript(byte: UInt8) -> Weight { weights[Int(byte)] }

  /// Whether two characters that are known, one after the other, have another weight than one by one (Czech `ch`).
  @inline(__always)
  func isContraction(_ first: UInt8, _ second: UInt8) -> Bool {
    contractions[2 * Int(first & 0x7F) + Int(second >> 6 & 1)] >> UInt64(second & 63) & 1 == 1
  }

  func text(_ weights: [UInt8], laterCases: UInt16) -> String {
    var (text, rest) = ([UInt8](), weights[...])
    while let byte = rest.first {
      let isLater = laterCases << UInt16(text.count) & 0x8000 != 0
      let match = Self.printable.first { character in
        let weight = self[character]
        guard weight.isKnown, weight.isLaterCase == isLater else { return false }
        return weight.first.map { rest.starts(with: [$0, weight.last]) } ?? (weight.last == byte)
      }
      guard let match else { break }
      text.append(match)
      rest = rest.dropFirst(self[match].first == nil ? 1 : 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Asking ICU

  /// Reads the weights from the keys that ICU makes. Some 50 µs.
  func fill(from collator: TextCollator) {
    let keys = Self.printable.map { collator.sortKey(of: String(UnicodeScalar($0))) ?? [] }
    func key(_ byte: UInt8) -> [UInt8] { keys[Int(byte - Self.printable.lowerBound)] }
    func primary(_ byte: UInt8) -> ArraySlice<UInt8> { key(byte).prefix { $0 != Self.levelSeparator } }
    /// The weights of accent and case of a character that has nothing special.
    let plain = key(UInt8(ascii: "0")).drop { $0 != Self.levelSeparator }
    func isPlain(_ byte: UInt8) -> Bool { key(byte).drop { $0 != Self.levelSeparator } == plain }
    for byte in Self.printable {
      guard var weight = Weight(primary: primary(byte)) else { continue }
      if let other = Self.otherCase(of: byte), primary(other) == primary(byte), isPlain(byte | 0x20) {
        if key(other).lexicographicallyPrecedes(key(byte)) { weight.bits |= Weight.laterCase }
      } else if !isPlain(byte) {
        continue
      }
      weights[Int(byte)] = weight
    }
    findContractions(collator)
  }

  /// Compares the keys of pairs with the weights of their characters: of letters, and of what has weights of two bytes,
  /// which ICU may compress.
  private func findContractions(_ collator: TextCollator) {
    let known = Self.printable.filter { self[$0].isKnown && !self[$0].isLaterCase }
    let groups = [known.filter { Self.otherCase(of: $0) != nil }, known.filter { self[$0].first != nil }]
    for group in groups {
      let all = group.flatMap { first in group.flatMap { [first, $0] } }
      guard !isWhole(all, collator) else { continue }
      for first in group {
        for second in group where !isWhole([first, second], collator) { markContraction(first, second) }
      }
    }
  }

  /// Whether the key of a text has the weights of its characters.
  private func isWhole(_ text: [UInt8], _ collator: TextCollator) -> Bool {
    var expected: [UInt8] = []
    expected.reserveCapacity(2 * text.count)
    for byte in text {
      if let first = self[byte].first { expected.append(first) }
      expected.append(self[byte].last)
    }
    let key = collator.sortKey(of: String(decoding: text, as: UTF8.self)) ?? []
    return key.prefix { $0 != Self.levelSeparator }.elementsEqual(expected)
  }

  private func markContraction(_ first: UInt8, _ second: UInt8) {
    for second in [second, Self.otherCase(of: second) ?? second] {
      weights[Int(second)].bits |= Weight.contracts
      for first in [first, Self.otherCase(of: first) ?? first] {
        contractions[2 * Int(first & 0x7F) + Int(second >> 6 & 1)] |= 1 << UInt64(second & 63)
      }
    }
  }

  private static func otherCase(of byte: UInt8) -> UInt8? {
    (0x41...0x5A).contains(byte & ~0x20) ? byte ^ 0x20 : nil
  }
}
