import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// The functions that queries have instead of SQLite's own give the same results, and end.
@Suite struct BoundedFunctionTests {
  /// Pieces of which texts and patterns are made.
  private static let pieces = ["a", "b", "A", "é", "😀", "%", "_", "*", "?", "[", "]", "^", "-", "x", " ", ""]

  private static let calls = [
    "? LIKE ?", "? GLOB ?", "? LIKE ? ESCAPE 'x'", "? LIKE ? ESCAPE '%'", "? NOT LIKE ?", "instr(?, ?)",
    "instr(CAST(? AS BLOB), CAST(? AS BLOB))", "hex(replace(?, ?, 'é-'))", "hex(trim(?, ?))", "hex(ltrim(?, ?))",
    "hex(rtrim(?, ?))", "hex(trim(? || ?))", "typeof(trim(?, ?))", "instr(?, nullif(?, 'a'))", "replace(?, ?, NULL)",
  ]

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func resultsAreThoseOfSQLite(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func text(_ count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
        .joined()
    }
    let own = try SQLiteConnection(":memory:", .write)
    let bounded = try SQLiteConnection(":memory:", .write)
    for _ in 0..<300 {
      let call = Self.calls.randomElement(using: &random) ?? ""
      let arguments = [RowValue.text(text(8)), .text(text(5))]
      let expected = try own.values("SELECT \(call)", arguments)
      var found: [RowValue] = []
      try SQLiteQuery(bounded, "memory").run("SELECT \(call)", arguments, QueryLimits()) { found.append($0.value(0)) }
      #expect(found == expected, "seed \(seed): \(call) of \(arguments)")
    }
  }

  /// Each would take SQLite's own function hours.
  @Test(arguments: [
    "printf('%.*c', 900000, 'a') LIKE '%a%a%a%a%a%a%a%a%a%a%b'",
    "printf('%.*c', 900000, 'a') GLOB '*a*a*a*a*a*a*a*a*a*a*b'",
    "instr(printf('%.*c', 900000, 'a'), printf('%.*c', 400000, 'a') || 'b')",
    "replace(printf('%.*c', 900000, 'a'), printf('%.*c', 400000, 'a') || 'b', '')",
    "trim(printf('%.*c', 900000, 'a'), printf('%.*c', 400000, 'b') || 'a')",
  ])
  func endSoon(_ call: String) throws {
    let connection = try SQLiteConnection(":memory:", .write)
    var count = 0
    try SQLiteQuery(connection, "memory").run("SELECT \(call)", [], QueryLimits(memory: 64 << 20)) { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func aLimitOfTimeStopsAMatch() throws {
    let pattern = TextPattern(kind: .like, pattern: UnsafeBufferPointer(start: nil, count: 0))
    #expect(pattern.matches(UnsafeBufferPointer(start: nil, count: 0), isExhausted: { true }) == true)
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    text.withUnsafeBufferPointer { text in
      let long = [UInt8(ascii: "%")] + text.prefix(1000) + [UInt8(ascii: "b")]
      long.withUnsafeBufferPointer {
        #expect(TextPattern(kind: .like, pattern: $0).matches(text, isExhausted: { true }) == nil)
      }
    }
  }
}
