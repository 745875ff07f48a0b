@_spi(Observation) import OKitModel

/// Cells and formulas over them, in a graph and, to compare with, computed again at each evaluation.
final class GraphFixture {
  let graph = DependencyGraph()
  var cells: [(source: SourceID, value: Int)] = []
  var formulas: [Formula] = []

  func addCell(_ value: Int) -> Int {
    cells.append((graph.makeSource(), value))
    return cells.count - 1
  }

  func read(cell: Int) -> Int {
    graph.read(cells[cell].source)
    return cells[cell].value
  }

  /// Writing the value that is there changes nothing.
  func write(_ value: Int, to cell: Int) {
    guard cells[cell].value != value else { return }
    cells[cell].value = value
    graph.changed(cells[cell].source)
  }

  @discardableResult
  func addFormula(isRestartable: Bool = false, _ compute: @escaping (GraphFixture) -> Int) -> Formula {
    let formula = Formula(self, isRestartable, compute)
    formulas.append(formula)
    return formula
  }

  /// The graph does not keep what it runs.
  private var observers: [Observer] = []

  @discardableResult
  func addObserver(_ body: @escaping (GraphFixture) -> Void) -> Observer {
    let observer = Observer(self, body)
    observers.append(observer)
    return observer
  }
}

/// A node with a value that others read.
final class Formula: NodeHandler {
  private unowned let fixture: GraphFixture
  let compute: (GraphFixture) -> Int
  private(set) var node: NodeID?
  private var cached = 0
  private(set) var runs = 0
  /// Every outcome of looking, without repetitions.
  private(set) var outcomes: [DependencyGraph.Outcome] = []
  private(set) var timesTold = 0

  init(_ fixture: GraphFixture, _ isRestartable: Bool, _ compute: @escaping (GraphFixture) -> Int) {
    (self.fixture, self.compute) = (fixture, compute)
    super.init()
    node = fixture.graph.makeNode(self, source: 0, isRestartable: isRestartable)
  }

  var value: Int {
    guard let node else { return 0 }
    let outcome = fixture.graph.update(node)
    if !outcomes.contains(outcome) { outcomes.append(outcome) }
    if let source = fixture.graph.source(of: node) { fixture.graph.read(source) }
    return outcome == .cycle || outcome == .tooDeep ? -1 : cached
  }

  func remove() {
    if let node { fixture.graph.remove(node) }
    node = nil
  }

  /// Returns whether the node could be renewed.
  func renew() -> Bool {
    guard let node, let new = fixture.graph.renew(node) else { return false }
    self.node = new
    return true
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    runs += 1
    let old = cached
    let new = compute(fixture)
    // A restartable node keeps its last value when its run ends without a result.
    if fixture.graph.budget.isUnwinding { return false }
    cached = new
    return cached != old
  }

  override func invalidated(_ node: NodeID, token: UInt32) { timesTold += 1 }
}

/// A node that runs at the end of each turn in which something that it read has changed.
final class Observer: NodeHandler {
  private unowned let fixture: GraphFixture
  private let body: (GraphFixture) -> Void
  private var node: NodeID?
  private(set) var runs = 0

  init(_ fixture: GraphFixture, _ body: @escaping (GraphFixture) -> Void) {
    (self.fixture, self.body) = (fixture, body)
    super.init()
    let node = fixture.graph.makeNode(self, isEager: true)
    self.node = node
    fixture.graph.update(node)
  }

  func remove() {
    if let node { fixture.graph.remove(node) }
    node = nil
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    runs += 1
    body(fixture)
    return true
  }

  override func title(of token: UInt32) -> String { "the observer" }
}
