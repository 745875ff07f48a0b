import OKitModel
import OKitTestSupport
import Testing

/// Random graphs and writes, compared with an engine that computes everything again at each evaluation.
@Suite struct DependencyGraphPropertyTests {
  /// A formula over earlier cells and formulas; which ones it reads depends on what it reads first.
  private struct Recipe {
    var selector: Int
    var whenEven: [Int]
    var whenOdd: [Int]
    var modulus: Int

    init(cells: Int, formulas: Int, _ random: inout SplitMix) {
      selector = Int.random(in: 0..<cells + formulas, using: &random)
      func inputs(_ random: inout SplitMix) -> [Int] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<cells + formulas, using: &random) }
      }
      whenEven = inputs(&random)
      whenOdd = inputs(&random)
      modulus = [2, 5, 1_000_003].randomElement(using: &random) ?? 2
    }

    func evaluate(_ input: (Int) -> Int) -> Int {
      let chosen = input(selector)
      return (chosen.isMultiple(of: 2) ? whenEven : whenOdd).reduce(chosen) { ($0 &* 31 &+ input($1)) % modulus }
    }
  }

  static let steps = 60

  @Test(arguments: PropertySteps.batches)
  func agreesWithRecomputingEverything(batch: UInt64) {
    for seed in PropertySteps.seeds(batch, usual: 8, steps: Self.steps) { compare(seed) }
  }

  private func compare(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let fixture = GraphFixture()
    let cellCount = Int.random(in: 1...6, using: &random)
    for _ in 0..<cellCount { _ = fixture.addCell(Int.random(in: 0..<4, using: &random)) }
    var recipes: [Recipe] = []
    let record = RunRecord(cells: cellCount)
    func naive(_ index: Int) -> Int {
      index < cellCount ? fixture.cells[index].value : recipes[index - cellCount].evaluate(naive)
    }
    for index in 0..<Int.random(in: 1...25, using: &random) {
      let recipe = Recipe(cells: cellCount, formulas: index, &random)
      recipes.append(recipe)
      fixture.addFormula { fixture in
        #expect(record.mayRun(cellCount + index), "formula \(index) ran for nothing, seed \(seed)")
        let value = recipe.evaluate { input in
          let value = input < cellCount ? fixture.read(cell: input) : fixture.formulas[input - cellCount].value
          #expect(value == naive(input), "formula \(index) saw a half-done change, seed \(seed)")
          record.read(input, by: cellCount + index)
          return value
        }
        record.ran(cellCount + index, value)
        return value
      }
    }
    var observed: [Int: [Int]] = [:]
    let observers = (0..<4).map { number in
      let target = Int.random(in: 0..<recipes.count, using: &random)
      return (
        target, fixture.addObserver { fixture in observed[number, default: []].append(fixture.formulas[target].value) }
      )
    }
    for step in 0..<Self.steps {
      let before = fixture.formulas.map(\.runs)
      let runsBefore = observers.map(\.1.runs)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let cell = Int.random(in: 0..<cellCount, using: &random)
        let old = fixture.cells[cell].value
        fixture.write(Int.random(in: 0..<4, using: &random), to: cell)
        if fixture.cells[cell].value != old { record.changed(cell) }
      }
      if Bool.random(using: &random) {
        let looked = Int.random(in: 0..<recipes.count, using: &random)
        #expect(fixture.formulas[looked].value == naive(looked + cellCount), "seed \(seed), step \(step)")
      }
      #expect(fixture.graph.flush().isEmpty, "seed \(seed), step \(step)")
      for (number, (target, observer)) in observers.enumerated() {
        #expect(observed[number]?.last == naive(target + cellCount), "seed \(seed), step \(step)")
        #expect(observer.runs <= runsBefore[number] + 1, "seed \(seed), step \(step)")
      }
      for index in recipes.indices {
        #expect(fixture.formulas[index].value == naive(index + cellCount), "seed \(seed), step \(step)")
        #expect(fixture.formulas[index].runs <= before[index] + 1, "at most once a turn: seed \(seed), step \(step)")
      }
    }
    // Two runs with the same value in a row would have been a run without a change.
    for values in observed.values {
      for (a, b) in zip(values, values.dropFirst()) { #expect(a != b, "seed \(seed)") }
    }
    for (_, observer) in observers { observer.remove() }
    for formula in fixture.formulas { formula.remove() }
    #expect(fixture.graph.census == (edges: 0, sources: cellCount, nodes: 0), "seed \(seed)")
    for cell in fixture.cells { fixture.graph.remove(cell.source) }
    #expect(fixture.graph.census == (edges: 0, sources: 0, nodes: 0), "seed \(seed)")
  }

  @Test(arguments: PropertySteps.batches)
  func survivesNodesComingAndGoingWhileItRuns(batch: UInt64) {
    for seed in PropertySteps.seeds(batch, usual: 5, steps: 40) { comeAndGo(seed) }
  }

  /// Observers that write, that remove themselves or others, that make new ones: in the end each one that is left has
  /// seen what the cells hold that it read.
  private func comeAndGo(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let fixture = GraphFixture()
    for _ in 0..<4 { _ = fixture.addCell(0) }
    var observers: [TestObserver?] = []
    func add() {
      let (a, b) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random))
      let deed = Int.random(in: 0..<6, using: &random)
      let number = observers.count
      observers.append(
        TestObserver(fixture) { observer in
          let value = observer.read(a)
          switch deed {
          case 0: fixture.write(min(value, 20), to: b)
          case 1:
            let victim = value % max(1, observers.count)
            if victim < observers.count {
              observers[victim]?.remove()
              observers[victim] = nil
            }
          case 2 where observers.count < 60: observers.append(TestObserver(fixture) { _ = $0.read(b) })
          case 3 where value.isMultiple(of: 5) && number < observers.count:
            observers[number]?.remove()
            observers[number] = nil
          default: _ = observer.read(b)
          }
        })
    }
    for _ in 0..<10 { add() }
    for step in 0..<40 {
      fixture.write(Int.random(in: 0..<30, using: &random), to: Int.random(in: 0..<4, using: &random))
      // Two that hand each other's cells on can go on for ever; what they read is not what there is then.
      guard fixture.graph.flush().isEmpty else { break }
      for observer in observers.compactMap(\.self) {
        for (cell, value) in observer.seen where !observer.isRemoved {
          #expect(value == fixture.cells[cell].value, "seed \(seed), step \(step)")
        }
      }
      if observers.count < 80 { add() }
    }
    for observer in observers { observer?.remove() }
    _ = fixture.graph.flush()
    #expect(fixture.graph.census == (edges: 0, sources: 4, nodes: 0), "seed \(seed)")
  }
}

