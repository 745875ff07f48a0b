import OKitTestSupport
import OKitValues
import Testing

@Suite struct ExactSumTests {
  private func sum(_ values: [Value]) -> Value { ExactSum(values).sum }
  private func average(_ values: [Value]) -> Value { ExactSum(values).average }
  private func doubles(_ numbers: [Double]) -> [Value] { numbers.map(Value.double) }

  @Test func integersStayIntegersWhileTheyFit() {
    #expect(sum([]) == .int(0))
    #expect(sum([.null, .int(2), .null, .int(-5)]) == .int(-3))
    #expect(sum([.int(.max), .int(1), .int(-1)]) == .int(.max), "what is in between does not count")
    #expect(sum([.int(.max), .int(1)]) == .double(0x1p63))
    #expect(sum([.int(.min), .int(-1)]) == .double(-0x1p63))
    #expect(sum([.int(.min), .int(.min), .int(.max), .int(.max)]) == .int(-2))
    #expect(average([]) == .null)
    #expect(average([.int(.max), .int(.max)]) == .double(0x1p63))
  }

  @Test func otherValuesMakeADouble() {
    #expect(sum([.int(1), .double(0.5)]) == .double(1.5))
    #expect(sum([.int(1), .string(" 2 "), .string("two")]) == .double(3))
    #expect(sum([.bool(true)]) == .double(0))
    #expect(average([.string("4"), .int(1), .bool(true), .null]) == .double(2.5))
  }

  @Test func doublesAreRoundedOnce() {
    #expect(sum(doubles([0.1, 0.2, 0.3])) == .double(0.6), "0.6000000000000001 one after the other")
    #expect(sum(doubles([1e100, 1, -1e100])) == .double(1))
    #expect(sum(doubles([0x1p53, 1])) == .double(0x1p53), "to even")
    #expect(sum(doubles([0x1p53, 1, 0x1p-1074])) == .double(0x1p53 + 2))
    #expect(sum(doubles([0x1p53 + 2, 1])) == .double(0x1p53 + 4))
    #expect(sum([.int(.max), .double(-0x1p63)]) == .double(-1))
    #expect(sum(doubles([.leastNonzeroMagnitude, .leastNonzeroMagnitude])) == .double(0x1p-1073))
    #expect(sum(doubles([.leastNormalMagnitude, -.leastNonzeroMagnitude])) == .double(.leastNormalMagnitude.nextDown))
    #expect(sum(doubles([-0.0])) == .double(0))
    #expect(sum(doubles([-1, 1])).double?.sign == .plus)
  }

  @Test func whatIsTooLargeIsInfiniteUntilItIsNot() {
    let largest = Double.greatestFiniteMagnitude
    #expect(sum(doubles([largest, largest])) == .double(.infinity))
    #expect(sum(doubles([-largest, -largest])) == .double(-.infinity))
    #expect(sum(doubles([largest, largest, -largest])) == .double(largest))
    #expect(average(doubles([largest, largest])) == .double(largest))
    #expect(average(doubles([-largest, -largest, -largest])) == .double(-largest))
    #expect(sum(doubles([largest, largest.ulp / 2])) == .double(.infinity), "to even")
    #expect(sum(doubles([largest, largest.ulp / 4])) == .double(largest))
  }

  @Test func whatIsNotFiniteCanBeTakenOutAgain() {
    var total = ExactSum(doubles([1, .infinity]))
    #expect(total.sum == .double(.infinity))
    total.add(.double(-.infinity))
    #expect(total.sum.double?.isNaN == true)
    #expect(total.average.double?.isNaN == true)
    total.remove(.double(.infinity))
    #expect(total.average == .double(-.infinity))
    total.add(.double(.nan))
    total.remove(.double(-.infinity))
    #expect(total.sum.double?.isNaN == true)
    total.remove(.double(.nan))
    #expect(total.sum == .double(1))
  }

  @Test(arguments: [(1, 2), (2, -7), (-1, 0), (.max, .min), (.min, .max), (.min, 0)] as [(Int, Int)])
  func anIntegerTakesThePlaceOfAnother(_ old: Int, _ new: Int) {
    var total = ExactSum([.int(5), .int(old), .double(0.5)])
    total.replace(old, by: new)
    total.remove(.double(0.5))
    #expect(
      total.sum == ExactSum([.int(5), .int(new)]).sum && total.average == ExactSum([.int(5), .int(new)]).average)
  }

  /// Numbers of few bits, whose sum an Int holds exactly, at random places of the range.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func isTheNearestToTheExactSum(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<300 {
      let scale = Int.random(in: -1074..<950, using: &random)
      let unit = Double(sign: .plus, exponent: scale, significand: 1)
      var total = ExactSum()
      var (exact, inside) = (0, [Value]())
      for _ in 0..<Int.random(in: 1..<60, using: &random) {
        let number = Int.random(in: -(1 << 52)..<1 << 52, using: &random) >> Int.random(in: 0..<52, using: &random)
        let value = Value.double(Double(number) * unit)
        total.add(value)
        inside.append(value)
        exact += number
        if Bool.random(using: &random), let index = inside.indices.randomElement(using: &random) {
          let value = inside.remove(at: index)
          total.remove(value)
          exact -= Int((value.double ?? 0) / unit)
        }
      }
      #expect(total.sum == (inside.isEmpty ? .int(0) : .double(Double(exact) * unit)), "seed \(seed), round \(round)")
      #expect(ExactSum(inside.shuffled(using: &random)).sum == total.sum, "seed \(seed), round \(round)")
    }
  }
}
