import LuaSyntax
package import OKitCoverage

/// Collects what the tests of a file reach in applications.
///
/// What was counted belongs to the test that runs, or to a block whose hooks run: then to all of its tests, because
/// these would fail as well. `begin(_:)` says whose part begins.
package final class CoverageCollector {
  /// Whose part of the run it is.
  package enum Scope: Hashable {
    case test(CoverageTest)
    /// The hooks before the tests of a block, by its names; none for the file as a whole.
    case block(ArraySlice<String>)
    /// The hooks after them, with which no test fails.
    case end(ArraySlice<String>)
    case nobody
  }

  struct Count: Hashable {
    let item: Int
    let outcome: CoverageOutcome
  }

  private var file = ""
  private var scope = Scope.block([])
  /// The items without tests, and their numbers by id.
  private var items: [CoverageItem] = []
  private var numbers: [String: Int] = [:]
  private var counts: [Count: Int] = [:]
  /// The part of the counts that hooks have.
  private var hookCounts: [Scope: [Count: Int]] = [:]
  private var reached: [Scope: Set<Int>] = [:]
  /// The items that `takeNewlyReached` has returned for the test that runs.
  private var known: Set<Int> = []
  /// The outcomes since `takeOutcomes`; nil until its first call.
  private var latest: Set<Count>?
  /// The names of outcomes that `takeOutcomes` has returned.
  private var names: [Count: String] = [:]
  /// The tests that have run, with the names of the blocks around them.
  private var tests: [CoverageTest: ArraySlice<String>] = [:]

  struct Script {
    let text: String
    let syntax: LuaScript
    let counted: CountedScript
  }

  /// The scripts by name, also those of earlier test files, whose compiled forms are used again.
  private(set) var scripts: [String: Script] = [:]
  /// For each counter of a script, the outcomes that it counts.
  var outcomes: [String: [[Count]]] = [:]
  var live: [(chunk: String, counters: ScriptCounters)] = []
  private var definitions: [DefinitionCoverage] = []
  /// The items of definitions, without counts; nil for those that comments exclude.
  var definedItems: [CoveredDefinition: CoverageItem?] = [:]
  /// The scripts that run without counters, with the reason.
  private(set) var uncounted: [String: String] = [:]
  /// Whether comments exclude parts of scripts.
  let obeysComments: Bool
  /// Whether a report is made, which also has what was not reached. An exploration asks for outcomes only.
  private let isComplete: Bool

  /// - Parameters:
  ///   - obeysComments: Whether `-- okit: ignore coverage` excludes parts of scripts; false to know what tests run.
  ///   - isComplete: Whether a report is made.
  package init(obeysComments: Bool = true, isComplete: Bool = true) {
    (self.obeysComments, self.isComplete) = (obeysComments, isComplete)
  }

  // MARK: Scopes

  /// Begins a test file, without anything that was collected before.
  func begin(file: String, in shared: SharedDefinitions) {
    (items, numbers, counts, hookCounts, reached, tests) = ([], [:], [:], [:], [:], [:])
    self.file = file
    (latest, names) = (nil, [:])
    (outcomes, live, definitions, definedItems, uncounted) = ([:], [], [], [:], [:])
    scope = .block([])
    shared.scripts.counting = self
  }

  /// What is counted from now on belongs to another part of the run.
  package func begin(_ scope: Scope) {
    take()
    self.scope = scope
    known = []
  }

  /// Returns the ids of the items that the test has reached for the first time since the last call, sorted.
  func takeNewlyReached() -> [String] {
    take()
    let new = reached[scope, default: []].subtracting(known)
    known.formUnion(new)
    return new.map { items[$0].id }.sorted()
  }

  /// Returns the names of the outcomes that were reached since the last call, sorted; none at the first call.
  func takeOutcomes() -> [String] {
    take()
    defer { latest = [] }
    return (latest ?? []).map { count in
      if let name = names[count] { return name }
      let name = "\(items[count.item].id) \(count.outcome.rawValue)"
      names[count] = name
      return name
    }.sorted()
  }

  /// Notes the end of a test, or of hooks.
  func end(_ event: TestEvent, isTest: Bool) {
    begin(.nobody)
    if isTest, event.kind == .pass || event.kind == .fail { tests[CoverageTest(event)] = event.path.dropLast() }
  }

  /// Takes what was counted since the last time.
  package func take() {
    for (chunk, counters) in live {
      let outcomes = outcomes[chunk] ?? []
      for (counter, count) in counters.take().enumerated() where count > 0 && counter < outcomes.count {
        for outcome in outcomes[counter] { add(outcome, Int(clamping: count)) }
      }
    }
    live.removeAll { $0.counters.isEnded }
    for index in definitions.indices { take(from: definitions[index]) }
    // The others belong to applications that have ended.
    definitions = definitions.indices.filter { !isKnownUniquelyReferenced(&definitions[$0]) }.map { definitions[$0] }
  }

  func add(_ count: Count, _ times: Int) {
    latest?.insert(count)
    guard isComplete else { return }
    counts[count, default: 0] += times
    switch scope {
    case .block, .end: hookCounts[scope, default: [:]][count, default: 0] += times
    case .test, .nobody: break
    }
    reached[scope, default: []].insert(count.item)
  }

  // MARK: Scripts

  func add(_ script: Script, _ chunk: String) {
    scripts[chunk] = script
    outcomes[chunk] = nil
  }

  func refuse(_ chunk: String, _ reason: String) {
    scripts[chunk] = nil
    uncounted[chunk] = reason
  }

  /// Returns what counts the definitions of an application that is launched.
  func makeDefinitions() -> DefinitionCoverage {
    let new = DefinitionCoverage(isComplete: isComplete)
    definitions.append(new)
    return new
  }

  // MARK: Items

  /// Returns the number of an item, which is added if it is new.
  func number(of item: CoverageItem) -> Int {
    if let known = numbers[item.id] { return known }
    items.append(item)
    numbers[item.id] = items.count - 1
    return items.count - 1
  }

  /// What was collected.
  package func report() -> CoverageReport {
    take()
    var items = items
    for (count, times) in counts { items[count.item].outcomes[count.outcome, default: 0] += times }
    let tests = tests.keys.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    for (index, test) in tests.enumerated() {
      let blocks = self.tests[test] ?? []
      let scopes = [.test(test)] + (0...blocks.count).map { Scope.block(blocks.prefix($0)) }
      for item in Set(scopes.flatMap { reached[$0] ?? [] }) { items[item].tests.append(index) }
    }
    return CoverageReport(tests: tests, items: items, checksums: checksums, hooks: hooks)
  }

  /// The counts of the hooks.
  private var hooks: [CoverageHook: CoverageHook.Counts] {
    hookCounts.reduce(into: [:]) { hooks, entry in
      let hook: CoverageHook
      switch entry.key {
      case .block(let path): hook = CoverageHook(file: file, path: Array(path), name: "before_all")
      case .end(let path): hook = CoverageHook(file: file, path: Array(path), name: "after_all")
      case .test, .nobody: return
      }
      for (count, times) in entry.value {
        hooks[hook, default: [:]][items[count.item].id, default: [:]][count.outcome] = times
      }
    }
  }

  /// The checksums of the files with items, by name.
  private var checksums: [String: String] {
    Set(items.map(\.file)).reduce(into: [:]) { checksums, file in
      // A storyboard is read again. The text of one that is gone is not known.
      let text = scripts[file]?.text ?? (try? ScriptFile.read(file))
      checksums[file] = text.map(CoverageReport.checksum) ?? ""
    }
  }
}

extension CoverageTest {
  init(_ event: TestEvent) { self.init(file: event.file, line: event.place?.line ?? 0, name: event.name) }
}
