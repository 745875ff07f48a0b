import Testing

@testable import OKitModel

/// Chains of restartable nodes that are longer than any stack.
@Suite struct DeepChainTests {
  private let fixture = GraphFixture()

  private func sum(of formulas: [Formula]) -> Int { formulas.reduce(0) { $0 + $1.runs } }

  /// Adds a formula that adds 1 to the last one. It finds it by its index, because freeing objects that hold each other
  /// in a long chain would nest as deep.
  private func addLink() -> Formula {
    let before = fixture.formulas.count - 1
    return fixture.addFormula(isRestartable: true) { $0.formulas[before].value + 1 }
  }

  /// A chain that begins at a cell; each link adds 1.
  private func addChain(_ count: Int, from cell: Int) -> [Formula] {
    var chain = [fixture.addFormula(isRestartable: true) { $0.read(cell: cell) }]
    for _ in 1..<count { chain.append(addLink()) }
    return chain
  }

  @Test func aChainOfAnyLengthIsRight() {
    let cell = fixture.addCell(0)
    let chain = addChain(100_000, from: cell)
    #expect(chain[99_999].value == 99_999)
    #expect(sum(of: chain) <= 200_000)
    #expect(chain[50_000].value == 50_000)
    fixture.write(7, to: cell)
    #expect(chain[99_999].value == 100_006)
    #expect(chain[0].value == 7)
    #expect(!fixture.graph.budget.isUnwinding)
  }

  @Test func aChainThatDoesNotChangeIsOnlyChecked() {
    let cell = fixture.addCell(0)
    let sign = fixture.addFormula(isRestartable: true) { $0.read(cell: cell).signum() }
    var chain = [sign]
    for _ in 0..<50_000 { chain.append(addLink()) }
    fixture.write(1, to: cell)
    #expect(chain[50_000].value == 50_001)
    let runs = sum(of: chain)
    fixture.write(2, to: cell)
    #expect(chain[50_000].value == 50_001)
    #expect(sum(of: chain) == runs + 1)
  }

  @Test func shortChainsRunEachLinkOnce() {
    let chain = addChain(DependencyGraph.postponingDepth, from: fixture.addCell(3))
    _ = chain.last?.value
    #expect(chain.map(\.runs) == Array(repeating: 1, count: chain.count))
  }

  @Test func observersSeeOnlyResults() {
    let cell = fixture.addCell(0)
    let chain = addChain(5000, from: cell)
    var seen: [Int] = []
    fixture.addObserver { _ in seen.append(chain[4999].value) }
    for value in 1...3 {
      fixture.write(value, to: cell)
      #expect(fixture.graph.flush().isEmpty)
    }
    #expect(seen == [4999, 5000, 5001, 5002])
  }

  /// A node that needs many others starts again for a few of them only.
  @Test(arguments: [0, 14, 15, 100]) func aNodeWithManyInputsIsLinear(depth: Int) {
    let cell = fixture.addCell(1)
    let inputs = (0..<1000).map { _ in addChain(40, from: cell)[39] }
    var top = fixture.addFormula(isRestartable: true) { _ in inputs.reduce(0) { $0 + $1.value } }
    let wide = top
    for _ in 0..<depth {
      let before = top
      top = fixture.addFormula(isRestartable: true) { _ in before.value }
    }
    #expect(top.value == 40_000)
    #expect(wide.runs <= 10)
    #expect(sum(of: fixture.formulas) <= 90_000)
    fixture.write(2, to: cell)
    #expect(top.value == 41_000)
    #expect(wide.runs <= 20)
  }

  @Test func diamondsAreRight() {
    let cell = fixture.addCell(1)
    var left = fixture.addFormula(isRestartable: true) { $0.read(cell: cell) }
    _ = addChain(1, from: cell)
    for _ in 0..<10_000 {
      let (a, b) = (fixture.formulas.count - 2, fixture.formulas.count - 1)
      left = fixture.addFormula(isRestartable: true) {
        ($0.formulas[a].value + $0.formulas[b].value) % 1_000_003
      }
      _ = fixture.addFormula(isRestartable: true) {
        ($0.formulas[b].value + 2 * $0.formulas[a].value) % 1_000_003
      }
    }
    func expected(_ start: Int) -> Int {
      (0..<10_000).reduce((start, start)) { pair, _ in
        ((pair.0 + pair.1) % 1_000_003, (pair.1 + 2 * pair.0) % 1_000_003)
      }.0
    }
    #expect(left.value == expected(1))
    fixture.write(5, to: cell)
    #expect(left.value == expected(5))
    #expect(sum(of: fixture.formulas) <= 100_000)
  }

  @Test(arguments: [2, 15, 16, 17, 40, 1000]) func cyclesOfAnyLengthEnd(length: Int) {
    var all = [fixture.addFormula(isRestartable: true) { $0.formulas[length - 1].value + 1 }]
    while all.count < length { all.append(addLink()) }
    _ = all[length - 1].value
    #expect(all.filter { $0.outcomes.contains(.cycle) }.count == 1)
    #expect(!fixture.graph.budget.isUnwinding)
  }

  @Test func aFailureEndsAllThatNeedTheValue() {
    let cell = fixture.addCell(0)
    let graph = fixture.graph
    var chain = [
      fixture.addFormula(isRestartable: true) { fixture in
        if fixture.read(cell: cell) == 0 { graph.budget.beginUnwinding(.failure) }
        return fixture.read(cell: cell)
      }
    ]
    for _ in 0..<100 { chain.append(addLink()) }
    _ = chain[100].value
    #expect(chain[100].outcomes == [.failed])
    #expect(!graph.budget.isUnwinding)
    #expect(chain.allSatisfy { formula in formula.node.map { graph.state(of: $0) != .clean } ?? false })
    fixture.write(1, to: cell)
    #expect(chain[100].value == 101)
  }

  @Test func nothingIsLeftAfterRemoval() {
    let cell = fixture.addCell(0)
    let chain = addChain(1000, from: cell)
    _ = chain[999].value
    for formula in fixture.formulas { formula.remove() }
    #expect(fixture.graph.census == (edges: 0, sources: 1, nodes: 0))
  }
}
