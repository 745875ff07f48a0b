import OKitTestSupport
import Testing

@testable import OKitModel

/// The bits in front of sort keys must never contradict the order of the values.
@Suite struct SortKeyPrefixTests {
  private let collator = TextCollator(locale: "en_US")

  private func prefix(_ value: Value) -> SortKeyPrefix { SortKeyPrefix(value, collator, collator.ascii) }

  @Test(arguments: [
    (Value.string("a"), Value.string("b"), Value.Order.before),
    (.string("abcdefgh"), .string("abcdefgh"), .same),
    (.string("abcdefghi"), .string("abcdefghj"), .before),
    (.string("Zeus"), .string("apple"), .after),
    (.string("Äpfel"), .string("Zebra"), .before),
    (.string("ada"), .string("Ada"), .before),
    (.string("adA"), .string("Ada"), .before),
    (.string("ADA"), .string("ade"), .before),
    (.string(""), .string("a"), .before),
    (.int(1), .double(1), .same),
    (.double(-0.0), .double(0), .same),
    (.double(-2), .double(-1), .before),
    (.double(.nan), .double(.infinity), .after),
    (.bool(true), .int(0), .before),
    (.null, .string("z"), .after),
  ])
  func decides(a: Value, b: Value, order: Value.Order) {
    #expect(SortKeyPrefix.order(prefix(a), prefix(b)) == order)
  }

  @Test(arguments: [
    // The same letter composed and decomposed, and texts that differ after the bytes that fit.
    (Value.string("e\u{301}"), Value.string("é")), (.string("abcdefghijklmnopq"), .string("abcdefghijklmnopr")),
    (.string("a"), .string("a\u{0}")), (.int(1 << 60), .int((1 << 60) + 1)), (.string("ab\u{301}"), .string("ab")),
  ])
  func leavesToTheValues(a: Value, b: Value) {
    #expect(SortKeyPrefix.order(prefix(a), prefix(b)) == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func neverContradictsTheValues(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let letters = ["a", "b", "é", "e\u{301}", "Ж", "日", "\u{301}", "ß", " ", "\u{0}", "각", "\u{11A8}", "가", "😀", "Z"]
    func value() -> Value {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .int(Int.random(in: -3...3, using: &random) << Int.random(in: 0...60, using: &random))
      case 1: .double(Double(Int.random(in: -9...9, using: &random)) * 0.5)
      case 2: .bool(Bool.random(using: &random))
      case 3: .date(DateValue(secondsSince2001: Double(Int.random(in: -2...2, using: &random))))
      default:
        .string(
          (0..<Int.random(in: 0...19, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        )
      }
    }
    for _ in 0..<20_000 {
      let (a, b) = (value(), value())
      guard let order = SortKeyPrefix.order(prefix(a), prefix(b)) else { continue }
      #expect(order == a.order(to: b, collator), "seed \(seed): \(a) and \(b)")
    }
  }
}
