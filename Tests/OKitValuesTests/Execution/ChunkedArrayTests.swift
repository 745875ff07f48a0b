import OKitTestSupport
import OKitValues
import Testing

@Suite struct ChunkedArrayTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func behavesLikeAnArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var expected = Array(0..<Int.random(in: 0..<3000, using: &random))
    var chunked = ChunkedArray(expected)
    var numbers = Dictionary(uniqueKeysWithValues: expected.map { ($0, ChunkedArray<Int>.number(of: $0)) })
    let steps = RandomSteps.count(20_000)
    for step in 0..<steps {
      // Shrinks to nothing, and grows again to several chunks.
      let isGrowing = step % 10_000 < 5000
      if expected.isEmpty || (Int.random(in: 0..<4, using: &random) == 0) != isGrowing {
        let index = step % 3 == 0 ? 0 : Int.random(in: 0...expected.count, using: &random)
        chunked.insert(10_000 + step, at: index) { numbers[$0] = $1 }
        expected.insert(10_000 + step, at: index)
      } else {
        let index = Int.random(in: 0..<expected.count, using: &random)
        #expect(chunked.remove(at: index) == expected.remove(at: index), "seed \(seed), step \(step)")
      }
      guard let index = expected.indices.randomElement(using: &random) else { continue }
      let element = expected[index]
      #expect(chunked[index] == element, "seed \(seed), step \(step)")
      let found = chunked.firstIndex(inChunk: numbers[element] ?? 0) { $0 == element }
      #expect(found == index, "seed \(seed), step \(step)")
    }
    #expect(chunked.count == expected.count && chunked.joined == expected, "seed \(seed)")
    for start in stride(from: 0, to: expected.count, by: 97) {
      let last = expected[expected.count - 1]
      #expect(chunked.firstIndex(from: start) { $0 == last } == expected.count - 1, "seed \(seed)")
    }
    #expect(chunked.firstIndex(from: expected.count) { _ in true } == nil)
  }

  @Test(arguments: [0, 1, 511, 512, 513, 5000])
  func findsThePlaceOfAnElementInOrder(count: Int) {
    let chunked = ChunkedArray((0..<count).map { 2 * $0 })
    for wanted in [-1, 0, 1, 2, 1022, 1023, 1024, 2 * count - 1, 2 * count] {
      #expect(chunked.partition { $0 < wanted } == (0..<count).count { 2 * $0 < wanted })
    }
  }

  @Test(arguments: [[], [0], [5], [0, 0, 3], [1, 2, 3, 0, 5, 0, 7, 8, 9]] as [[Int]])
  func totalsOfCounts(counts: [Int]) {
    var (tree, counts) = (FenwickTree(counts), counts)
    for round in 0..<3 {
      for position in 0...counts.count {
        #expect(tree.sum(before: position) == counts[..<position].reduce(0, +), "round \(round)")
      }
      let offsets = counts.indices.flatMap { position in (0..<counts[position]).map { (position, $0) } }
      for (offset, expected) in offsets.enumerated() {
        let found = tree.position(of: offset)
        #expect(found == expected, "round \(round)")
      }
      #expect(tree.position(of: offsets.count).position == counts.count)
      for position in counts.indices {
        counts[position] += position % 2
        tree.add(position % 2, at: position)
      }
    }
  }
}
