import OKitEngine

/// Cells and formulas over them, in a graph and, to compare with, computed anew at each look.
final class GraphBench {
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
  func addFormula(_ compute: @escaping (GraphBench) -> Int) -> Formula {
    let formula = Formula(self, compute)
    formulas.append(formula)
    return formula
  }

  /// The graph does not keep what it runs.
  private var observers: [Observer] = []

  @discardableResult
  func addObserver(_ body: @escaping (GraphBench) -> Void) -> Observer {
    let observer = Observer(self, body)
    observers.append(observer)
    return observer
  }
}

/// A node with a value that others read.
final class Formula: NodeHandler {
  private unowned let bench: GraphBench
  let compute: (GraphBench) -> Int
  private(set) var node: NodeID?
  private var cached = 0
  private(set) var runs = 0
  /// Every outcome of looking, without repetitions.
  private(set) var outcomes: [DependencyGraph.Outcome] = []
  private(set) var timesTold = 0

  init(_ bench: GraphBench, _ compute: @escaping (GraphBench) -> Int) {
    (self.bench, self.compute) = (bench, compute)
    super.init()
    node = bench.graph.makeNode(self, source: 0)
  }

  var value: Int {
    guard let node else { return 0 }
    let outcome = bench.graph.update(node)
    if !outcomes.contains(outcome) { outcomes.append(outcome) }
    if let source = bench.graph.source(of: node) { bench.graph.read(source) }
    return outcome == .cycle || outcome == .tooDeep ? -1 : cached
  }

  func remove() {
    if let node { bench.graph.remove(node) }
    node = nil
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    runs += 1
    let old = cached
    cached = compute(bench)
    return cached != old
  }

  override func invalidated(_ node: NodeID, token: UInt32) { timesTold += 1 }
}

/// A node that runs at the end of each turn in which something that it read has changed.
final class Observer: NodeHandler {
  private unowned let bench: GraphBench
  private let body: (GraphBench) -> Void
  private var node: NodeID?
  private(set) var runs = 0

  init(_ bench: GraphBench, _ body: @escaping (GraphBench) -> Void) {
    (self.bench, self.body) = (bench, body)
    super.init()
    let node = bench.graph.makeNode(self)
    self.node = node
    bench.graph.update(node)
  }

  func remove() {
    if let node { bench.graph.remove(node) }
    node = nil
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    runs += 1
    body(bench)
    return true
  }

  override func invalidated(_ node: NodeID, token: UInt32) { bench.graph.schedule(node) }

  override func title(of token: UInt32) -> String { "the observer" }
}
