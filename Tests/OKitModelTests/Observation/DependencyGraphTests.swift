@_spi(Observation) import OKitModel
import Testing

@Suite struct DependencyGraphTests {
  private let fixture = GraphFixture()

  @Test func runsOnlyAfterAChangeAndOnlyWhenLookedAt() {
    let cell = fixture.addCell(1)
    let double = fixture.addFormula { $0.read(cell: cell) * 2 }
    #expect(double.runs == 0)
    #expect(double.value == 2)
    #expect(double.value == 2)
    #expect(double.runs == 1)
    fixture.write(1, to: cell)
    #expect(double.value == 2)
    #expect(double.runs == 1)
    fixture.write(2, to: cell)
    fixture.write(3, to: cell)
    #expect(double.runs == 1)
    #expect(double.timesTold == 1)
    #expect(double.value == 6)
    #expect(double.runs == 2)
  }

  @Test func aRenewedNodeHasReadNothing() throws {
    let cell = fixture.addCell(1)
    let double = fixture.addFormula { $0.read(cell: cell) * 2 }
    let before = fixture.graph.census
    #expect(double.value == 2)
    let old = try #require(double.node)
    #expect(double.renew())
    #expect(fixture.graph.census == before)
    #expect(!fixture.graph.isAlive(old))
    fixture.write(2, to: cell)
    #expect(double.timesTold == 0)
    #expect((double.value, double.runs) == (4, 2))
    fixture.write(3, to: cell)
    #expect(double.timesTold == 1)
    // One that another node has read stays.
    let shown = fixture.addFormula { _ in double.value + 1 }
    #expect(shown.value == 7)
    #expect(!double.renew())
    fixture.write(4, to: cell)
    #expect(shown.value == 9)
  }

  /// a → b, c → d: d never sees the new b with the old c.
  @Test func diamondHasNoGlitch() {
    let cell = fixture.addCell(1)
    let left = fixture.addFormula { $0.read(cell: cell) + 1 }
    let right = fixture.addFormula { $0.read(cell: cell) * -1 }
    var seen: [Int] = []
    let sum = fixture.addObserver { _ in seen.append(left.value + right.value) }
    for value in 2...5 {
      fixture.write(value, to: cell)
      #expect(fixture.graph.flush().isEmpty)
    }
    #expect(seen == [1, 1, 1, 1, 1])
    #expect(sum.runs == 5)
    #expect(left.runs == 5)
    #expect(right.runs == 5)
  }

  @Test func anUnchangedResultStopsTheWave() {
    let cell = fixture.addCell(1)
    let parity = fixture.addFormula { $0.read(cell: cell) % 2 }
    let shown = fixture.addFormula { _ in parity.value * 10 }
    #expect(shown.value == 10)
    fixture.write(3, to: cell)
    #expect(shown.value == 10)
    #expect((parity.runs, shown.runs) == (2, 1))
    fixture.write(4, to: cell)
    #expect(shown.value == 0)
    #expect((parity.runs, shown.runs) == (3, 2))
  }

  @Test func dependenciesThatAreNotReadAnyMoreAreDropped() {
    let (which, a, b) = (fixture.addCell(0), fixture.addCell(10), fixture.addCell(20))
    let chosen = fixture.addFormula { $0.read(cell: which) == 0 ? $0.read(cell: a) : $0.read(cell: b) }
    #expect(chosen.value == 10)
    fixture.write(21, to: b)
    #expect(chosen.value == 10)
    #expect(chosen.runs == 1)
    fixture.write(1, to: which)
    #expect(chosen.value == 21)
    fixture.write(11, to: a)
    #expect(chosen.value == 21)
    #expect(chosen.runs == 2)
    #expect(fixture.graph.census.edges == 2)
  }

  @Test func repeatedReadsMakeOneEdge() {
    let cell = fixture.addCell(1)
    let formula = fixture.addFormula { fixture in (0..<100).reduce(0) { sum, _ in sum + fixture.read(cell: cell) } }
    #expect(formula.value == 100)
    #expect(fixture.graph.census.edges == 1)
  }

