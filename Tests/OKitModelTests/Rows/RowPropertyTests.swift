import OKitTestSupport
import Testing

@testable import OKitModel

/// Random operations, transactions, undos and stores: what the database has is what the model is.
@Suite struct RowPropertyTests {
  @Test(arguments: 0..<UInt64(20))
  func storedModelsReadBack(seed: UInt64) throws {
    let rows = try RowFixture(seed: seed)
    let session = StoringSession(rows.fixture, seed: seed)
    for step in 0..<RandomSteps.count(600) / 20 {
      for _ in 0..<session.number(1..<4) { try session.step() }
      try rows.registry.storeState()
      #expect(rows.registry.pending.isEmpty)
      #expect(try rows.reloaded() == rows.snapshot, "seed \(seed), step \(step)")
      #expect(try rows.streamedDocument == rows.wholeDocument, "seed \(seed), step \(step)")
      #expect(try rows.rows("SELECT count(*) FROM Book WHERE parent_id IS NULL") == ["0"])
    }
    #expect(try rows.database.problems() == [])
    #expect(try rows.rows("SELECT count(*) FROM pragma_foreign_key_check") == ["0"])
  }

  @Test(arguments: 0..<UInt64(20))
  func positionsIncrease(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var positions: [Int] = []
    for _ in 0..<300 {
      var stored = positions.map(Int?.some)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !stored.isEmpty: stored.remove(at: Int.random(in: 0..<stored.count, using: &random))
      case 1 where !stored.isEmpty:
        let moved = stored.remove(at: Int.random(in: 0..<stored.count, using: &random))
        stored.insert(moved, at: Int.random(in: 0...stored.count, using: &random))
      default: stored.insert(nil, at: min(stored.count, Int.random(in: 0...2, using: &random)))
      }
      positions = RowPositions.assigned(stored)
      #expect(positions.count == stored.count)
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(positions)")
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func datesReadBackExactly(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<2000 {
      let number = Double(bitPattern: random.next())
      let near = Double.random(in: -1e9...1e9, using: &random)
      for seconds in [
        number, near, near.rounded(), near.rounded() / 1000,
        number.isFinite ? number.truncatingRemainder(dividingBy: 1) : 0,
      ]
      where seconds.isFinite {
        let text = ExactDateText.text(of: DateValue(secondsSince2001: seconds))
        let read = ExactDateText.parse(text)?.secondsSince2001
        #expect(read?.bitPattern == seconds.bitPattern, "seed \(seed): \(seconds), \(text)")
      }
    }
  }

  @Test func datesAreReadableTexts() {
    func text(_ seconds: Double) -> String { ExactDateText.text(of: DateValue(secondsSince2001: seconds)) }
    #expect(text(0) == "2001-01-01T00:00:00Z")
    #expect(text(0.5) == "2001-01-01T00:00:00.5Z")
    #expect(text(-0.25) == "2000-12-31T23:59:59.75Z")
    #expect(text(1e-9) == "2001-01-01T00:00:00.000000001Z")
    #expect(text(600_000_000.123) == "2020-01-06T10:40:00.123Z")
  }
}
