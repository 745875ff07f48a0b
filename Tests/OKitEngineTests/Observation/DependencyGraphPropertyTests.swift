import OKitEngine
import Testing

/// Random graphs and writes, compared with an engine that computes everything anew at each look.
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

  @Test(arguments: 0..<UInt64(60))
  func agreesWithRecomputingEverything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bench = GraphBench()
    let cellCount = Int.random(in: 1...6, using: &random)
    for _ in 0..<cellCount { _ = bench.addCell(Int.random(in: 0..<4, using: &random)) }
    var recipes: [Recipe] = []
    for index in 0..<Int.random(in: 1...25, using: &random) {
      let recipe = Recipe(cells: cellCount, formulas: index, &random)
      recipes.append(recipe)
      bench.addFormula { bench in
        recipe.evaluate { $0 < cellCount ? bench.read(cell: $0) : bench.formulas[$0 - cellCount].value }
      }
    }
    func naive(_ index: Int) -> Int {
      index < cellCount ? bench.cells[index].value : recipes[index - cellCount].evaluate(naive)
    }
    var observed: [Int: [Int]] = [:]
    let observers = (0..<4).map { number in
      let target = Int.random(in: 0..<recipes.count, using: &random)
      return (target, bench.addObserver { bench in observed[number, default: []].append(bench.formulas[target].value) })
    }
    for step in 0..<60 {
      let before = bench.formulas.map(\.runs)
      let runsBefore = observers.map(\.1.runs)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bench.write(Int.random(in: 0..<4, using: &random), to: Int.random(in: 0..<cellCount, using: &random))
      }
      if Bool.random(using: &random) {
        let looked = Int.random(in: 0..<recipes.count, using: &random)
        #expect(bench.formulas[looked].value == naive(looked + cellCount), "seed \(seed), step \(step)")
      }
      #expect(bench.graph.flush().isEmpty, "seed \(seed), step \(step)")
      for (number, (target, observer)) in observers.enumerated() {
        #expect(observed[number]?.last == naive(target + cellCount), "seed \(seed), step \(step)")
        #expect(observer.runs <= runsBefore[number] + 1, "seed \(seed), step \(step)")
      }
      for index in recipes.indices {
        #expect(bench.formulas[index].value == naive(index + cellCount), "seed \(seed), step \(step)")
        #expect(bench.formulas[index].runs <= before[index] + 1, "at most once a turn: seed \(seed), step \(step)")
      }
    }
    // Two runs with the same value in a row would have been a run without a change.
    for values in observed.values {
      for (a, b) in zip(values, values.dropFirst()) { #expect(a != b, "seed \(seed)") }
    }
    for (_, observer) in observers { observer.remove() }
    for formula in bench.formulas { formula.remove() }
    #expect(bench.graph.census == (edges: 0, sources: cellCount, nodes: 0), "seed \(seed)")
    for cell in bench.cells { bench.graph.remove(cell.source) }
    #expect(bench.graph.census == (edges: 0, sources: 0, nodes: 0), "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(40))
  func survivesNodesComingAndGoingWhileItRuns(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let bench = GraphBench()
    for _ in 0..<4 { _ = bench.addCell(0) }
    var observers: [Observer?] = []
    func add() {
      let (a, b) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random))
      let deed = Int.random(in: 0..<5, using: &random)
      observers.append(
        bench.addObserver { bench in
          let value = bench.read(cell: a)
          switch deed {
          case 0: bench.write(min(value, 20), to: b)
          case 1:
            let victim = value % max(1, observers.count)
            if victim < observers.count {
              observers[victim]?.remove()
              observers[victim] = nil
            }
          case 2 where observers.count < 60: observers.append(bench.addObserver { _ = $0.read(cell: b) })
          default: _ = bench.read(cell: b)
          }
        })
    }
    for _ in 0..<10 { add() }
    for _ in 0..<40 {
      bench.write(Int.random(in: 0..<30, using: &random), to: Int.random(in: 0..<4, using: &random))
      _ = bench.graph.flush()
      if observers.count < 80 { add() }
    }
    for observer in observers { observer?.remove() }
    _ = bench.graph.flush()
    #expect(bench.graph.census == (edges: 0, sources: 4, nodes: 0), "seed \(seed)")
  }
}
