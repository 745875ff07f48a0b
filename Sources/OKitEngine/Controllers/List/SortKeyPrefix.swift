/// The front of a sort key as plain bits: it decides most comparisons without touching the value.
struct SortKeyPrefix: BitwiseCopyable, Equatable {
  /// Two words that ascend with the value among values of one kind.
  private(set) var high: UInt64
  private(set) var low: UInt64
  private(set) var kind: UInt8
  /// The number of leading bytes of the words that are exact.
  private var known: UInt8
  /// Whether two keys with equal heads are equal.
  private(set) var isExact: Bool

  /// The kinds stand in the order of `Value.order(to:)`.
  private enum Kind {
    static let bool: UInt8 = 1, number: UInt8 = 2, date: UInt8 = 3, day: UInt8 = 4, string: UInt8 = 5
    static let other: UInt8 = 6
    static let null = UInt8.max
  }

  private static let capacity = 16

  private init(_ kind: UInt8, _ high: UInt64, low: UInt64 = 0, known: Int = capacity, isExact: Bool) {
    (self.high, self.low, self.kind, self.known, self.isExact) = (high, low, kind, UInt8(known), isExact)
  }

  init(_ value: Value) {
    switch value {
    case .null: self.init(Kind.null, 0, isExact: true)
    case .bool(let bool): self.init(Kind.bool, bool ? 1 : 0, isExact: true)
    case .int(let int): self.init(Kind.number, Self.bits(Double(int)), isExact: int.magnitude <= 1 << 53)
    case .double(let double): self.init(Kind.number, Self.bits(double), isExact: double.magnitude <= 0x1p53)
    case .date(let date): self.init(Kind.date, Self.bits(date.secondsSince2001), isExact: true)
    case .day(let day): self.init(Kind.day, Self.bits(Double(day.daysSince1970)), isExact: true)
    case .string(let text): self = Self.head(of: text)
    default: self.init(Kind.other, 0, isExact: false)
    }
  }

  var isNull: Bool { kind == Kind.null }

  /// Whether kind and words, one after the other, never contradict the order of the values.
  var isWhole: Bool { known == Self.capacity }

  /// The value of an exact prefix, or a value of the same order.
  var value: Value {
    switch kind {
    case Kind.bool: .bool(high == 1)
    case Kind.number: .double(Self.number(high))
    case Kind.date: .date(DateValue(secondsSince2001: Self.number(high)))
    case Kind.day: DayValue(daysSince1970: Int(Self.number(high))).map(Value.day) ?? .null
    case Kind.string: .string(text)
    default: .null
    }
  }

  /// The order of two keys as far as their heads tell; nil when the values have to be compared.
  @inline(__always)
  static func order(_ a: SortKeyPrefix, _ b: SortKeyPrefix) -> Value.Order? {
    if a.kind != b.kind { return a.kind < b.kind ? .before : .after }
    let unknown = UInt64(Self.capacity - Int(min(a.known, b.known))) * 8
    // A shift by the width of a word or more leaves nothing of it.
    let (x, y) = unknown > 64 ? (a.high >> (unknown - 64), b.high >> (unknown - 64)) : (a.high, b.high)
    if x != y { return x < y ? .before : .after }
    let (u, v) = (a.low >> unknown, b.low >> unknown)
    if u != v { return u < v ? .before : .after }
    return a.isExact && b.isExact ? .same : nil
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

  /// The text whose bytes are all here.
  private var text: String {
    let words = [high.bigEndian, low.bigEndian]
    let bytes = words.withUnsafeBytes { Array($0) }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first bytes of a text in UTF-8, as far as they ascend in Unicode order.
  private static func head(of text: String) -> SortKeyPrefix {
    var bytes = Bytes()
    for byte in text.utf8 {
      // One more than fits: what follows could change the last letter.
      if byte >= 0x80 { return foldedHead(of: text) }
      guard bytes.append(byte) else { break }
    }
    return bytes.head(of: text)
  }

  /// Swift orders texts by their composed form. Bytes of letters that composition leaves alone are that form already;
  /// a letter counts when the one behind it cannot change it.
  private static func foldedHead(of text: String) -> SortKeyPrefix {
    var bytes = Bytes()
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while bytes.count < capacity, let scalar = next {
      next = scalars.next()
      guard isStable(scalar), next.map(isStable) ?? true else {
        return SortKeyPrefix(Kind.string, bytes.high, low: bytes.low, known: bytes.count, isExact: false)
      }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { _ = bytes.append(byte) }
    }
    return bytes.head(of: text)
  }

  /// The first bytes of a text, put into the words from the front.
  private struct Bytes {
    var (high, low, count) = (UInt64(0), UInt64(0), 0)

    /// False when there is no room.
    mutating func append(_ byte: UInt8) -> Bool {
      guard count < capacity else { return false }
      if count < 8 {
        high |= UInt64(byte) << UInt64(56 - 8 * count)
      } else {
        low |= UInt64(byte) << UInt64(120 - 8 * count)
      }
      count += 1
      return true
    }

    /// The head of a text of which these are all bytes, or as many as fit.
    func head(of text: String) -> SortKeyPrefix {
      let isWhole = text.utf8.count <= capacity && !text.utf8.contains(0)
      return SortKeyPrefix(Kind.string, high, low: low, isExact: isWhole)
    }
  }

  /// Whether canonical composition neither changes the scalar nor joins it to the one before.
  private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300,  // Latin
      0x388...0x3FF,  // Greek
      0x400...0x482, 0x48A...0x52F,  // Cyrillic
      0x5D0...0x5EA, 0x620...0x64A,  // Hebrew, Arabic
      0x3041...0x3096, 0x30A1...0x30FA,  // Kana
      0x4E00...0x9FFF, 0xAC00...0xD7A3:  // Han, Hangul syllables
      return true
    default: return false
    }
  }
}
