import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitModel

/// The whole engine of bindings against one that computes everything again: random worlds, bindings, listeners,
/// writers, failures, undo and redo.
@Suite struct BindingEnginePropertyTests {
  static let steps = 40

  @Test(arguments: PropertySteps.batches)
  func agreesWithComputingEverythingAnew(batch: UInt64) throws {
    for seed in PropertySteps.seeds(batch, usual: 6, steps: Self.steps) { try TwinRun(seed).run(Self.steps) }
  }
}

/// One random run.
private final class TwinRun {
  private let twin: TwinWorld
  private var random: SplitMix
  private var bindings: [TwinBinding] = []
  private var listeners: [TwinListener] = []
  private var writers: [PathObservation] = []
  private let source: NaiveBinding
  /// The state at the beginning of the turn that runs, for an observer that makes it fail.
  private var before: (world: NaiveWorld, moment: Int)?
  private var hasFailed = false

  init(_ seed: UInt64) throws {
    twin = try TwinWorld("seed \(seed)")
    random = SplitMix(seed: seed)
    var source = NaiveBinding(&random)
    while source.parts.count > 1 { source = NaiveBinding(&random) }
    self.source = source
    for _ in 0..<8 { try twin.changeAtRandom(&random) }
    for index in 0..<3 { try addWriter(index) }
    twin.store.history.clear(twin.store)
    // As controllers do: who stands on an entity leaves with it.
    twin.onLeave = { [unowned self] leaving in
      bindings.removeAll { leaving.contains($0.context) }
      for listener in listeners where leaving.contains(listener.context) { listener.cancel() }
    }
  }

  func run(_ steps: Int) throws {
    for _ in 0..<steps { try step() }
    bindings = []
    for listener in listeners { listener.cancel() }
    writers = []
    let census = twin.graph.census
    // Computed properties are remembered as long as their entities live.
    #expect(census.nodes == twin.store.computed.count, "\(twin.label)")
  }

  private func step() throws {
    if bindings.count < 12 { bindings.append(try TwinBinding(twin, NaiveBinding(&random), context: randomContext)) }
    if listeners.filter(\.isActive).count < 8 { try addListener() }
    hasFailed = false
    before = (twin.naive, twin.moment)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try twin.undo()
    case 1: try twin.redo()
    default:
      let isFailing = Int.random(in: 0..<5, using: &random) == 0
      let changes = Int.random(in: 1...5, using: &random)
      try twin.turn(fails: isFailing) {
        for _ in 0..<changes {
          try twin.changeAtRandom(&random)
          // Evaluates a binding in the middle of the turn.
          if Int.random(in: 0..<4, using: &random) == 0 { bindings.randomElement(using: &random)?.look() }
        }
      }
    }
    for binding in bindings where Int.random(in: 0..<4, using: &random) > 0 { binding.look() }
    for listener in listeners { listener.check(isSimple: !hasFailed) }
    listeners.removeAll { !$0.isActive }
    checkWriters()
    if Int.random(in: 0..<6, using: &random) == 0, !bindings.isEmpty {
      bindings.remove(at: Int.random(in: bindings.indices, using: &random))
    }
  }

  private var randomContext: String {
    twin.naive.ids.randomElement(using: &random) ?? NaiveWorld.root
  }

  // MARK: Listeners

  private func addListener() throws {
    let deed = Int.random(in: 0..<12, using: &random)
    let listener = try TwinListener(twin, NaiveBinding(&random), context: randomContext) { [unowned self] listener in
      do { try perform(deed, listener) } catch { Issue.record("\(twin.label): \(error)") }
    }
    listeners.append(listener)
  }

  private func perform(_ deed: Int, _ listener: TwinListener) throws {
    switch deed {
    case 0: listener.cancel()
    case 1: listeners.randomElement(using: &random)?.cancel()
    case 2 where !twin.isFailing && listeners.count < 20: try addListener()
    case 3:
      guard !hasFailed, let before, twin.runtime.turns.isInTurn, twin.store.isInTransaction else { return }
      hasFailed = true
      twin.fail(before.world, since: before.moment)
    default: break
    }
  }

  // MARK: Writers

  /// The first one writes what it sees in the world, the others what the one before has written.
  private func addWriter(_ index: Int) throws {
    let evaluator = twin.runtime.evaluator
    let program = try evaluator.program(index == 0 ? source.text : "out\(index - 1)")
    let (root, name) = (twin.root, "out\(index)")
    try twin.store.set(root, name, .int(Self.derived(twin.naiveValue(evaluator.get(program, root)))))
    writers.append(
      PathObservation(evaluator, program, root) { [unowned twin] new, _ in
        do {
          try twin.store.transaction { try twin.store.set(root, name, .int(Self.derived(twin.naiveValue(new)))) }
        } catch { Issue.record("\(twin.label): \(error)") }
      })
  }

  private static func derived(_ value: NaiveValue) -> Int {
    switch value {
    case .int(let number): 3 * number + 1
    case .null: -1
    case .list(let values): values.reduce(7) { ($0 &* 31 &+ derived($1)) % 1009 }
    default: "\(value)".utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 1009 }
    }
  }

  private func checkWriters() {
    var reader = NaiveReader(twin.naive)
    var expected = source.value(of: NaiveWorld.root, &reader)
    for index in 0..<3 {
      expected = .int(Self.derived(expected))
      #expect(twin.naiveValue(twin.store.get(twin.root, "out\(index)")) == expected, "\(twin.label): out\(index)")
    }
  }
}
