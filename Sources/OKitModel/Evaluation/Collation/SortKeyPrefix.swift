/// The front of a sort key as plain bits: it decides most comparisons without touching the value.
@usableFromInline
package struct SortKeyPrefix: BitwiseCopyable, Equatable {
  /// Two words that ascend with the value among values of one kind: of texts, with their first primary weights.
  @usableFromInline package let high: UInt64
  @usableFromInline package let low: UInt64
  /// Of an exact prefix of a text, a bit for each letter, the first one highest: whether it is the later one of its
  /// cases.
  @usableFromInline package let laterCases: UInt16
  @usableFromInline package let kind: UInt8
  /// Whether two keys with equal heads are equal.
  @usableFromInline package let isExact: Bool

  /// The kinds stand in the order of `Value.order(to:)`.
  private enum Kind {
    static let bool: UInt8 = 1, number: UInt8 = 2, date: UInt8 = 3, day: UInt8 = 4, string: UInt8 = 5
    static let other: UInt8 = 6
    static let null = UInt8.max
  }

  @inline(__always)
  private init(_ kind: UInt8, _ high: UInt64, low: UInt64 = 0, laterCases: UInt16 = 0, isExact: Bool) {
    (self.high, self.low, self.laterCases, self.kind, self.isExact) = (high, low, laterCases, kind, isExact)
  }

  /// - Parameter ascii: The weights of the collator.
  package init(_ value: Value, _ collator: TextCollator, _ ascii: ASCIIWeights) {
    switch value {
    case .null: self.init(Kind.null, 0, isExact: true)
    case .bool(let bool): self.init(Kind.bool, bool ? 1 : 0, isExact: true)
    case .int(let int): self.init(Kind.number, Self.bits(Double(int)), isExact: int.magnitude <= 1 << 53)
    case .double(let double): self.init(Kind.number, Self.bits(double), isExact: double.magnitude <= 0x1p53)
    case .date(let date): self.init(Kind.date, Self.bits(date.secondsSince2001), isExact: true)
    case .day(let day): self.init(Kind.day, Self.bits(Double(day.daysSince1970)), isExact: true)
    case .string(let text): self = Self.asciiPrefix(of: text, ascii) ?? Self.prefix(of: text, collator)
    default: self.init(Kind.other, 0, isExact: false)
    }
  }

  package var isNull: Bool { kind == Kind.null }

  /// Returns the value of an exact prefix, or a value of the same order.
  package func value(_ ascii: ASCIIWeights) -> Value {
    switch kind {
    case Kind.bool: .bool(high == 1)
    case Kind.number: .double(Self.number(high))
    case Kind.date: .date(DateValue(secondsSince2001: Self.number(high)))
    case Kind.day: DayValue(daysSince1970: Int(Self.number(high))).map(Value.day) ?? .null
    case Kind.string: .string(text(ascii))
    default: .null
    }
  }

  /// The order of two keys as far as their heads tell; nil when the values have to be compared.
  @inlinable
  package static func order(_ a: SortKeyPrefix, _ b: SortKeyPrefix) -> Value.Order? {
    if a.kind != b.kind { return a.kind < b.kind ? .before : .after }
    if a.high != b.high { return a.high < b.high ? .before : .after }
    if a.low != b.low { return a.low < b.low ? .before : .after }
    guard a.isExact && b.isExact else { return nil }
    return a.laterCases == b.laterCases ? .same : a.laterCases < b.laterCases ? .before : .after
  }

  /// Bits that ascend as the numbers do; NaN is the largest.
  private static func bits(_ number: Double) -> UInt64 {
    if number.isNaN { return .max }
    // Zero has two signs and one value.
    let bits = number == 0 ? 0 : number.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func number(_ bits: UInt64) -> Double {
    Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }

  // MARK: Texts

  private func text(_ ascii: ASCIIWeights) -> String {
    let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    return ascii.text(Array(bytes.prefix { $0 != 0 }), laterCases: laterCases)
  }

  /// Returns nil when ICU has to make the key.
  @inline(__always)
  private static func asciiPrefix(of text: String, _ ascii: ASCIIWeights) -> SortKeyPrefix? {
    var (bytes, laterCases, bit, previous) = (WeightBytes(), UInt16(0), UInt16(0x8000), UInt8(0))
    for byte in text.utf8 {
      let weight = ascii[byte]
      // One more character than fits is looked at: what follows could change the last letter.
      guard weight.isKnown, !weight.mayContract || !ascii.isContraction(previous, byte) else { return nil }
      if let first = weight.first, !bytes.append(first) { return shortened(bytes) }
      guard bytes.append(weight.last) else { return shortened(bytes) }
      if weight.isLaterCase { laterCases |= bit }
      (bit, previous) = (bit >> 1, byte)
    }
    return SortKeyPrefix(Kind.string, bytes.high, low: bytes.low, laterCases: laterCases, isExact: true)
  }

  private static func shortened(_ bytes: WeightBytes) -> SortKeyPrefix {
    SortKeyPrefix(Kind.string, bytes.high, low: bytes.low, isExact: false)
  }

  @inline(never)
  private static func prefix(of text: String, _ collator: TextCollator) -> SortKeyPrefix {
    // The weights of ASCII characters are there with the first text.
    if collator.open(), let prefix = asciiPrefix(of: text, collator.ascii) { return prefix }
    return shortened(collator.primaryWeights(of: text))
  }
}
