internal import _FoundationICU

/// The order of texts in a locale, by the collation of the ICU that Foundation contains, and their form for searching.
///
/// ICU's data is loaded when the first text needs it. Belongs to the isolation of its runtime, as `FormatterCache`
/// does.
package final class TextCollator {
  private enum Collation {
    case unopened
    case open(OpaquePointer)
    /// ICU has no data: Unicode order applies.
    case unavailable
  }

  package private(set) lazy var search = SearchText(locale: locale)
  /// The weights of ASCII characters; without any until ICU is asked for the first time.
  package let ascii = ASCIIWeights()
  private let locale: String
  private var collation = Collation.unopened

  package init(locale: String) { self.locale = locale }

  deinit {
    if case .open(let handle) = collation { swift_ucol_close(handle) }
    ascii.deallocate()
  }

  /// Returns false when ICU was opened before.
  package func open() -> Bool {
    guard case .unopened = collation else { return false }
    var status = U_ZERO_ERROR
    let handle = swift_ucol_open(locale, &status)
    guard let handle, !status.isFailure else {
      if let handle { swift_ucol_close(handle) }
      collation = .unavailable
      return true
    }
    // Texts that Swift calls equal may be composed in different ways.
    swift_ucol_setAttribute(handle, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
    collation = .open(handle)
    ascii.fill(from: self)
    return true
  }

  private var handle: OpaquePointer? {
    if case .unopened = collation { _ = open() }
    return if case .open(let handle) = collation { handle } else { nil }
  }

  /// Returns the position of one text relative to another: by the collation, and in Unicode order where texts are equal
  /// in it.
  package func order(_ a: String, _ b: String) -> Value.Order {
    switch collated(a, b) {
    case UCOL_LESS: .before
    case UCOL_GREATER: .after
    default: Value.Order(a, b)
    }
  }

  private func collated(_ a: String, _ b: String) -> UCollationResult {
    guard let handle else { return UCOL_EQUAL }
    var (a, b) = (a, b)
    return a.withUTF8 { a in
      b.withUTF8 { b in
        guard let countA = Int32(exactly: a.count), let countB = Int32(exactly: b.count) else { return UCOL_EQUAL }
        var status = U_ZERO_ERROR
        return a.withMemoryRebound(to: CChar.self) { a in
          b.withMemoryRebound(to: CChar.self) { b in
            swift_ucol_strcollUTF8(handle, a.baseAddress, countA, b.baseAddress, countB, &status)
          }
        }
      }
    }
  }

  // MARK: Sort keys

  /// The number of UTF-16 units that contain the first primary weights of nearly all texts.
  private static let prefixLength = 128

  /// Returns the sort key of a text, whose bytes ascend in the order of the collation; nil where ICU has none.
  func sortKey(of text: some StringProtocol) -> [UInt8]? { handle.flatMap { Self.sortKey(Array(text.utf16), $0) } }

  private static func sortKey(_ units: [UInt16], _ handle: OpaquePointer) -> [UInt8]? {
    guard let count = Int32(exactly: units.count) else { return nil }
    var capacity = 32 + 4 * units.count
    while true {
      var length = 0
      let key = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
        length = Int(swift_ucol_getSortKey(handle, units, count, buffer.baseAddress, Int32(clamping: buffer.count)))
        used = min(length, buffer.count)
      }
      guard length > capacity else { return length > 0 ? key : nil }
      capacity = length
    }
  }

  /// Returns the first bytes of a text's primary weights, which decide between texts before accents and case do.
  package func primaryWeights(of text: String) -> WeightBytes {
    guard let handle else { return WeightBytes() }
    // A long text does not need its whole key: what follows so many weights does not change the first ones.
    var start = Array(text.utf16.prefix(Self.prefixLength))
    if start.count == Self.prefixLength {
      if let last = start.last, UTF16.isLeadSurrogate(last) { start.removeLast() }
      let weights = Self.sortKey(start, handle)?.prefix { $0 != ASCIIWeights.levelSeparator } ?? []
      if weights.count >= 2 * WeightBytes.capacity { return WeightBytes(weights) }
      start = Array(text.utf16)
    }
    return WeightBytes(Self.sortKey(start, handle)?.prefix { $0 != ASCIIWeights.levelSeparator } ?? [])
  }
}

extension Value {
  /// Returns the order in which lists and `sorted` put two values: `order(to:)`, but texts by the collation of a
  /// locale.
  package func order(to other: Value, _ collator: TextCollator) -> Order {
    if case .string(let a) = self, case .string(let b) = other { return collator.order(a, b) }
    return order(to: other)
  }
}