  @Test func readsInsideWithoutTrackingAreNotRecorded() {
    let (a, b) = (fixture.addCell(1), fixture.addCell(2))
    let formula = fixture.addFormula { fixture in
      fixture.read(cell: a) + fixture.graph.withoutTracking { fixture.read(cell: b) }
    }
    #expect(formula.value == 3)
    fixture.write(20, to: b)
    #expect(formula.value == 3)
    fixture.write(10, to: a)
    #expect(formula.value == 30)
  }

  // MARK: Cycles and depth

  @Test func aCycleIsFoundAndRecoversWhenItIsBroken() {
    let isCyclic = fixture.addCell(1)
    var second: Formula?
    let first = fixture.addFormula { $0.read(cell: isCyclic) == 1 ? (second?.value ?? 0) + 1 : 5 }
    second = fixture.addFormula { _ in first.value + 100 }
    #expect(first.value == 100)
    #expect(first.outcomes == [.cycle, .changed])
    fixture.write(0, to: isCyclic)
    #expect(second?.value == 105)
    #expect(first.value == 5)
    fixture.write(1, to: isCyclic)
    #expect(first.value == 100)
    fixture.write(0, to: isCyclic)
    #expect(first.value == 5)
    #expect(second?.value == 105)
  }

  @Test func aCycleThatArisesByDependenciesChangingIsFound() {
    let (x, y) = (fixture.addCell(1), fixture.addCell(0))
    var b: Formula?
    let a = fixture.addFormula { $0.read(cell: x) == 1 ? (b?.value ?? 0) : 1 }
    b = fixture.addFormula { $0.read(cell: y) == 1 ? a.value : 2 }
    #expect(a.value == 2)
    fixture.write(0, to: x)
    fixture.write(1, to: y)
    #expect(b?.value == 1)
    fixture.write(1, to: x)
    _ = a.value
    #expect(a.outcomes.contains(.cycle))
  }

  @Test func aChainThatGrewStepByStepIsCutWhenItIsTooDeep() {
    let cell = fixture.addCell(0)
    var last = fixture.addFormula { $0.read(cell: cell) }
    for _ in 0..<20_000 {
      let before = last
      last = fixture.addFormula { _ in before.value + 1 }
      _ = last.value
    }
    #expect(last.value == 20_000)
    fixture.write(1, to: cell)
    _ = last.value
    #expect(fixture.formulas.contains { $0.outcomes.contains(.tooDeep) })
    // Looked at from below, everything comes right.
    for formula in fixture.formulas { _ = formula.value }
    #expect(last.value == 20_001)
  }

  // MARK: Observers

  @Test func observersRunOnceATurnInTheOrderInWhichTheyWereMade() {
    let (a, b) = (fixture.addCell(0), fixture.addCell(0))
    var order: [String] = []
    let first = fixture.addObserver { order.append("first \($0.read(cell: a)) \($0.read(cell: b))") }
    let second = fixture.addObserver { order.append("second \($0.read(cell: b))") }
    let third = fixture.addObserver { order.append("third \($0.read(cell: a)) \($0.read(cell: b))") }
    order = []
    for value in 1...3 {
      fixture.write(value, to: b)
      fixture.write(value, to: a)
      #expect(fixture.graph.flush().isEmpty)
    }
    #expect(
      order == [1, 2, 3].flatMap { ["first \($0) \($0)", "second \($0)", "third \($0) \($0)"] })
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func anObserverThatWritesMakesOthersRunInTheSameTurn() {
    let (celsius, fahrenheit) = (fixture.addCell(0), fixture.addCell(32))
    let converter = fixture.addObserver { $0.write($0.read(cell: celsius) * 9 / 5 + 32, to: fahrenheit) }
    var seen: [Int] = []
    let reader = fixture.addObserver { seen.append($0.read(cell: fahrenheit)) }
    fixture.write(100, to: celsius)
    #expect(fixture.graph.flush().isEmpty)
    #expect(seen == [32, 212])
    #expect((converter.runs, reader.runs) == (2, 2))
  }

