import OKitTestSupport
import Testing

@testable import OKitEngine

@Suite struct GroupOrderTests {
  private struct Group {
    var number: Int32
    var rows: Int
  }

  /// Groups in the order of their numbers, compared with an array.
  @Test(arguments: 1...UInt64(LongTests.areOn ? 10 : 1))
  func behavesLikeAnArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var expected = (0..<Int.random(in: 0..<2000, using: &random)).map {
      Group(number: Int32(3 * $0), rows: 1 + $0 % 4)
    }
    let rows = Dictionary(uniqueKeysWithValues: expected.map { ($0.number, $0.rows) })
    var order = GroupOrder(expected.map(\.number)) { rows[$0] ?? 0 }
    for step in 0..<RandomSteps.count(4000) {
      let number = Int32.random(in: 0..<9000, using: &random)
      let index = expected.firstIndex { $0.number >= number } ?? expected.count
      let place = order.place { $0 < number }
      let found = index < expected.count ? expected[index].number : nil
      #expect(order[place] == found && order.index(of: place) == index, "seed \(seed), step \(step)")
      let before = expected[..<index].reduce(0) { $0 + $1.rows }
      #expect(order.rows(before: place) == before, "seed \(seed), step \(step)")
      // Shrinks to nothing, and grows again to several chunks.
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard index < expected.count else { continue }
        let change = expected[index].rows > 1 && Bool.random(using: &random) ? -1 : 1
        expected[index].rows += change
        order.addRows(change, at: place)
      case 1 where step % 3000 > 1000, 2 where step % 3000 > 1000:
        guard index < expected.count else { continue }
        expected.remove(at: index)
        order.remove(at: place)
      default:
        guard found != number else { continue }
        expected.insert(Group(number: number, rows: 2), at: index)
        order.insert(number, rows: 2, at: place)
      }
      guard step % 20 == 0 else { continue }
      checkRows(order, expected, "seed \(seed), step \(step)")
    }
  }

  private func checkRows(_ order: GroupOrder, _ expected: [Group], _ comment: Comment) {
    var first = 0
    for (index, group) in expected.enumerated() {
      let (place, before) = order.place(ofRow: first + group.rows - 1)
      guard order[place] == group.number, before == first, order.index(of: place) == index else {
        Issue.record("\(comment): row \(first + group.rows - 1) is not in group \(group.number)")
        return
      }
      first += group.rows
    }
    #expect(order[order.place(ofRow: first).place] == nil, comment)
    var (visited, rows): ([Int32], [Int]) = ([], [])
    let start = expected.count / 2
    if start < expected.count {
      order.visit(from: order.place { $0 < expected[start].number }) {
        visited.append($0)
        rows.append($1)
        return true
      }
    }
    #expect(visited == expected[start...].map(\.number), comment)
    #expect(rows == expected[start...].map(\.rows), comment)
  }
}