/// The versions that each formula has read: a formula may run only when a version that it had read is no longer the one
/// that there is.
private final class RunRecord {
  /// Of the cells and after them the formulas.
  private var versions: [Int]
  private var values: [Int: Int] = [:]
  private var reads: [Int: [Int: Int]] = [:]
  private let cells: Int

  init(cells: Int) {
    self.cells = cells
    versions = Array(repeating: 0, count: cells + 25)
  }

  func changed(_ cell: Int) { versions[cell] += 1 }

  /// Called when a formula begins to run; forgets what it had read.
  func mayRun(_ formula: Int) -> Bool {
    defer { reads[formula] = [:] }
    guard let before = reads[formula] else { return true }
    return before.contains { versions[$0.key] != $0.value }
  }

  func read(_ input: Int, by formula: Int) { reads[formula, default: [:]][input] = versions[input] }

  func ran(_ formula: Int, _ value: Int) {
    if values.updateValue(value, forKey: formula) != value { versions[formula] += 1 }
  }
}

/// An observer that remembers what it saw when it ran last.
private final class TestObserver {
  private let fixture: GraphFixture
  private var observer: Observer?
  private(set) var seen: [Int: Int] = [:]
  private(set) var isRemoved = false

  init(_ fixture: GraphFixture, _ body: @escaping (TestObserver) -> Void) {
    self.fixture = fixture
    observer = fixture.addObserver { [unowned self] _ in
      seen = [:]
      body(self)
    }
  }

  func read(_ cell: Int) -> Int {
    let value = fixture.read(cell: cell)
    seen[cell] = value
    return value
  }

  func remove() {
    isRemoved = true
    observer?.remove()
  }
}
