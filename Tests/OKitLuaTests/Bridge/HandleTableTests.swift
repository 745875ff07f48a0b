import Testing

@testable import OKitLua

@Suite struct HandleTableTests {
  @Test func equalValuesHaveOneNumber() {
    var table = HandleTable<String>()
    let (a, b) = (table.number(for: "a"), table.number(for: "b"))
    #expect(a != b && table.number(for: "a") == a)
    #expect(table[a] == "a" && table[b] == "b" && table.count == 2)
  }

  @Test func aReleasedNumberStandsForNothing() {
    var table = HandleTable<String>()
    let old = table.number(for: "a")
    table.release(old)
    let new = table.number(for: "b")
    #expect(table[old] == nil && table[new] == "b")
    table.release(old)
    #expect(table[new] == "b" && table.count == 1)
    #expect(table.number(for: "a") != old)
  }

  @Test func noNumberSurvivesRemovingAll() {
    var table = HandleTable<String>()
    let old = ["a", "b"].map { table.number(for: $0) }
    table.removeAll()
    let new = ["c", "d"].map { table.number(for: $0) }
    #expect(old.allSatisfy { table[$0] == nil } && Set(old).isDisjoint(with: new))
    #expect(table[.max] == nil)
  }
}