  @Test func anObserverThatSettlesItsOwnInputRunsUntilItRests() {
    let cell = fixture.addCell(0)
    let clamp = fixture.addObserver { fixture in
      if fixture.read(cell: cell) > 10 { fixture.write(fixture.read(cell: cell) - 1, to: cell) }
    }
    fixture.write(15, to: cell)
    #expect(fixture.graph.flush().isEmpty)
    #expect(fixture.read(cell: cell) == 10)
    #expect(clamp.runs == 7)
  }

  @Test func anEndlessTurnIsCutAndTheObserverLivesOn() {
    let (cell, isEndless) = (fixture.addCell(0), fixture.addCell(1))
    let runaway = fixture.addObserver { fixture in
      if fixture.read(cell: isEndless) == 1 { fixture.write(fixture.read(cell: cell) + 1, to: cell) }
    }
    fixture.write(1_000_000, to: cell)
    #expect(fixture.graph.flush().map(\.title) == ["the observer"])
    #expect(runaway.runs == 1 + DependencyGraph.maximumRunsPerTurn)
    #expect(fixture.graph.flush().isEmpty)
    fixture.write(0, to: isEndless)
    #expect(fixture.graph.flush().isEmpty)
    #expect(runaway.runs == 2 + DependencyGraph.maximumRunsPerTurn)
  }

  @Test func observersThatMakeEverNewOnesAreCut() {
    let cell = fixture.addCell(0)
    var children: [Observer] = []
    func spawn(_ fixture: GraphFixture) {
      guard fixture.read(cell: cell) > 0, children.count < 1_000_000 else { return }
      fixture.write(fixture.cells[cell].value + 1, to: cell)
      children.last?.remove()
      children.append(fixture.addObserver { inner in if inner.read(cell: cell) < 0 { spawn(inner) } })
    }
    let parent = fixture.addObserver(spawn)
    fixture.write(1, to: cell)
    #expect(fixture.graph.flush().map(\.title) == ["the observer"])
    withExtendedLifetime(parent) {}
  }

  @Test func anObserverMayRemoveItselfAndOthers() {
    let cell = fixture.addCell(0)
    var first: Observer?
    var second: Observer?
    var third: Observer?
    first = fixture.addObserver { fixture in
      if fixture.read(cell: cell) == 1 {
        second?.remove()
        first?.remove()
      }
    }
    second = fixture.addObserver { _ = $0.read(cell: cell) }
    third = fixture.addObserver { _ = $0.read(cell: cell) }
    fixture.write(1, to: cell)
    #expect(fixture.graph.flush().isEmpty)
    #expect((first?.runs, second?.runs, third?.runs) == (2, 1, 2))
    fixture.write(2, to: cell)
    #expect(fixture.graph.flush().isEmpty)
    #expect((first?.runs, second?.runs, third?.runs) == (2, 1, 3))
    #expect(fixture.graph.census == (edges: 1, sources: 1, nodes: 1))
    third?.remove()
    #expect(fixture.graph.census == (edges: 0, sources: 1, nodes: 0))
  }

  @Test func aHandlerMayRemoveNodesWhenItIsTold() {
    final class Remover: NodeHandler {
      let graph: DependencyGraph
      var victims: [NodeID] = []
      init(_ graph: DependencyGraph) { self.graph = graph }
      override func recompute(_ node: NodeID, token: UInt32) -> Bool { true }
      override func invalidated(_ node: NodeID, token: UInt32) { victims.forEach(graph.remove) }
    }
    final class Reader: NodeHandler {
      let read: () -> Void
      var told = 0
      init(_ read: @escaping () -> Void) { self.read = read }
      override func recompute(_ node: NodeID, token: UInt32) -> Bool {
        read()
        return true
      }
      override func invalidated(_ node: NodeID, token: UInt32) { told += 1 }
    }
    let graph = fixture.graph
    let source = graph.makeSource()
    let readers = (0..<5).map { _ in Reader { graph.read(source) } }
    let nodes = readers.map { graph.makeNode($0) }
    let remover = Remover(graph)
    let tail = Reader { graph.read(source) }
    let inner = graph.makeNode(remover)
    final class Wrapped: NodeHandler {
      let remover: Remover
      let source: SourceID
      init(_ remover: Remover, _ source: SourceID) { (self.remover, self.source) = (remover, source) }
      override func recompute(_ node: NodeID, token: UInt32) -> Bool {
        remover.graph.read(source)
        return true
      }
      override func invalidated(_ node: NodeID, token: UInt32) { remover.invalidated(node, token: token) }
    }
    let wrapped = Wrapped(remover, source)
    let first = graph.makeNode(wrapped)
    graph.update(first)
    for node in nodes { graph.update(node) }
    let last = graph.makeNode(tail)
    graph.update(last)
    remover.victims = nodes
    graph.changed(source)
    #expect(tail.told == 1)
    #expect(readers.map(\.told) == [0, 0, 0, 0, 0])
    for node in [first, last, inner] { graph.remove(node) }
    #expect(graph.census == (edges: 0, sources: 1, nodes: 0))
    withExtendedLifetime((readers, wrapped, tail, remover)) {}
  }

  @Test func withoutTellingMakesStaleInSilence() {
    let cell = fixture.addCell(1)
    let double = fixture.addFormula { $0.read(cell: cell) * 2 }
    var seen: [Int] = []
    let observer = fixture.addObserver { _ in seen.append(double.value) }
    fixture.graph.withoutTelling { fixture.write(2, to: cell) }
    #expect(fixture.graph.flush().isEmpty)
    #expect(seen == [2])
    #expect(double.value == 4)
    fixture.write(3, to: cell)
    #expect(fixture.graph.flush().isEmpty)
    #expect(seen == [2, 6])
    withExtendedLifetime(observer) {}
  }

  /// A formula with a side effect on what it read itself: its readers hear of the next change all the same.
  @Test func aFormulaThatWritesWhatItReadDoesNotCutOffItsReaders() {
    let (cell, cache) = (fixture.addCell(1), fixture.addCell(0))
    let formula = fixture.addFormula { fixture in
      let value = fixture.read(cell: cell)
      if fixture.read(cell: cache) != value { fixture.write(value, to: cache) }
      return value * 10
    }
    var seen: [Int] = []
    let observer = fixture.addObserver { _ in seen.append(formula.value) }
    _ = fixture.graph.flush()
    for value in 2...4 {
      fixture.write(value, to: cell)
      #expect(fixture.graph.flush().isEmpty)
    }
    #expect(seen.last == 40)
    #expect(Set(seen) == [10, 20, 30, 40])
    withExtendedLifetime(observer) {}
  }

  @Test func removedSourcesMakeTheirReadersStale() {
    let cell = fixture.addCell(1)
    let formula = fixture.addFormula { $0.read(cell: cell) }
    let reader = fixture.addFormula { _ in formula.value }
    #expect(reader.value == 1)
    formula.remove()
    #expect(reader.node.map(fixture.graph.state(of:)) == .stale)
    #expect(reader.value == 0)
    #expect(reader.runs == 2)
  }

  @Test func staleHandlesAreHarmless() {
    let cell = fixture.addCell(1)
    let formula = fixture.addFormula { $0.read(cell: cell) }
    _ = formula.value
    let node = formula.node
    formula.remove()
    let successor = fixture.addFormula { $0.read(cell: cell) }
    #expect(successor.value == 1)
    if let node {
      #expect(!fixture.graph.isAlive(node))
      fixture.graph.remove(node)
      #expect(fixture.graph.update(node) == .unchanged)
      #expect(fixture.graph.source(of: node) == nil)
    }
    #expect(successor.value == 1)
    #expect(successor.runs == 1)
  }
}
